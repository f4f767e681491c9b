"""Tables in Markdown: one or more in a file, each with the names of its columns above a line of dashes.

A cell of a title may hold a link, and the authors and further links on lines of their own (`<br>`); an abstract may be
folded. A column named "Paper" holds titles. What stands around the tables is passed over, and so are tables without a
column for titles and one for abstracts. One table of words alone, with nothing before it, is left to the reader of CSV.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import BinaryIO

from pipeline.readers.heads import is_of_names
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, folded, known, table_records

_DASHES = re.compile(r"\s*:?-+:?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_BREAK = re.compile(r"(?<!\s)\s*+<br\s*/?>\s*", re.IGNORECASE)
_LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])+)\]\((?P<url>https?://[^\s()]{1,2000})\)")
_FOLD = re.compile(r"<summary>[^<]{0,100}</summary>|</?details[^<>]{0,100}>", re.IGNORECASE)
_MARKUP = re.compile(r"\]\(http|<br|<details", re.IGNORECASE)
_LONGEST_TITLE = 2_000
_TITLES, _ABSTRACTS = (frozenset(row.field for row in TABLE if row.fact == fact) for fact in ("title", "abstract"))
_OF_ANYTHING = frozenset({"description"})
"""Columns that tables of other things have too."""


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the content says it
    text = head.decode("utf-8", "replace")
    lines = text.strip().split("\n")
    names = [place for place, pair in enumerate(pairwise(lines)) if _parts(*pair) and _is_of_papers(_cells(pair[0]))]
    return bool(names) and (names != [0] or _MARKUP.search(text) is not None)


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines = enumerate(text_lines(stream, origin.path), start=1)
    above = ""
    for _, line in lines:
        if _parts(above, line) and (_is_of_papers(_cells(above)) or origin.columns):
            rows = ((number, _cells(row)) for number, row in takewhile(_is_row, lines))
            yield from map(_plain, table_records(_cells(above), rows, origin))
        above = line


def _is_row(numbered: tuple[int, str]) -> bool:
    return _BAR.search(numbered[1]) is not None


def _parts(above: str, line: str) -> bool:
    """Return whether a line is the dashes below the names of as many columns."""
    return "|" in line and all(map(_DASHES.fullmatch, _cells(line))) and len(_cells(line)) == len(_cells(above))


def _cells(line: str) -> list[str]:
    """Return the cells of a row; the name "Paper" is made one that is known."""
    bare = line.strip().removeprefix("|")
    cells = [cell.replace("\\|", "|").strip(" \t*") for cell in _BAR.split(bare)]
    return ["title" if folded(cell) == "paper" else cell for cell in (cells[:-1] if cells[-1] == "" else cells)]


def _is_of_papers(names: Iterable[str]) -> bool:
    return {"title", "abstract"} <= known(name for name in names if folded(name) not in _OF_ANYTHING)


def _plain(record: Raw | Fault) -> Raw | Fault:
    """Return a record whose title and abstract are words, with the address and the authors that stood in them."""
    if isinstance(record, Fault):
        return record
    fields = dict(record.fields)
    for field in _TITLES & fields.keys():
        if len(str(fields[field])) > _LONGEST_TITLE:
            continue
        title, *below = _BREAK.split(str(fields[field]))
        links = [found["url"] for part in (title, *below) for found in _LINK.finditer(part)]
        fields[field] = _LINK.sub(r"\g<text>", title).strip(" *")
        authors = next((part for part in (line.strip(" *_") for line in below) if is_of_names(part)), None)
        fields = {**({"authors": authors} if authors else {}), **({"url": links[0]} if links else {}), **fields}
    for field in _ABSTRACTS & fields.keys():
        fields[field] = _FOLD.sub("", str(fields[field])).strip()
    return record._replace(fields=fields)


READER = RecordFormat("markdowntable", (".md", ".markdown"), TABLE, _recognises, _records, rank=0)
