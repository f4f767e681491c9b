"""Scopus's plain text: a head without names of fields, then fields in capitals, down to `SOURCE: Scopus`.

The head has the authors, sometimes their full names and numbers, the title, and the year in brackets before the
journal; by this line a head is known. The id is that of Scopus (`2-s2.0-…`), as its tables have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pipeline.readers import facts, ids, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.turnednames import turned_people

_NUMBER = re.compile(r"\s?\(\d+\)\s*\Z")
_JOURNAL_ENDS = re.compile(r", (?=\(?\d|pp?\. |art\. |Cited |Part |[A-Z]\d)|\.?(?: Cited \d.*)?\Z")
_EID = re.compile(r"scopus\.com/\S{0,300}?(?:eid=(2-s2\.0-\d+)|/publications/(\d+))")


def _full_names(value: object) -> tuple[str, ...]:
    """Return names without the numbers that Scopus gives authors."""
    return tuple(_NUMBER.sub("", name) for name in tagged.people(value))


def _authors(value: object) -> tuple[str, ...]:
    written = tagged.flowed(value) or ""
    return turned_people(written) or facts.people(written)


def _journal(value: object) -> str | None:
    """Return what stands between the year and volume, pages or citations."""
    written = (tagged.flowed(value) or "").partition(") ")[2]
    return _JOURNAL_ENDS.split(written, maxsplit=1)[0] or None


def _eid(value: object) -> str | None:
    found = _EID.search(tagged.address(value) or "")
    return ids.key(found[1] or f"2-s2.0-{found[2]}") if found else None


TABLE = (
    Row("id", "DOI", "doi", tagged.doi),
    Row("id", "PUBMED ID", "pmid"),
    Row("id", "link", "key", _eid),
    Row("title", "title"),
    Row("authors", "AUTHOR FULL NAMES", read=_full_names),
    Row("authors", "authors", read=_authors),
    Row("year", "source"),
    Row("venue", "source", read=_journal),
    Row("url", "link", read=tagged.address),
    Row("keywords", "AUTHOR KEYWORDS", read=tagged.flowed_keywords),
    Row("keywords", "INDEX KEYWORDS", read=tagged.flowed_keywords),
    Row("abstract", "ABSTRACT", read=tagged.paragraphs),
)

_FIELDS = (
    "ABBREVIATED SOURCE TITLE", "ABSTRACT", "AFFILIATIONS", "AUTHOR FULL NAMES", "AUTHOR KEYWORDS", "CHEMICALS/CAS",
    "CODEN", "CORRESPONDENCE ADDRESS", "DOCUMENT TYPE", "DOI", "EDITORS", "FUNDING DETAILS", "INDEX KEYWORDS", "ISBN",
    "ISSN", "LANGUAGE OF ORIGINAL DOCUMENT", "MANUFACTURERS", "MOLECULAR SEQUENCE NUMBERS", "OPEN ACCESS",
    "PUBLICATION STAGE", "PUBLISHER", "PUBMED ID", "REFERENCES", "SOURCE", "SPONSORS", "TRADENAMES",
)  # fmt: skip
_HEAD = ("authors", "title", "source", "link")
_LINE = re.compile(
    rf"{tagged.SIGN}?((?<={tagged.SIGN})(?:{'|'.join(_HEAD)})|(?:{'|'.join(_FIELDS)}|FUNDING TEXT \d+|EXPORT DATE)(?=:)"
    r"|Scopus(?=\s*\Z)):?[ \t]*(.*)"
)
_SOURCE = re.compile(r"\((?:1[5-9]|20)\d\d\) \S")
_GRAMMAR = tagged.Grammar(
    line=_LINE, begins="authors", aside=frozenset({"Scopus", "EXPORT DATE"}), abstract=frozenset({"ABSTRACT"})
)
_LONGEST_HEAD = 8
_LAST = ("SOURCE: ", "EXPORT DATE:")
_Line = tuple[int, str]
"""A line and its number."""

_BEGINS = re.compile(rb"\s*Scopus[ \t\r]*\n\s*EXPORT DATE:")
_ENDS = re.compile(rb"^SOURCE: Scopus[ \t\r]*$", re.MULTILINE)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first lines or the last of a record are certain
    return _BEGINS.match(head) is not None or _ENDS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records_of(_named(enumerate(text_lines(stream, origin.path), start=1)), _GRAMMAR)


def _named(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Yield the lines of a file, those of heads with the names of their fields."""
    between = True
    for paragraph in _paragraphs(lines):
        linked = any(_EID.search(line) for _, line in paragraph[:_LONGEST_HEAD])
        year = _place_of_year(paragraph) if between or linked else 0
        yield from _head(paragraph, year) if year else paragraph
        if paragraph[0][1].strip():
            between = paragraph[-1][1].startswith(_LAST)


def _paragraphs(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Yield the lines down to a blank one, to the last field of a record or to the heading of the file."""
    paragraph: list[_Line] = []
    for number, line in lines:
        paragraph.append((number, line))
        if not line.strip() or line.startswith(_LAST):
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _head(paragraph: list[_Line], year: int) -> Iterator[_Line]:
    """Yield the lines of a head with the names of their fields."""
    begun = paragraph[0][0]
    yield begun, f"{tagged.SIGN}authors:{paragraph[0][1] if year > 1 else ''}"
    yield from (line for line in paragraph[1 : year - 1] if _LINE.match(line[1]))
    yield begun, f"{tagged.SIGN}title:{paragraph[year - 1][1]}"
    yield begun, f"{tagged.SIGN}source:{paragraph[year][1]}"
    for number, line in paragraph[year + 1 :]:
        yield number, f"{tagged.SIGN}link:{line}" if line.startswith("http") else line


def _place_of_year(paragraph: list[_Line]) -> int:
    """Return which line of a head has the year and the journal, or 0 where the paragraph is none."""
    if _LINE.match(paragraph[0][1]):
        return 0
    places = (place for place, (_, line) in enumerate(paragraph[:_LONGEST_HEAD]) if _SOURCE.match(line))
    return next(places, 0)


READER = RecordFormat("scopus", (".txt",), TABLE, _recognises, _records)
