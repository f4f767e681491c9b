"""A paper as its source tells it: identity, and the normal form that decides what is the same."""

from __future__ import annotations

import hashlib
import unicodedata

from pydantic import Field

from pipeline.record import Record

SCHEMES = ("arxiv", "openreview", "doi", "pmid", "key")
"""Schemes of ids that come from a source, strongest first; `abs` is ours."""


class Source(Record):
    """Where a paper was met: the file's name and the 1-based position in it."""

    path: str
    position: int = Field(ge=1)


class Paper(Record):
    """One abstract with whatever its source says of it.

    `abstract` is the text as read, newlines normalised and nothing else: every span of a card
    is a pair of code-point offsets into it.
    """

    id: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    abstract: str


def normal_form(abstract: str) -> str:
    """Return the form in which two readings of one abstract are equal: NFKC, single spaces, no ends."""
    return " ".join(unicodedata.normalize("NFKC", abstract).split())


def digest(abstract: str) -> str:
    """Return the SHA-256 of the normal form as 64 hex digits."""
    return hashlib.sha256(normal_form(abstract).encode()).hexdigest()


def abstract_id(abstract: str) -> str:
    """Return the id of a paper whose source gives none: `abs:` and 16 hex digits."""
    return f"abs:{digest(abstract)[:16]}"


def source_id(given: str) -> str:
    """Return a source's own id with its scheme; one without a known scheme becomes `key:`."""
    scheme, colon, rest = given.strip().partition(":")
    if colon and rest and scheme.lower() in SCHEMES:
        return f"{scheme.lower()}:{rest.strip()}"
    return f"key:{given.strip()}"
