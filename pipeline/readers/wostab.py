"""Web of Science tab-delimited exports: the tags of its tagged format as the names of columns, a line a record.

Quotation marks stand for themselves, as nothing in such a file is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import wos
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?PT\t(?:[A-Z][A-Z0-9]\t)*TI\t(?:[A-Z][A-Z0-9]\t?)*\s*?(?:\n|\r|\Z)")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first line is certain
    return _HEADER.match(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines = text_lines(stream, origin.path)
    tags = next(lines, "").rstrip().split("\t")
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        cells = line.rstrip("\t ").split("\t")
        if len(cells) > len(tags):
            yield Fault(f"the row has {len(cells)} fields where the header has {len(tags)}", number)
        else:
            yield Raw({tag: cell.strip() for tag, cell in zip(tags, cells, strict=False) if cell.strip()}, number)


READER = RecordFormat("wostab", (".txt", ".tsv", ".tab"), wos.TABLE, _recognises, _records)
