"""RIS, as Zotero, EndNote, Embase, ProQuest, Scopus and publishers write it.

`TY` begins a record and `ER` ends it; what stands between records is passed over. The label `ID` counts the
records of one export and the accession number `AN` is that of one database, so neither is an id of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
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
_BEGINS = re.compile(rb"^[ \t]?TY[ \t]{1,2}-[ \t]?\w", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="TY", ends="ER", abstract=frozenset({"AB", "N2"}))


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tag is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("ris", (".ris",), TABLE, _recognises, _records)
