r"""Plain lists: an optional heading, then abstracts parted by blank lines or by rules (`---`), or one a line.

An abstract is kept as read: its outer white space goes, its inner lines stay and are joined by `\n`. Nothing in it is
cleaned, for nothing but its author put it there; the word "Abstract" before it, keywords on a line below it and the
numbers of the list are no part of it. Rules part the papers where there are some, and paragraphs between two are one
abstract, unless they are too long for one. A short line beside a whole abstract is none: it is the title of the
abstract behind it where nearly every abstract has such a line, or a rule or a label says it, else a heading or a title
alone. So is the first line of a paragraph if, throughout the list, the abstract goes on in a long line or below names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO

from pipeline.cleaning import cuts, placeholder_reason
from pipeline.cleaning.characters import lost
from pipeline.errors import InputError
from pipeline.identity import paper_id
from pipeline.paper import Change, Paper, Source
from pipeline.readers.heading import Heading, heading
from pipeline.readers.heads import head, identity
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Origin, Row, Table
from pipeline.readers.numbering import bare
from pipeline.readers.paragraphs import marked, paragraphs, parts
from pipeline.readers.titles import is_whole, titled

_STRUCTURED = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*[\[{"\]]|<[?!A-Za-z]|@\w+\s*[{(]|%PDF-|PK\x03\x04)')
"""How JSON, XML, HTML, BibTeX, PDF and ZIP files begin: to read them as prose would make cards of markup."""

_LOOK_AHEAD = 1_000
_NOTHING = head("")
_ALONE = "this line is a heading, or a title without an abstract"


@dataclass(frozen=True, slots=True)
class PlainText:
    """Reads plain lists of abstracts."""

    name: str = "text"
    suffixes: tuple[str, ...] = (".txt", ".text")
    general: bool = True
    rank: int = 0
    is_text: bool = True
    table: Table = (
        Row("id", "address above"),
        Row("title", "short line"),
        Row("authors", "names above"),
        Row("venue", "line above"),
        Row("venue", "heading"),
        Row("year", "heading"),
        Row("url", "address above"),
        Row("keywords", "line above or below"),
        Row("abstract", "paragraph"),
    )

    def recognises(self, head: bytes, name: str) -> bool:  # noqa: ARG002 - any name will do
        """Return whether the file does not begin as a structured one does."""
        return _STRUCTURED.match(head) is None

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Paper]:
        """Yield a paper for each abstract, with the venue and the year of the heading."""
        found, lines = _split_heading(text_lines(stream, origin.path))
        position = 0
        for position, (title, abstract) in enumerate(bare(titled(paragraphs(lines))), start=1):
            yield _paper(title, abstract, found, Source(path=origin.path, position=position))
        if found and not position:
            raise InputError.at(origin.path, "a heading and no abstract", "Add abstracts, parted by blank lines.")


READER = PlainText()


def _split_heading(lines: Iterator[str]) -> tuple[Heading | None, Iterator[str]]:
    """Return what the first line that is not blank says if it is a heading, and the lines that remain.

    Comments below a marked heading go with it.
    """
    first = next((line for line in lines if line.strip()), "")
    ahead = list(islice(lines, _LOOK_AHEAD))
    found = heading(first, alone=parts("".join(ahead[:1])))
    if not found or not marked(first) or heading(marked(first) or "", alone=True):
        return found, chain(ahead if found else [first, *ahead], lines)
    end = next((place for place, line in enumerate(ahead) if line.strip() and marked(line) is None), len(ahead))
    if any(_level(line) == _level(first) for line in ahead[end:]) or _is_one_abstract(ahead[end:]):
        return None, chain([first, *ahead], lines)
    deeper = any(marked(line) for line in ahead[end:])
    return found, chain(ahead if deeper else ahead[end:], lines)


def _level(line: str) -> int | None:
    """Return how many marks a heading has, or None where the line is none."""
    return None if marked(line) is None else len(line.split(maxsplit=1)[0])


def _is_one_abstract(lines: list[str]) -> bool:
    """Return whether the lines are the one abstract below a title."""
    return len([paragraph for paragraph in paragraphs(lines) if is_whole(paragraph.text)]) == 1


def _paper(head_lines: str | None, abstract: str, found: Heading | None, source: Source) -> Paper:
    above = head(head_lines) if head_lines else _NOTHING
    venue, year = found or (None, None)
    changes = [Change(kind="lines above the abstract", cut=above.rest)] if above.rest else []
    keywords: tuple[str, ...] = ()
    for way in (cuts.lead, _own_keywords):
        cut = way(abstract)
        if cut and cut.left.strip():
            changes.append(Change(kind=cut.kind, cut=cut.cut))
            keywords = cuts.words_of(cut.cut) if cut.kind == "keywords" else keywords
            abstract = cut.left.strip()
    reason = placeholder_reason(abstract) if abstract else _ALONE
    abstract = "" if reason else abstract
    return Paper(
        id=paper_id(identity(above), abstract, above.title, source),
        title=above.title,
        authors=above.authors,
        year=year,
        venue=above.venue or venue,
        url=above.url,
        keywords=above.keywords or keywords,
        sources=(source,),
        abstract=abstract,
        cleaning=(*changes, *lost(abstract)),
        missing=reason,
    )


def _own_keywords(text: str) -> cuts.Cut | None:
    """Cut off keywords at the end that have a line of their own."""
    cut = cuts.keywords(text)
    return cut if cut and "\n" in text[len(cut.left) : len(text) - len(cut.cut)] else None
