"""JSON Lines: one paper an object, one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from pipeline.errors import InputError
from pipeline.identity import paper_id
from pipeline.paper import Paper, Source
from pipeline.readers import facts
from pipeline.readers.lines import text_lines

FIELDS: Mapping[str, facts.Fact] = {
    "id": facts.identifier,
    "title": facts.text,
    "authors": facts.names,
    "year": facts.year,
    "venue": facts.text,
    "url": facts.text,
    "keywords": facts.names,
    "abstract": facts.abstract,
}
"""The fields of a line, named as those of `Paper`; others are ignored."""

_OBJECT = re.compile(rb'\{\s*"')
_MEND = "Correct the line or leave it out."


@dataclass(frozen=True, slots=True)
class JsonLines:
    """Reads JSON Lines."""

    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    general: bool = False

    def recognises(self, head: bytes, name: str) -> bool:
        """Return whether the first line is an object with a field of ours, or looks like a spoilt one."""
        first = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
        try:
            found = json.loads(first)
        except (ValueError, RecursionError):
            return _OBJECT.match(first) is not None or name.lower().endswith(self.suffixes)
        return isinstance(found, dict) and not FIELDS.keys().isdisjoint(found)

    def read(self, stream: BinaryIO, path: str) -> Iterator[Paper]:
        """Yield a paper for each line that is not blank."""
        position = 0
        for number, line in enumerate(text_lines(stream, path), start=1):
            if not line.strip():
                continue
            position += 1
            try:
                paper = _paper(_parsed(line), Source(path=path, position=position))
            except _LineError as error:
                raise InputError.at(path, str(error), _MEND, line=number) from error
            yield paper


READER = JsonLines()


class _LineError(ValueError):
    """What is wrong with a line."""


def _parsed(line: str) -> dict[str, object]:
    try:
        found = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise _LineError(f"broken JSON at column {error.colno}, {what}") from error
    except RecursionError as error:
        raise _LineError("broken JSON, nested too deeply") from error
    if not isinstance(found, dict):
        raise _LineError("this is no JSON object")
    if FIELDS.keys().isdisjoint(found):
        raise _LineError(f"none of the fields {', '.join(FIELDS)} is here")
    return found


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _LineError(f"the key {twice!r} stands twice in one object")
    return found


def _no_constant(name: str) -> NoReturn:
    raise _LineError(f"broken JSON, {name} is no JSON value; null is")


# Made once: `json.loads` with options makes a decoder for every line.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=facts.Number, parse_float=facts.Number, parse_constant=_no_constant
)


def _paper(line: Mapping[str, object], source: Source) -> Paper:
    found: dict[str, Any] = {name: _fact(name, line.get(name)) for name in FIELDS}
    found["id"] = paper_id(found["id"], found["abstract"], found["title"], source)
    return Paper(sources=(source,), **found)


def _fact(name: str, value: object) -> object:
    try:
        return FIELDS[name](value)
    except facts.WrongValueError as error:
        raise _LineError(f'"{name}" {error}') from error
