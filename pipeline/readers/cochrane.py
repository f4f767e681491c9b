"""The Cochrane Library's plain text: `Record #1 of 50`, then lines of a tag and a colon.

The number of a trial (`CN-…`) is an id; that of a review is none, for all its editions have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import facts, ids, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.turnednames import turned_people

_TRIAL = re.compile(r"CN-\d+")
_QUALIFIERS = re.compile(r"\*|\[[^\]]*\]?")
_PUBMED = re.compile(r"(?:PUBMED\s+)?(\d+)", re.IGNORECASE)


def _trial(value: object) -> str | None:
    return next((ids.key(text) for text in tagged.values(value) if _TRIAL.fullmatch(text)), None)


def _pmid(value: object) -> str | None:
    """Return the PubMed id among the numbers that other databases gave."""
    return next((ids.pmid(found[1]) for text in tagged.values(value) if (found := _PUBMED.fullmatch(text))), None)


def _authors(value: object) -> tuple[str, ...]:
    """Return names: a tag each, or several in one, parted by semicolons, commas or "and"."""
    return tuple(name for text in tagged.values(value) for name in turned_people(text) or facts.people(text))


def _keywords(value: object) -> tuple[str, ...]:
    """Return subject headings without their qualifiers and the stars of the main ones."""
    words = (_QUALIFIERS.sub("", word).strip() for word in tagged.flowed_keywords(value))
    return tuple(dict.fromkeys(filter(None, words)))


TABLE = (
    Row("id", "DOI", "doi", tagged.doi),
    Row("id", "PM", "pmid", _pmid),
    Row("id", "ID", "key", _trial),
    Row("title", "TI", read=tagged.flowed),
    Row("authors", "AU", read=_authors),
    Row("year", "YR"),
    Row("venue", "SO", read=tagged.flowed),
    Row("url", "US", read=tagged.address),
    Row("keywords", "KY", read=_keywords),
    Row("abstract", "AB", read=tagged.paragraphs),
)

_TAGS = "ID|AU|TI|SO|YR|VL|NO|PG|PB|PM|XR|PT|KY|DOI|AB|US|CC|CE|SN|LA|CA|DE"
_LINE = re.compile(rf"(Record(?= #\d+ of \d+\s*\Z)|(?:{_TAGS})(?=:)):?[ \t]*(.*)")
_BEGINS = re.compile(rb"^Record #\d+ of \d+\s*\n[A-Z]{2,3}: ?\S", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="Record", abstract=frozenset({"AB"}))


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first two lines are certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("cochrane", (".txt",), TABLE, _recognises, _records)
