"""From the loose values of an input field to the facts of a paper.

Each function takes what a parser found and returns the fact, empty where the value is missing
(null or blank), or raises `WrongValueError` with the end of a sentence that begins with the field's name.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

Fact = Callable[[object], object]

_YEAR = re.compile(r"([12]\d{3})(?:\.0+)?")
_AND = re.compile(r"(?<=[^\s,]),?\s++(?:and|&)\s++")
_ARXIV_YEAR = re.compile(
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:)?(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)\d\d(?:\.\d|\d{3})",
    re.IGNORECASE,
)
_TURNED = 2
_HALVES = ("Â", "Ã", "â")
r"""How a sign begins that is UTF-8 read as Latin-1, whose end may look like a space: `Â\xa0`."""

# Not one within parentheses: "cyst (diagnosis, surgery)" is one keyword.
_COMMA = re.compile(r",(?![^()]{0,200}\))")
_QUOTED = re.compile(r"""'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)\"""")
_LIST = re.compile(rf"\s*\[\s*(?:(?:{_QUOTED.pattern})\s*(?:,\s*|(?=\])))+\]\s*")
_ARXIV_BEGINS = 91
_MILLISECONDS_OF_A_YEAR = 365.2425 * 24 * 3600 * 1000
_YEAR_WITHIN = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)")


class WrongValueError(ValueError):
    """A value is not of the kind that its field holds."""


class Number(str):
    """A number as it is written, so that an id such as `2606.30770` keeps its last digit."""

    __slots__ = ()


def line(value: object) -> str | None:
    """Return a text as it is written, unless it is blank: for what is made one line when it is clean."""
    written = _string(value, "a text")
    return written if written.strip() else None


def text(value: object) -> str | None:
    """Return a text without its outer white space."""
    return bare(_string(value, "a text")) or None


def bare(written: str) -> str:
    """Return a text without its outer white space, which is none where it ends a sign that was decoded wrongly."""
    stripped = written.strip()
    return written.strip(string.whitespace) if stripped.endswith(_HALVES) else stripped


def identifier(value: object) -> str | None:
    """Return an id; a number is taken as it is written."""
    return text(str(value) if isinstance(value, Number) else value)


def abstract(value: object) -> str:
    r"""Return an abstract as read, line ends made `\n`, or nothing if it is blank."""
    read = _string(value, "a text")
    if "\r" in read:
        read = read.replace("\r\n", "\n").replace("\r", "\n")
    return "" if read.isspace() else read


def stripped_abstract(value: object) -> str:
    """Return an abstract without outer white space, as formats pad their fields."""
    return bare(abstract(value))


def paragraphs(value: object) -> str:
    """Return an abstract given as a text, or as a list of paragraphs, which blank lines then part."""
    if isinstance(value, list):
        return "\n\n".join(filter(None, map(stripped_abstract, value)))
    return stripped_abstract(value)


_LISTED = "a list of texts or one text with semicolons"


def names(value: object) -> tuple[str, ...]:
    """Return the items of a list, or of a text in which semicolons part them; an item may be an object.

    A list may stand in a table as Python or JSON writes it: `['Ada Lovelace', 'Alan Turing']`.
    """
    kind = _LISTED
    if isinstance(value, str) and _LIST.fullmatch(value):
        value = [first or second for first, second in _QUOTED.findall(value)]
    items = value if isinstance(value, list) else _string(value, kind).split(";")
    return tuple(name for item in items if (name := _item(item, kind)))


def commas(value: object) -> tuple[str, ...]:
    """Return the items of a list, or of a text in which semicolons, else commas part them."""
    if not isinstance(value, str) or ";" in value or value.lstrip()[:1] == "[":
        return names(value)
    return tuple(name for item in _COMMA.split(_string(value, _LISTED)) if (name := item.strip()))


def people(value: object) -> tuple[str, ...]:
    """Return the names in a list, or in a text in which semicolons, "and" or commas part them."""
    if not isinstance(value, str) or ";" in value or _LIST.fullmatch(value):
        return names(value)
    value = _string(value, _LISTED)
    if _AND.search(value):
        return tuple(name for part in _AND.split(value) for name in _between_commas(part))
    return _between_commas(value)


