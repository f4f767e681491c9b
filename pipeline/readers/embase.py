"""Embase's CSV of fields by row: each line a field, its name first; a title begins a record."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DOI", "doi"),
    Row("id", "MEDLINE PMID", "pmid"),
    Row("title", "TITLE", read=facts.first_text),
    Row("authors", "AUTHOR NAMES"),
    Row("year", "PUBLICATION YEAR"),
    Row("year", "DATE OF PUBLICATION"),
    Row("year", "SOURCE"),
    Row("venue", "SOURCE TITLE"),
    Row("venue", "JOURNAL NAME"),
    Row("url", "FULL TEXT LINK"),
    Row("url", "EMBASE LINK"),
    Row("keywords", "AUTHOR KEYWORDS"),
    Row("abstract", "ABSTRACT"),
)

_LISTS = frozenset({"AUTHOR NAMES", "AUTHOR KEYWORDS"})
_FIRST = re.compile(rb'\s*"?TITLE"?,[^\n]*\n\s*"?(?:AUTHOR NAMES|SOURCE|ORIGINAL TITLE|CORRESPONDENCE ADDRESS)"?,')


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the names of the first fields are certain
    return _FIRST.match(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    fields: dict[str, object] = {}
    rows = csv.reader(f"{line}\n" for line in text_lines(stream, origin.path))
    try:
        for name, *cells in filter(None, rows):
            if name == "TITLE" and fields:
                yield Raw(fields)
                fields = {}
            filled = [cell for cell in cells if cell.strip()]
            if filled:
                fields.setdefault(name, filled if name in _LISTS else filled[0])
    except csv.Error as error:
        yield Fault(f"the quotes of this row are broken, {error}; nothing after it can be read", rows.line_num)
        return
    if fields:
        yield Raw(fields)


READER = RecordFormat("embase", (".csv",), TABLE, _recognises, _records)
