"""CSV and TSV of any exporter: Scopus, Zotero, Lens, Embase, Springer, spreadsheets, tables made by hand.

The delimiter (comma, semicolon, tab or bar) is the one that makes columns of the first line; column
names count in any case, and with something in parentheses behind where the bare name is not there. Lines
of an exporter's own before the names are passed over.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import LONGEST_LINE, not_utf8
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, known, table_records

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

_DELIMITERS = ",;\t|"
_FEWEST_KNOWN = 2
_LONGEST_PREAMBLE = 5
_RULE = re.compile(r"\s*:?-*:?\s*")
"""A cell of the line that parts the names from the rows of a table in Markdown."""

_SUFFIXES = (".csv", ".tsv", ".tab")

csv.field_size_limit(LONGEST_LINE)


def _recognises(head: bytes, name: str) -> bool:
    """Return whether the first line names columns of papers: one is enough if the name says it is a table."""
    lines = head.decode("utf-8", "replace").split("\n", _LONGEST_PREAMBLE)
    found = known(_header(lines[_preamble(lines)])[1])
    fewest = 1 if name.lower().endswith(_SUFFIXES) else _FEWEST_KNOWN
    return len(found) >= fewest and bool(found & {"title", "abstract"})


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="strict", newline="")
    try:
        first = [text.readline(LONGEST_LINE) for _ in range(_LONGEST_PREAMBLE)]
        before = _preamble(first)
        delimiter, _ = _header(first[before])
        yield from _rows(_Lines(first[before:], text), before, delimiter, origin)
    except UnicodeDecodeError as error:
        raise not_utf8(origin.path, error) from error
    finally:
        # The stream is the caller's to close; a wrapper that is dropped would do it.
        if not stream.closed:
            text.detach()


def _preamble(lines: Sequence[str]) -> int:
    """Return how many lines stand before the names of the columns."""
    if lines[0].lower().startswith("sep=") and len(lines) > 1:
        return 1
    found = [known(_header(line)[1]) for line in lines]
    if len(found[0]) >= _FEWEST_KNOWN:
        return 0
    return next((place for place, facts in enumerate(found) if {"title", "abstract"} <= facts), 0)


class _Lines:
    """The lines of a text of which the first were read."""

    def __init__(self, first: Sequence[str], rest: io.TextIOWrapper) -> None:
        self._first = deque(first)
        self._rest = rest

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._first.popleft() if self._first else self._rest.readline(LONGEST_LINE)
        if not line:
            raise StopIteration
        return line


def _rows(lines: _Lines, before: int, delimiter: str, origin: Origin) -> Iterator[Raw | Fault]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows = iter(lambda: _next(reader, before), None)
    if delimiter == "|":
        rows = (row for row in rows if isinstance(row[1], Fault) or not all(map(_RULE.fullmatch, row[1])))
    _, header = next(rows, (1, []))
    if isinstance(header, Fault):
        yield header
    else:
        yield from table_records(header, rows, origin)


def _next(reader: CsvReader, before: int) -> tuple[int, list[str] | Fault] | None:
    """Return the next row, or what is wrong with it, with the line where it begins."""
    line = reader.line_num + 1 + before
    try:
        row = next(reader, None)
    except csv.Error as error:
        last = reader.line_num + before
        span = f", lines {line} to {last}," if last > line else ""
        return line, Fault(f"the quotes of this row{span} are broken, {error}", line)
    return None if row is None else (line, row)


def _header(text: str) -> tuple[str, list[str]]:
    """Return the delimiter that makes most of the first line, and the names of the columns."""
    first = text.partition("\n")[0].rstrip("\r")
    found = {delimiter: _split(first, delimiter) for delimiter in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda delimiter: (len(known(found[delimiter])), len(found[delimiter])))
    return best, found[best]


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


READER = RecordFormat("csv", _SUFFIXES, TABLE, _recognises, _records, rank=1)
