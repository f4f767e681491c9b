"""A paper as its source tells it: identity, and the normal form that decides what is the same."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import lru_cache

from pydantic import Field

from pipeline.record import Record

SCHEMES = ("arxiv", "openreview", "doi", "pmid", "key")
"""Schemes of ids that come from a source, strongest first; `abs` is ours."""

_ASCII = bytes(range(128))
_SIGNS = bytes(code for code in _ASCII if not chr(code).isalnum())
_BREAKS = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029"
"""All white space that NFKC makes no blank of."""

_LOWERED = bytes(range(256)).lower()


class Source(Record):
    """Where a paper was met: the file's name and the 1-based position in it."""

    path: str
    position: int = Field(ge=1)


class Change(Record):
    """What reading did to an abstract, or cut off around it.

    Attributes:
        kind: What was changed or cut, in words: `JATS or HTML tags`, `copyright line`.
        count: How many of them.
        cut: The words that were cut off, where some were.
    """

    kind: str
    count: int = Field(default=1, ge=1)
    cut: str | None = None


class Paper(Record):
    """One abstract with whatever its source says of it.

    Every span of a card is a pair of code-point offsets into `abstract`. It is the text as read,
    newlines normalised and nothing else, but for what `cleaning` lists.

    Attributes:
        also: Further ids of the source, by which duplicates are known; not written.
        cleaning: What was changed in the abstract or cut from it.
        local: The one of its ids that names it within its file alone, as a citation key does; not written.
        missing: Why `abstract` is empty, as the end of a sentence; not written, as no card lacks one.
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
    cleaning: tuple[Change, ...] = ()
    also: tuple[str, ...] = Field(default=(), exclude=True)
    local: str | None = Field(default=None, exclude=True)
    missing: str | None = Field(default=None, exclude=True)


class BrokenRecord(Record):
    """A record of an input that cannot be read as a paper.

    Attributes:
        source: Where it stands; the position counts all records of the file.
        reason: What is wrong with it, as the end of a sentence.
        line: The 1-based line where it begins, if the format has lines.
    """

    source: Source
    reason: str
    line: int | None = None

    @property
    def id(self) -> str:
        """An id of its own, made of its place."""
        return abstract_id(f"{self.source.path}\n{self.source.position}\n")

    @property
    def message(self) -> str:
        """One sentence for a person: where and what."""
        place = f"line {self.line}" if self.line else f"record {self.source.position}"
        return f"{place} of {self.source.path}: {self.reason}"


def titled(paper: Paper) -> Paper:
    """Return the paper with its title for the abstract that it lacks, and with that said in `cleaning`."""
    if paper.abstract or not paper.title:
        return paper
    told = Change(kind="title in place of a missing abstract")
    return paper.model_copy(update={"abstract": paper.title, "missing": None, "cleaning": (*paper.cleaning, told)})


def normal_form(abstract: str) -> str:
    """Return the form in which two readings of one abstract are equal: NFKC, single spaces, no ends."""
    compatible = _compatible(abstract)
    # Nearly every abstract is in that form as it is read.
    if "  " not in compatible and not any(map(compatible.__contains__, _BREAKS)):
        return compatible.strip(" ")
    return " ".join(compatible.split())


@lru_cache(maxsize=2)  # index and sketch each ask for the same abstract's
def letters(abstract: str) -> bytes:
    """Return the letters and digits alone of the normal form, in lower case, as UTF-8."""
    text = _compatible(abstract)
    if not text.isascii():
        text = text.casefold()
        for sign in {character for character in beyond_ascii(text) if not character.isalnum()}:
            text = text.replace(sign, "")
    return text.encode().translate(_LOWERED, _SIGNS)


def beyond_ascii(text: str) -> str:
    """Return the characters of a text that are not ASCII: few, so that one who looks for such need not read it all."""
    return without(text, _ASCII)


def without(text: str, signs: bytes) -> str:
    """Return a text without those `signs`, each of which is ASCII."""
    return text.encode("utf-8", "surrogatepass").translate(None, signs).decode("utf-8", "surrogatepass")


def _compatible(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


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


def is_called(paper_id: str, name: str) -> bool:
    """Return whether `name` is the id, with its scheme or, as its source writes it, without."""
    return name in {paper_id, paper_id.partition(":")[2]}
