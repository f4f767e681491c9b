"""Spreadsheets: each sheet of an XLSX or ODS file whose first row names a column of abstracts and one of titles.

A column called `abstract` is enough. Without such a sheet it is the first that names columns of papers.
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, NamedTuple

import python_calamine as calamine

from pipeline.errors import InputError
from pipeline.readers.compression import DAMAGES
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, column_names, folded, known, table_records

_LARGEST = 500 * 1024 * 1024
_HEADER_WITHIN = 20


def _recognises(head: bytes, name: str) -> bool:
    zipped = head.startswith(b"PK\x03\x04")
    return zipped and (
        b"xl/" in head or b"oasis.opendocument.spreadsheet" in head or name.lower().endswith((".xlsx", ".ods"))
    )


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    content = stream.read()
    _refuse_bomb(content, origin)
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [(name, book.get_sheet_by_name(name)) for name in book.sheet_names]
    except (calamine.CalamineError, OSError) as error:
        raise _damaged(origin, error) from error
    named = [found for name, sheet in sheets if (found := _named(name, sheet))]
    lists = [sheet for sheet in named if _lists_abstracts(sheet.header, origin)] or named[:1]
    if not lists:
        first = next(iter(sheets[0][1].iter_rows()), []) if sheets else []
        yield from table_records(first, (), origin)
    there = {folded(name) for sheet in lists for name in sheet.header}
    for sheet in lists:
        rows = ((line, list(map(_cell, row))) for line, row in sheet.rows)
        yield from table_records(sheet.header, rows, _columns(sheet, there, origin))


class _Sheet(NamedTuple):
    """A sheet that names columns of papers: the row that does, and the rows after it."""

    name: str
    header: Sequence[object]
    rows: Iterator[tuple[int, Sequence[object]]]


def _named(name: str, sheet: calamine.CalamineSheet) -> _Sheet | None:
    rows = enumerate(sheet.iter_rows(), start=1)
    header = next(
        (row for line, row in rows if known(row) & {"title", "abstract"} or line > _HEADER_WITHIN),
        [],
    )
    return _Sheet(name, header, rows) if known(header) else None


def _lists_abstracts(header: Sequence[object], origin: Origin) -> bool:
    """Return whether a sheet holds a list; one that explains columns may have a "Description" too, but no titles."""
    names = set(map(folded, header))
    there = known(header) | {fact for fact, field in origin.columns if folded(field) in names}
    return "abstract" in column_names(header) or there >= {"title", "abstract"}


def _columns(sheet: _Sheet, there: set[str], origin: Origin) -> Origin:
    """Return the origin without the columns that the user named for other sheets."""
    names = set(map(folded, sheet.header))
    kept = [(fact, field) for fact, field in origin.columns if folded(field) in names or folded(field) not in there]
    return replace(origin, columns=tuple(kept))


def _cell(value: object) -> object:
    """Return a cell as text or number; a year that the sheet holds as a float is a whole number."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (dt.date, dt.datetime)):
        return value.isoformat()
    return str(value)


def _refuse_bomb(content: bytes, origin: Origin) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except DAMAGES as error:
        raise _damaged(origin, error) from error
    if size > _LARGEST:
        raise InputError.at(origin.path, f"this spreadsheet unpacks to {size:,} bytes", "Save it as CSV.")


def _damaged(origin: Origin, error: Exception) -> InputError:
    reason = " ".join(str(error).split()).rstrip(".")
    return InputError.at(origin.path, f"this spreadsheet cannot be read: {reason}", "Open it and save it again.")


READER = RecordFormat("xlsx", (".xlsx", ".xlsm", ".ods"), TABLE, _recognises, _records, is_text=False)
