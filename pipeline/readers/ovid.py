"""Ovid's export for reading: `<1>`, then the name of a field on a line and its value indented below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_KIND = re.compile(r"\s?\[[A-Z][A-Za-z ,;/-]{2,60}\]\s*\.?\s*\Z")
_MARK = re.compile(r"\s?(?:\(\d[\d, ]{0,40}\)|\b\d[\d, ]{0,40})\Z")
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")


def _title(value: object) -> str | None:
    """Return a title without the kind of the paper that Ovid puts behind it."""
    return _KIND.sub("", tagged.flowed(value) or "") or None


def _authors(value: object) -> tuple[str, ...]:
    """Return names without the numbers of their institutions."""
    names = (_MARK.sub("", name).strip(" ,") for name in tagged.people(value))
    return tuple(name for name in names if name)


def _journal(value: object) -> str | None:
    """Return what stands before the first stop of a source."""
    return (tagged.flowed(value) or "").partition(".")[0].strip() or None


def _last_year(value: object) -> int | None:
    """Return the last year in a source, behind volume and pages."""
    years = _YEAR.findall(tagged.flowed(value) or "")
    return int(years[-1]) if years else None


TABLE = (
    Row("id", "DOI", "doi", tagged.doi),
    Row("id", "Digital Object Identifier", "doi", tagged.doi),
    Row("id", "PMID", "pmid"),
    Row("title", "Title", read=_title),
    Row("title", "Book Title", read=_title),
    Row("authors", "Author", read=_authors),
    Row("authors", "Authors", read=_authors),
    Row("authors", "Authors Full Name", read=_authors),
    Row("year", "Year of Publication"),
    Row("year", "Publication Year"),
    Row("year", "Date of Publication"),
    Row("year", "Source", read=_last_year),
    Row("venue", "Journal Name", read=tagged.flowed),
    Row("venue", "Source", read=_journal),
    Row("url", "Link to the Ovid Full Text or citation", read=tagged.address),
    Row("url", "URL", read=tagged.address),
    Row("keywords", "Author Keywords", read=tagged.flowed_keywords),
    Row("keywords", "Keywords", read=tagged.flowed_keywords),
    Row("keywords", "Keyword", read=tagged.flowed_keywords),
    Row("keywords", "MeSH Subject Headings", read=tagged.keywords),
    Row("abstract", "Abstract", read=tagged.paragraphs),
)

_LINE = re.compile(r"(<(?=\d+>\s*\Z)|[A-Z][A-Za-z()/&'. -]{1,60}?)(?:(?<=<)|\s*\Z)(.*)")
_BEGINS = re.compile(rb"^<\d+>\s*\n(?:[A-Z][A-Za-z()/& -]{1,60}\s*\n[ \t]+\S)", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="<")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the number of the first record is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("ovid", (".txt", ".ovd"), TABLE, _recognises, _records)
