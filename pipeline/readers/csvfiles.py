"""CSV and TSV of any exporter: Scopus, Zotero, Lens, Embase, Springer, spreadsheets, tables made by hand.

The delimiter (comma, semicolon, tab or bar) is the one that makes columns of the first line; column
names count in any case.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import LONGEST_LINE, not_utf8
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, known, table_records

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

_DELIMITERS = ",;\t|"
_FEWEST_KNOWN = 2
_SUFFIXES = (".csv", ".tsv", ".tab")

csv.field_size_limit(LONGEST_LINE)


def _recognises(head: bytes, name: str) -> bool:
    """Return whether the first line names columns of papers: one is enough if the name says it is a table."""
    lines = head.decode("utf-8", "replace").split("\n", 2)
    found = known(_header(lines[1] if lines[0].lower().startswith("sep=") and len(lines) > 1 else lines[0])[1])
    fewest = 1 if name.lower().endswith(_SUFFIXES) else _FEWEST_KNOWN
    return len(found) >= fewest and bool(found & {"title", "abstract"})


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="strict", newline="")
    try:
        first = text.readline(LONGEST_LINE)
        if first.lower().startswith("sep="):
            first = text.readline(LONGEST_LINE)
        delimiter, _ = _header(first)
        yield from _rows(_Lines(first, text), delimiter, origin)
    except UnicodeDecodeError as error:
        raise not_utf8(origin.path, error) from error
    finally:
        # The stream is the caller's to close; a wrapper that is dropped would do it.
        if not stream.closed:
            text.detach()


class _Lines:
    """The lines of a text of which the first was read."""

    def __init__(self, first: str, rest: io.TextIOWrapper) -> None:
        self._first: str | None = first
        self._rest = rest

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._first if self._first is not None else self._rest.readline(LONGEST_LINE)
        self._first = None
        if not line:
            raise StopIteration
        return line


def _rows(lines: _Lines, delimiter: str, origin: Origin) -> Iterator[Raw | Fault]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows = iter(lambda: _next(reader), None)
    _, header = next(rows, (1, []))
    if isinstance(header, Fault):
        yield header
    else:
        yield from table_records(header, rows, origin)


def _next(reader: CsvReader) -> tuple[int, list[str] | Fault] | None:
    """Return the next row, or what is wrong with it, with the line where it begins."""
    line = reader.line_num + 1
    try:
        row = next(reader, None)
    except csv.Error as error:
        return line, Fault(f"the quotes of this row are broken, {error}", line)
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
