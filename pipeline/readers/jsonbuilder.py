"""From the events of a JSON parser to the values at one depth of a text."""

from __future__ import annotations

import ijson

from pipeline.readers import facts


class TrailingError(ijson.JSONError):  # type: ignore[misc]  # ijson has no types
    """Something stands after the end of a text that is no further object after an object."""


class Twice:
    """An object in which a key stands twice."""

    def __init__(self, key: str) -> None:
        self.key = key


PENDING = object()
_TRAILING = "something stands after its end"


class Builder:
    """Builds the values at one depth of a JSON text from the events of its parser."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._level = 0
        self._in_list: list[bool] = []
        self._open: list[dict[str, object] | list[object]] = []
        self._keys: list[str] = []
        self._twice: str | None = None
        self._top: bool | None = None

    def take(self, event: str, value: object) -> object:
        """Take the next event and return the value that it completes at the depth, or `PENDING`."""
        if event == "map_key":
            return self._key(str(value))
        if event in {"start_map", "start_array"}:
            return self._start(is_list=event == "start_array")
        if event in {"end_map", "end_array"}:
            return self._end()
        if self._open:
            self._put(facts.Number(str(value)) if event == "number" else value)
        elif event in {"null", "string"} and self._level == self._depth and self._in_list and self._in_list[-1]:
            return value
        elif self._level == 0:
            raise TrailingError(_TRAILING)
        return PENDING

    def _start(self, *, is_list: bool) -> object:
        if self._level == 0:
            if self._top is not None and (is_list or self._top):
                raise TrailingError(_TRAILING)
            self._top = is_list
        if self._open or self._level == self._depth:
            self._open.append([] if is_list else {})
        self._level += 1
        self._in_list.append(is_list)
        return PENDING

    def _end(self) -> object:
        self._level -= 1
        self._in_list.pop()
        if not self._open:
            return PENDING
        done = self._open.pop()
        if self._open:
            self._put(done)
            return PENDING
        twice, self._twice = self._twice, None
        return Twice(twice) if twice is not None else done

    def _key(self, key: str) -> object:
        if self._open:
            top = self._open[-1]
            if key in top and self._twice is None:
                self._twice = key
            self._keys.append(key)
        return PENDING

    def _put(self, value: object) -> None:
        top = self._open[-1]
        if isinstance(top, list):
            top.append(value)
        else:
            top[self._keys.pop()] = value
