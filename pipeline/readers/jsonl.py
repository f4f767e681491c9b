"""JSON Lines: one paper an object, one object a line, its fields named as those of a paper.

Fields of other names are read as those of the `json` format are. A `text` is the abstract of a line that has a
field of a paper, and of any line where the first has none but holds prose in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import anyjson, facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonline import LineError, goes_on, json_line
from pipeline.readers.jsonrecords import has_records, whole
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_OWN = (
    Row("id", "id", "any"),
    Row("title", "title"),
    Row("authors", "authors"),
    Row("year", "year", read=facts.year),
    Row("venue", "venue", read=facts.text),
    Row("url", "url", read=facts.text),
    Row("keywords", "keywords"),
    Row("abstract", "abstract", read=facts.abstract),
)
TABLE = (
    *_OWN,
    *(row for row in anyjson.TABLE if row.field not in {own.field for own in _OWN}),
    Row("abstract", "text"),
)

_KNOWN = frozenset(row.field for row in TABLE if row.field not in {"text", "key", "pdf", "date", "link", "tags"})
_OBJECT = re.compile(rb'\{\s*"')
_SUFFIXES = (".jsonl", ".ndjson")
_FEWEST_WORDS = 8


def _recognises(head: bytes, name: str) -> bool:
    """Return whether the first line is an object with a field of ours, or looks like a spoilt one."""
    lines = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 2)
    try:
        found = json.loads(lines[0])
    except (ValueError, RecursionError):
        if _is_part(lines):
            return False
        # An object that goes on in an indented line is no line of its own.
        spoilt = _OBJECT.match(lines[0]) is not None and (len(lines) == 1 or lines[1][:1] in {b"{", b""})
        return spoilt or name.lower().endswith(_SUFFIXES)
    return isinstance(found, dict) and not _KNOWN.isdisjoint(found)


def _is_part(lines: list[bytes]) -> bool:
    """Return whether the first line, no JSON of its own, is part of a longer text or a cut list of papers."""
    if len(lines) == 1:
        return has_records(lines[0], wrapped=True)
    return goes_on(lines[0], lines[1])


def _is_prose(text: object) -> bool:
    return isinstance(text, str) and len(text.split()) >= _FEWEST_WORDS


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    known: frozenset[str] | None = None
    for number, line in enumerate(text_lines(stream, origin.path), start=1):
        if not line.strip():
            continue
        try:
            found = whole(json_line(line))
        except LineError as error:
            yield Fault(str(error), number)
            continue
        if known is None:
            known = _KNOWN | {"text"} if _KNOWN.isdisjoint(found) and _is_prose(found.get("text")) else _KNOWN
        if origin.columns or not known.isdisjoint(found):
            yield Raw(found, number)
        else:
            yield Fault(f"none of the fields {', '.join(row.field for row in _OWN)} is here", number)


READER = RecordFormat("jsonl", _SUFFIXES, TABLE, _recognises, _records, rank=1)
