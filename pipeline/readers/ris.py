"""RIS, as Zotero, EndNote, Embase, ProQuest, Scopus and publishers write it.

`TY` begins a record and `ER` ends it; what stands between records is passed over. A record whose first line is
indented, in small letters or without a blank behind the dash is read by tags of that form. The label `ID` counts the
records of one export and the accession number `AN` is that of one database, so neither is an id of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pipeline.cleaning import missing_reason
from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DO", "doi", tagged.doi),
    Row("id", "UR", "url", tagged.address_id),
    Row("id", "L3", "doi", tagged.bare_doi),
    Row("id", "L2", "url", tagged.address_id),
    Row("id", "M3", "doi", tagged.bare_doi),
    Row("id", "N1", "doi", tagged.bare_doi),
    Row("title", "TI", read=tagged.flowed),
    Row("title", "T1", read=tagged.flowed),
    Row("title", "CT", read=tagged.flowed),
    Row("title", "BT", read=tagged.flowed),
    Row("title", "ST", read=tagged.flowed),
    Row("authors", "AU", read=tagged.people),
    Row("authors", "A1", read=tagged.people),
    Row("year", "PY"),
    Row("year", "Y1"),
    Row("year", "YR"),
    Row("year", "DA"),
    Row("venue", "JF", read=tagged.flowed),
    Row("venue", "T2", read=tagged.flowed),
    Row("venue", "JO", read=tagged.flowed),
    Row("venue", "JA", read=tagged.flowed),
    Row("venue", "J2", read=tagged.flowed),
    Row("venue", "C3", read=tagged.flowed),
    Row("venue", "BT", read=tagged.flowed),
    Row("venue", "T3", read=tagged.flowed),
    Row("url", "UR", read=tagged.address),
    Row("url", "LK", read=tagged.address),
    Row("url", "L2", read=tagged.address),
    Row("keywords", "KW", read=tagged.keywords),
    Row("abstract", "AB", read=tagged.paragraphs),
    Row("abstract", "N2", read=tagged.paragraphs),
)

# Some programs leave out one of the two spaces, or the one behind the dash. `ER` has no value: "ER - a" is text.
_LINE = re.compile(r"[ \t]?(ER(?=[ \t]{1,2}-\s*\Z)|(?!ER)[A-Z][A-Z0-9])[ \t]{1,2}-(?![-\w])[ \t]?(.*)")
_BEGINS = re.compile(
    rb"^[ \t]?TY[ \t]{1,2}-[ \t]?\w|^[ \t]*+(?:TY|ty)[ \t]{1,2}-[ \t]?[A-Za-z]{3,12}[ \t]*\r?$", re.MULTILINE
)
_ODD_BEGINS = re.compile(r"([ \t]*)(TY|ty)([ \t]{1,2})-[ \t]?[A-Za-z]{3,12}[ \t]*\Z")
_GRAMMAR = tagged.Grammar(line=_LINE, begins="TY", ends="ER", abstract=frozenset({"AB", "N2"}))


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tag is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines = _evened(text_lines(stream, origin.path))
    for record in tagged.records_of(enumerate(lines, start=1), _GRAMMAR):
        yield record if isinstance(record, Fault) else _with_the_whole_abstract(record)


def _evened(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines, the tags of a record that begins in an odd form written in the usual one."""
    odd: re.Pattern[str] | None = None
    for line in lines:
        begins = _ODD_BEGINS.match(line)
        if begins:
            odd = None if _LINE.match(line) else _tags_like(*begins.groups())
        found = odd.match(line) if odd else None
        yield f"{found[1].upper()}  - {found[2]}" if found else line


def _tags_like(indent: str, tag: str, gap: str) -> re.Pattern[str]:
    """Return what matches a line with a tag that is written as this one is."""
    # Words in small letters stand beside dashes too, so their blanks count.
    told = "([A-Z][A-Z0-9])[ \\t]{1,2}" if tag.isupper() else f"([a-z][a-z0-9]){gap}"
    return re.compile(rf"{indent}{told}-[ \t]?(.*)")


def _with_the_whole_abstract(record: Raw) -> Raw:
    """Return the record without an `AB` that is cut off or no abstract where `N2` holds a whole one."""
    first, second = (tagged.paragraphs(record.fields.get(tag)) for tag in ("AB", "N2"))
    if not first or not second or not missing_reason(first) or missing_reason(second):
        return record
    return record._replace(fields={tag: value for tag, value in record.fields.items() if tag != "AB"})


READER = RecordFormat("ris", (".ris",), TABLE, _recognises, _records)
