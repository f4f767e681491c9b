r"""Plain lists: an optional heading, then abstracts parted by blank lines or by rules (`---`).

A paragraph is kept as read: its outer white space goes, its inner lines stay and are joined by `\n`. A file without
blank lines whose lines are whole abstracts has one a line.
Nothing in it is cleaned, for nothing but its author put it there. A short line beside a whole abstract is none: it is
the title of the abstract behind it where nearly every abstract has such a line, else a heading or a title alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO

from pipeline.cleaning import placeholder_reason
from pipeline.errors import InputError
from pipeline.identity import paper_id
from pipeline.paper import Paper, Source
from pipeline.readers.heading import Heading, heading
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Origin, Row, Table
from pipeline.readers.titles import is_whole, titled, wide_signs

_STRUCTURED = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*[\[{"\]]|<[?!A-Za-z]|@\w+\s*[{(]|%PDF-|PK\x03\x04)')
"""How JSON, XML, HTML, BibTeX, PDF and ZIP files begin: to read them as prose would make cards of markup."""

_LOOK_AHEAD, _FEWEST_LINES = 200, 3
_WORDS_A_LINE, _WIDE_SIGNS_A_LINE = 80, 150
"""What abstracts have at least, on average; the paragraphs of one have less."""
_ENDS = tuple('.!?。！？)"”')
_SECTION = re.compile(
    r"\W*(?:background|introduction|purpose|objectives?|aims?|(?:materials and )?methods?|results?|findings|discussion"
    r"|conclusions?|interpretation|significance|背景|目的|方法|结果|结论)\b",
    re.IGNORECASE,
)
"""How the parts of one abstract begin, each on a line of its own."""

_RULE = re.compile(r"\s*([-=*_~#+])\1{2,}\s*")

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
        Row("title", "short line"),
        Row("venue", "heading"),
        Row("year", "heading"),
        Row("abstract", "paragraph"),
    )

    def recognises(self, head: bytes, name: str) -> bool:  # noqa: ARG002 - any name will do
        """Return whether the file does not begin as a structured one does."""
        return _STRUCTURED.match(head) is None

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Paper]:
        """Yield a paper for each paragraph, with the venue and the year of the heading."""
        found, lines = _split_heading(text_lines(stream, origin.path))
        position = 0
        for position, (title, paragraph) in enumerate(titled(_paragraphs(lines)), start=1):
            yield _paper(title, paragraph, found, Source(path=origin.path, position=position))
        if found and not position:
            raise InputError.at(origin.path, "a heading and no abstract", "Add abstracts, parted by blank lines.")


READER = PlainText()


def _split_heading(lines: Iterator[str]) -> tuple[Heading | None, Iterator[str]]:
    """Return what the first line that is not blank says if it is a heading, and the lines that remain."""
    first = next((line for line in lines if line.strip()), "")
    second = next(lines, "")
    found = heading(first, alone=_parts(second))
    return found, chain([second] if found else [first, second], lines)


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield the paragraphs without their outer white space."""
    rest = iter(lines)
    first = list(islice(rest, _LOOK_AHEAD))
    if _are_abstracts(first):
        yield from (line.strip() for line in chain(first, rest) if not _parts(line))
        return
    paragraph: list[str] = []
    for line in chain(first, rest):
        if not _parts(line):
            paragraph.append(line)
        elif paragraph:
            yield "\n".join(paragraph).strip()
            paragraph = []
    if paragraph:
        yield "\n".join(paragraph).strip()


def _are_abstracts(lines: list[str]) -> bool:
    """Return whether the lines at the beginning of a file are abstracts, one a line, and not the parts of one."""
    there = "\n".join(lines).strip().split("\n")
    return (
        len(there) >= _FEWEST_LINES
        and all(is_whole(line) and line.rstrip().endswith(_ENDS) and not _SECTION.match(line) for line in there)
        and _are_long(there)
    )


def _are_long(lines: list[str]) -> bool:
    words, wide = (sum(map(count, lines)) for count in (lambda line: len(line.split()), wide_signs))
    return words >= _WORDS_A_LINE * len(lines) or wide >= _WIDE_SIGNS_A_LINE * len(lines)


def _parts(line: str) -> bool:
    return not line.strip() or _RULE.fullmatch(line) is not None


def _paper(title: str | None, paragraph: str, found: Heading | None, source: Source) -> Paper:
    venue, year = found or (None, None)
    reason = placeholder_reason(paragraph) if paragraph else _ALONE
    abstract = "" if reason else paragraph
    return Paper(
        id=paper_id(None, abstract, title, source),
        title=title,
        year=year,
        venue=venue,
        sources=(source,),
        abstract=abstract,
        missing=reason,
    )
