"""Parquet files, as data sets are published; needs `pip install 'claimsheet[parquet]'`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from shutil import copyfileobj
from types import ModuleType
from typing import BinaryIO

from pipeline.errors import InputError
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.tables import TABLE, table_records

_ROWS = 1_000


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the content says it
    return head.startswith(b"PAR1")


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    parquet, errors = _library(origin), import_module("pyarrow").ArrowException
    with _seekable(stream) as file:
        try:
            table = parquet.ParquetFile(file)
            yield from table_records(table.schema_arrow.names, _rows(table), origin)
        except (errors, OSError, UnicodeDecodeError) as error:
            reason = " ".join(str(error).split())[:200].rstrip(".")
            raise InputError.at(
                origin.path, f"this Parquet file cannot be read: {reason}", "Fetch it again."
            ) from error


def _library(origin: Origin) -> ModuleType:
    try:
        return import_module("pyarrow.parquet")
    except ModuleNotFoundError as missing:
        mend = "Install it: pip install 'claimsheet[parquet]'."
        raise InputError.at(origin.path, "a Parquet file needs pyarrow, which is not installed", mend) from missing


def _rows(table: object) -> Iterator[tuple[None, list[object]]]:
    for batch in table.iter_batches(batch_size=_ROWS):  # type: ignore[attr-defined]
        columns = [column.to_pylist() for column in batch.columns]
        yield from ((None, list(row)) for row in zip(*columns, strict=True))


def _is_file(stream: BinaryIO) -> bool:
    try:
        stream.fileno()
    except OSError:
        return False
    return True


@contextmanager
def _seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give a file that can be read in any order: the stream itself, or a copy of it."""
    if _is_file(stream):
        yield stream
        return
    with tempfile.TemporaryFile(prefix="claimsheet-") as copy:
        copyfileobj(stream, copy)
        copy.seek(0)
        yield copy


READER = RecordFormat("parquet", (".parquet", ".pq"), TABLE, _recognises, _records, is_text=False)
