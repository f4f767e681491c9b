"""From the loose values of an input field to the facts of a paper.

Each function takes what a parser found and returns the fact, empty where the value is missing
(null or blank), or raises `WrongValueError` with the end of a sentence that begins with the field's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Fact = Callable[[object], object]

_YEAR = re.compile(r"([12]\d{3})(?:\.0+)?")


class WrongValueError(ValueError):
    """A value is not of the kind that its field holds."""


class Number(str):
    """A number as it is written, so that an id such as `2606.30770` keeps its last digit."""

    __slots__ = ()


def text(value: object) -> str | None:
    """Return a text without its outer white space."""
    return _string(value, "a text").strip() or None


def identifier(value: object) -> str | None:
    """Return an id; a number is taken as it is written."""
    return text(str(value) if isinstance(value, Number) else value)


def abstract(value: object) -> str:
    r"""Return an abstract as read, line ends made `\n`, or nothing if it is blank."""
    read = _string(value, "a text").replace("\r\n", "\n").replace("\r", "\n")
    return read if read.strip() else ""


def names(value: object) -> tuple[str, ...]:
    """Return the items of a list, or of a text in which semicolons part them."""
    kind = "a list of texts or one text with semicolons"
    items = value if isinstance(value, list) else _string(value, kind).split(";")
    return tuple(name for item in items if (name := _string(item, kind).strip()))


def year(value: object) -> int | None:
    """Return a year of four digits, given as a number or as a text."""
    written = _string(str(value) if isinstance(value, Number) else value, "a year").strip()
    if not written:
        return None
    digits = _YEAR.fullmatch(written)
    if digits is None:
        raise WrongValueError(f"is {written[:40]!r}, not a year of four digits")
    return int(digits[1])


def _string(value: object, wanted: str) -> str:
    """Return a string, empty for null, or raise saying what was wanted."""
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Number):
        raise WrongValueError(f"is {_kind(value)}, not {wanted}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise WrongValueError("holds half of a surrogate pair, which is no character") from error
    return value


def _kind(value: object) -> str:
    """Return what a JSON value is, in words."""
    kinds = {Number: "a number", bool: "true or false", list: "a list", dict: "an object", str: "a text"}
    return kinds.get(type(value), type(value).__name__)
