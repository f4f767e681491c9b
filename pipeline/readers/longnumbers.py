"""A guard before the parser of JSON, which ends the whole process at an integer that Python refuses to make."""

from __future__ import annotations

import re
from typing import Protocol

import ijson

_MOST_DIGITS = 4_300
"""Python makes no integer of more: `sys.int_info.default_max_str_digits`."""

_STEP = _MOST_DIGITS // 2
_DIGITS = re.compile(rb"\d\d")
_TOO_LONG = re.compile(rb"\d{%d}" % (_MOST_DIGITS + 1))


class LongNumberError(ijson.JSONError):  # type: ignore[misc]  # ijson has no types
    """There are too many digits in a row."""


class Bytes(Protocol):
    """What bytes are read from."""

    def read(self, size: int = -1, /) -> bytes: ...  # noqa: D102 - see the class


class WithoutLongNumbers:
    """A stream that gives all before too many digits in a row, and then raises `LongNumberError`."""

    def __init__(self, stream: Bytes) -> None:
        self._stream = stream
        self._before = b""
        self._ended = False

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        if self._ended:
            raise LongNumberError(f"there are over {_MOST_DIGITS} digits in a row")
        chunk = self._stream.read(size)
        seen = self._before + chunk
        # So long a run shows in two neighbours of a sample, which is looked at a thousand times as fast.
        found = _TOO_LONG.search(seen) if _DIGITS.search(seen[::_STEP]) else None
        if found is None:
            self._before = seen[-_MOST_DIGITS:]
            return chunk
        self._ended = True
        return chunk[: max(0, found.start() - len(self._before))] or self.read()