def _between_commas(written: str) -> tuple[str, ...]:
    """Return the names that commas part, unless a comma turns one name around (`Lovelace, Ada`)."""
    parts = [part.strip() for part in written.split(",") if part.strip()]
    turned = any(" " not in part for part in parts) and len(parts) <= _TURNED
    return (written.strip(" ,"),) if turned and parts else tuple(parts)


def year_of_time(value: object) -> int | None:
    """Return the year of a time in milliseconds since 1970, as OpenReview gives it."""
    try:
        return 1970 + int(float(str(value)) / _MILLISECONDS_OF_A_YEAR)
    except (ValueError, OverflowError):
        return None


def year(value: object) -> int | None:
    """Return a year of four digits, given as a number or as a text; nothing else will do."""
    written = _string(str(value) if isinstance(value, Number) else value, "a year").strip()
    if not written:
        return None
    digits = _YEAR.fullmatch(written)
    if digits is None:
        raise WrongValueError(f"is {written[:40]!r}, not a year of four digits")
    return int(digits[1])


def year_within(value: object) -> int | None:
    """Return the first year of four digits in a date however it is written, or nothing."""
    if isinstance(value, list):
        return next((found for item in value if (found := year_within(item))), None)
    if isinstance(value, Mapping):
        return next((found for item in value.values() if (found := year_within(item))), None)
    digits = _YEAR_WITHIN.search(str(value))
    return int(digits[1]) if digits else None


def year_of_arxiv_id(value: object) -> int | None:
    """Return the year in which arXiv gave an id (`2606.30776`, `cs/0607029`)."""
    digits = _ARXIV_YEAR.match(str(value).strip())
    if digits is None:
        return None
    short = int(digits[1])
    return short + (1900 if short >= _ARXIV_BEGINS else 2000)


def first_text(value: object) -> str | None:
    """Return a text, the first of a list of texts, or nothing for what is none of these."""
    if isinstance(value, list):
        return next((found for item in value if (found := first_text(item))), None)
    return text(value) if isinstance(value, str) and not isinstance(value, Number) else None


def _item(value: object, kind: str) -> str:
    """Return a name, given as a text or as an object that holds it whole or in parts."""
    if not isinstance(value, Mapping):
        return bare(_string(value, kind))
    for whole in ("name", "full_name", "fullname", "display_name", "literal"):
        if isinstance(found := value.get(whole), str):
            return _string(found, kind).strip()
    return " ".join(_parts(value))


def _parts(value: Mapping[str, object]) -> Iterator[str]:
    """Yield the given and the family name of a person."""
    for names_of_part in _NAME_PARTS:
        part = next((found for name in names_of_part if isinstance(found := value.get(name), str)), "")
        if part.strip():
            yield part.strip()


_NAME_PARTS = (
    ("given", "first", "firstname", "first_name", "firstName"),
    ("non-dropping-particle", "dropping-particle", "middle"),
    ("family", "last", "lastname", "last_name", "lastName"),
)

USUAL: Mapping[str, Fact] = MappingProxyType(
    {
        "id": identifier,
        "title": line,
        "authors": names,
        "year": year_within,
        "venue": first_text,
        "url": first_text,
        "keywords": names,
        "abstract": stripped_abstract,
    }
)
"""How each fact of a paper is read unless a table says otherwise."""


def _string(value: object, wanted: str) -> str:
    """Return a string, empty for null, or raise saying what was wanted."""
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Number):
        raise WrongValueError(f"is {_kind(value)}, not {wanted}")
    try:
        if not value.isascii():
            value.encode()
    except UnicodeEncodeError as error:
        raise WrongValueError("holds half of a surrogate pair, which is no character") from error
    return value


def _kind(value: object) -> str:
    """Return what a JSON value is, in words."""
    kinds = {Number: "a number", bool: "true or false", list: "a list", dict: "an object", str: "a text"}
    return kinds.get(type(value), type(value).__name__)
