"""MEDLINE display format of PubMed (`.nbib`), which Ovid and others also write.

Tags are padded to four letters and records parted by blank lines; lines are wrapped with six blanks before
what goes on. An abstract in another language (`OAB`) counts only where there is no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import ids, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_DOI = re.compile(r"(10\.\d{3,9}/.+?)\s*\[doi\]", re.IGNORECASE)
_QUALIFIERS = re.compile(r"/.*|\*")


def _doi(value: object) -> str | None:
    """Return the DOI among ids of which each says in brackets what it is."""
    return next((ids.doi(found[1]) for text in tagged.values(value) if (found := _DOI.search(text))), None)


def _headings(value: object) -> tuple[str, ...]:
    """Return subject headings without their qualifiers and stars."""
    return tuple(dict.fromkeys(_QUALIFIERS.sub("", heading).strip() for heading in tagged.values(value)))


def _own_keywords(value: object) -> tuple[str, ...]:
    """Return keywords of the authors, of which a star marks the main ones."""
    return tuple(dict.fromkeys(word.strip("* ") for word in tagged.keywords(value)))


TABLE = (
    Row("id", "PMID", "pmid", lambda value: next(map(ids.pmid, tagged.values(value)), None)),
    Row("id", "PM", "pmid"),
    Row("id", "LID", "doi", _doi),
    Row("id", "AID", "doi", _doi),
    Row("id", "DO", "doi", tagged.doi),
    Row("title", "TI", read=tagged.flowed),
    Row("title", "BTI", read=tagged.flowed),
    Row("title", "TT", read=tagged.flowed),
    Row("authors", "FAU", read=tagged.people),
    Row("authors", "AU", read=tagged.people),
    Row("authors", "CN", read=tagged.people),
    Row("year", "DP"),
    Row("year", "DEP"),
    Row("year", "EDAT"),
    Row("venue", "JT", read=tagged.flowed),
    Row("venue", "TA", read=tagged.flowed),
    Row("venue", "BTI", read=tagged.flowed),
    Row("venue", "CTI", read=tagged.flowed),
    Row("keywords", "OT", read=_own_keywords),
    Row("keywords", "MH", read=_headings),
    Row("abstract", "AB", read=tagged.longest_flowed),
    Row("abstract", "OAB", read=tagged.longest_flowed),
)

_LINE = re.compile(r"([A-Z]{2,4}) {0,2}-(?:[ \t]|\Z)(.*)")
_BEGINS = re.compile(rb"^PMID ?- ?\d", re.MULTILINE)
_OVID = (re.compile(rb"^UI {2}- ?\S", re.MULTILINE), re.compile(rb"^SO {2}- ?\S", re.MULTILINE))
_GRAMMAR = tagged.Grammar(line=_LINE, begins="PMID", abstract=frozenset({"AB"}), blank_begins=True)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tag is certain
    return _BEGINS.search(head) is not None or all(tag.search(head) for tag in _OVID)


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("medline", (".nbib", ".medline", ".txt"), TABLE, _recognises, _records)
