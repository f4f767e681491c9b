"""Spreadsheets: the first sheet of an XLSX or ODS file whose first row names columns of papers."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterator
from typing import BinaryIO

import python_calamine as calamine

from pipeline.errors import InputError
from pipeline.readers.compression import DAMAGES
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, known, table_records

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
    for _, sheet in sheets:
        rows = enumerate(sheet.iter_rows(), start=1)
        header = next(
            ((line, row) for line, row in rows if known(row) & {"title", "abstract"} or line > _HEADER_WITHIN), None
        )
        if header and known(header[1]):
            yield from table_records(header[1], ((line, list(map(_cell, row))) for line, row in rows), origin)
            return
    first = next(iter(sheets[0][1].iter_rows()), []) if sheets else []
    yield from table_records(first, (), origin)


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
