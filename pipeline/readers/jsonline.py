"""A line of JSON Lines: its object, or what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pipeline.readers import facts

BY_COLUMNS = 'this is a table by its columns; write it by its records (in pandas: to_json(orient="records"))'


class LineError(ValueError):
    """What is wrong with a line."""


def json_line(line: str) -> dict[str, object]:
    """Return the object of a line, its numbers as they are written; a comma behind it is let pass.

    Raises:
        LineError: it is broken, no object, or has a key twice.
    """
    try:
        found = _DECODER.decode(line.rstrip(" \t\r").removesuffix(","))
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise LineError(f"broken JSON at column {error.colno}, {what}") from error
    except RecursionError as error:
        raise LineError("broken JSON, nested too deeply") from error
    if not isinstance(found, dict):
        raise LineError("this is no JSON object")
    if by_columns(found):
        raise LineError(BY_COLUMNS)
    return found


def by_columns(found: Mapping[str, object]) -> bool:
    """Return whether an object holds a table by its columns: `{"title": {"0": …, "1": …}, "abstract": {"0": …}}`."""
    first, *others = found.values() or (None,)
    if isinstance(first, Mapping):
        alike = bool(first) and all(key.isdecimal() for key in first)
        return alike and all(isinstance(other, Mapping) and other.keys() == first.keys() for other in others)
    if isinstance(first, list) and len(first) > 1 and others:
        return all(isinstance(other, list) and len(other) == len(first) for other in others)
    return False


def goes_on(line: bytes, following: bytes) -> bool:
    """Return whether a line that is no JSON of its own is part of a longer text: what follows it is no fault."""
    first = line.decode("utf-8", "replace") + "\n"
    try:
        json.loads(first + following.decode("utf-8", "replace").lstrip())
    except json.JSONDecodeError as error:
        return error.pos > len(first)
    except (ValueError, RecursionError):
        return False
    return True


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LineError(f"the key {twice!r} stands twice in one object")
    return found


def _missing(name: str) -> None:
    """Return what `NaN` or `Infinity` is: no JSON, but written by Python where a value is missing."""


# Made once: `json.loads` with options makes a decoder for every line.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=facts.Number, parse_float=facts.Number, parse_constant=_missing
)
