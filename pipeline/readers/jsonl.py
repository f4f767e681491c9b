"""JSON Lines of Claimsheet's own fields: one paper an object, one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "id", "any"),
    Row("title", "title"),
    Row("authors", "authors"),
    Row("year", "year", read=facts.year),
    Row("venue", "venue", read=facts.text),
    Row("url", "url", read=facts.text),
    Row("keywords", "keywords"),
    Row("abstract", "abstract"),
)

_FIELDS = tuple(row.field for row in TABLE)
_OBJECT = re.compile(rb'\{\s*"')


class LineError(ValueError):
    """What is wrong with a line."""


def json_line(line: str) -> dict[str, object]:
    """Return the object of a line, its numbers as they are written.

    Raises:
        LineError: it is broken, no object, or has a key twice.
    """
    try:
        found = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise LineError(f"broken JSON at column {error.colno}, {what}") from error
    except RecursionError as error:
        raise LineError("broken JSON, nested too deeply") from error
    if not isinstance(found, dict):
        raise LineError("this is no JSON object")
    return found


def _recognises(head: bytes, name: str) -> bool:
    """Return whether the first line is an object with a field of ours, or looks like a spoilt one."""
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        return _OBJECT.match(first) is not None or name.lower().endswith(_SUFFIXES)
    return isinstance(found, dict) and any(field in found for field in _FIELDS)


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for number, line in enumerate(text_lines(stream, origin.path), start=1):
        if not line.strip():
            continue
        try:
            found = json_line(line)
        except LineError as error:
            yield Fault(str(error), number)
            continue
        if any(field in found for field in _FIELDS) or origin.columns:
            yield Raw(found, number)
        else:
            yield Fault(f"none of the fields {', '.join(_FIELDS)} is here", number)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LineError(f"the key {twice!r} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise LineError(f"broken JSON, {name} is no JSON value; null is")


# Made once: `json.loads` with options makes a decoder for every line.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=facts.Number, parse_float=facts.Number, parse_constant=_no_constant
)
_SUFFIXES = (".jsonl", ".ndjson")

READER = RecordFormat("jsonl", _SUFFIXES, TABLE, _recognises, _records)
