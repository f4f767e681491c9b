"""IEEE Xplore's plain text: a line that cites a paper, then `Abstract:`, `keywords: {…}` and `URL:`.

The line has the authors, the title in quotation marks, and the journal with volume, pages and date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pipeline.readers import facts, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_CITATION = re.compile(r'(?P<authors>[^"“”]*)["“](?P<title>.{2,1000})[,.]["”],? (?:in )?(?P<source>.*)')
_JOURNAL_ENDS = re.compile(r", (?:vol|no)\. |(?<=\)), ")
_YEAR = re.compile(r"(?<![-–\d])(?<!pp\. )(?<!vol\. )(?<!no\. )(?:19|20)\d\d(?=[,.]|\Z)")


def _part(value: object, name: str) -> str:
    found = _CITATION.match(tagged.flowed(value) or "")
    return found[name].strip(" ,") if found else ""


def _title(value: object) -> str | None:
    return _part(value, "title") or None


def _authors(value: object) -> tuple[str, ...]:
    return facts.people(_part(value, "authors"))


def _journal(value: object) -> str | None:
    """Return what stands before the volume, behind its short name, or else before the place."""
    named, *rest = _JOURNAL_ENDS.split(_part(value, "source"), maxsplit=1)
    return (named if rest else named.partition(",")[0]) or None


def _year(value: object) -> int | None:
    """Return the last year that is no page and no volume."""
    years = _YEAR.findall(_part(value, "source").partition("doi:")[0])
    return int(years[-1]) if years else None


def _keywords(value: object) -> tuple[str, ...]:
    """Return the keywords within braces, behind which the address may stand on the same line."""
    return tagged.flowed_keywords((tagged.flowed(value) or "").strip("{ ").partition("}")[0])


TABLE = (
    Row("id", "citation", "doi", tagged.doi),
    Row("title", "citation", read=_title),
    Row("authors", "citation", read=_authors),
    Row("year", "citation", read=_year),
    Row("venue", "citation", read=_journal),
    Row("url", "URL", read=tagged.address),
    Row("url", "keywords", read=tagged.address),
    Row("keywords", "keywords", read=_keywords),
    Row("abstract", "Abstract", read=tagged.paragraphs),
)

_CITED = "citation"
_LINE = re.compile(rf"{tagged.SIGN}?((?<={tagged.SIGN}){_CITED}|Abstract(?=:)|keywords(?=: ?\{{)|URL(?=:)):?[ \t]*(.*)")
_LAST = re.compile(r"(?:keywords: ?\{.*\}, ?)?URL: ?https?://ieeexplore\.ieee\.org/")
_BEGINS = re.compile(
    rb"\s*(?:[^\n\"\xe2]|\xe2(?!\x80\x9c)){0,20000}(?:\"|\xe2\x80\x9c)[^\n]{2,1000}?[,.](?:\"|\xe2\x80\x9d)"
)
_ENDS = re.compile(rb"^(?:keywords: ?\{[^\n]*\}, ?)?URL: ?https?://ieeexplore\.ieee\.org/", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins=_CITED, abstract=frozenset({"Abstract"}))


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the citation and the address are certain
    return _ENDS.search(head) is not None and _BEGINS.match(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records_of(_named(enumerate(text_lines(stream, origin.path), start=1)), _GRAMMAR)


def _named(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the lines, the first of each record with the name of its field."""
    between = True
    for number, line in lines:
        yield number, f"{tagged.SIGN}{_CITED}:{line}" if between and line.strip() else line
        between = (between and not line.strip()) or _LAST.match(line) is not None


READER = RecordFormat("ieee", (".txt",), TABLE, _recognises, _records)
