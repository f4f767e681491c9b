"""Finding the quantities of a text: each family by a pattern of its own, then merged in order."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.presence import holds
from pipeline.quantities.context import Lead, is_glued, is_label, multiplies, read_lead, runs_on
from pipeline.quantities.forms import SIGNS_OF_GROWTH, growths, intervals
from pipeline.quantities.notation import FRACTIONS, GAP, NUMBER, UNIT, in_unit, read_number, read_unit
from pipeline.quantities.quantity import Quantity
from pipeline.quantities.words import SIGNS_OF_WORDS, worded_quantities
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DIGIT = re.compile(rf"[\d{FRACTIONS}]")
_ASCII_DIGIT = re.compile(r"[0-9]")
_may_hold = holds(f"{_DIGIT.pattern}|{SIGNS_OF_GROWTH}|{SIGNS_OF_WORDS}")
_DIGIT_RUN = re.compile(r"\d+(?:[.,]\d+)*")
_FIGURE = re.compile(
    rf"""
    (?P<first>{NUMBER}) (?P<first_unit>{UNIT})?
    (?: (?:\}}|\*\*)? (?:
            (?P<to> [ ]to[ ] | [ ]?[一-鿿]{{0,4}}[到至为為][ ]? )
          | (?P<spread> \s?\$?(?:±|\\pm(?![a-z])|\+/-|\+-)\$?\s? )
          | (?P<dash> {GAP}\$?(?:–|---?|-|−|‑|[~∼～〜]|\\sim)\$?{GAP} )
          | (?P<and> [ ]and[ ] )
        ) (?:\\[a-z]+\{{|\*\*)?\$? (?P<sign>[-+−]?) (?P<second>{NUMBER}) (?P<second_unit>{UNIT})? )?
    """,
    re.VERBOSE,
)
_UNIT_OUTSIDE = re.compile(rf"(?:\}}|\*\*|[*_])(?P<unit>{UNIT})", re.VERBOSE)
_CLOSERS = frozenset("}*_")
_TIMES = re.compile(r"[- ]times\b")
_JOINTS = frozenset("- ")

# What no figure stands in: addresses, citations, cross references, list marks, dates.
_FOREIGN = re.compile(
    r"""
    (?: https?://[^\s{}]+ | www\.\S+ | doi:\S+ | 10\.\d{4,9}/\S+
      | \\(?:cite|ref|label|url|eqref|cref|autoref|href)[a-z]*\*?\s?(?:\[[^\]]{0,80}\]){0,2}\{[^}]{0,200}\}
      | \[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]
      | \((?:\d{1,2}|(?:19|20)\d\d[a-z]?)\) )
    """,
    re.VERBOSE,
)
_RANGING = frozenset({"ranging", "range", "ranges", "ranged", "varying", "varies", "vary", "spanning", "anywhere"})
_CHANGING_CJK = ("从", "由", "自", "從")


@lru_cache(maxsize=256)  # engine and review ask for the same sentences', and for the same statements again and again
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of `text` in order, none overlapping, each with `text[start:end]` as its own text.

    Digits of names (GPT-4, 3D), citations, dates, list marks, cross references and addresses are none. Takes time
    linear in the length of `text`.
    """
    if not _may_hold(text):
        return ()
    found = [*growths(text), *intervals(text), *_figures(text), *worded_quantities(text)]
    if not found:
        return ()
    foreign = [Span(*match.span()) for match in _FOREIGN.finditer(text)]
    if len(found) == 1 and not foreign:
        return (found[0],)
    return tuple(_apart(sorted([*foreign, *found], key=lambda part: (part.start, -part.end))))


def _apart(found: Iterable[Quantity | Span]) -> Iterator[Quantity]:
    """Yield the quantities that begin after all before them have ended."""
    position = 0
    for part in found:
        if part.start >= position:
            position = part.end
            if isinstance(part, Quantity):
                yield part


def _figures(text: str) -> Iterator[Quantity]:
    """Yield what is written in digits."""
    position = 0
    digit = _ASCII_DIGIT if text.isascii() else _DIGIT
    while met := digit.search(text, position):
        start = met.start() - _has_leading_point(text, met.start())
        match = None if is_glued(text, start) else _FIGURE.match(text, start)
        quantity = _read(text, match) if match else None
        if quantity is not None:
            position = quantity.end
            yield quantity
        else:
            run = _DIGIT_RUN.match(text, met.start())
            position = run.end() if run else met.end()


def _has_leading_point(text: str, start: int) -> bool:
    return text[start - 1 : start] == "." and not text[max(0, start - 2) : start - 1].isalnum()


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    """Return the quantity that `match` of `_FIGURE` is, or null where its digits are no figure."""
    start = match.start()
    lead = read_lead(text, start)
    relation = _relation(text, match, lead)
    last = "second" if relation else "first"
    own_unit = match[f"{last}_unit"]
    written_unit = own_unit or match["first_unit"]
    if not written_unit and is_label(text, start, match.end("first"), lead.words):
        return None
    end = match.end(f"{last}_unit" if own_unit else last)
    unit = read_unit(written_unit) if written_unit else _unit_around(text, end, lead)
    amounts, unit = in_unit(_amounts(text[lead.start : start], match, last), unit)
    if not all(map(math.isfinite, amounts)):
        return None
    span, comparator = _extent(text, _begin(text, lead, relation), end)
    return Quantity(*span, text[span.start : span.end], amounts, unit, comparator or lead.comparator, relation)


def _relation(text: str, match: re.Match[str], lead: Lead) -> str | None:
    """Return what a second number is to the first; null where there is none, or none that belongs to it."""
    if match["second"] is None or (not match["second_unit"] and runs_on(text, match.end("second"))):
        return None
    word = lead.words[-1].lower() if lead.words else ""
    if match["and"]:
        return "range" if word == "between" else None
    if match["to"]:
        ranging = len(lead.words) > 1 and lead.words[-2].lower() in _RANGING
        changing = (word == "from" and not ranging) or match["to"].strip() != "to"
        return "from-to" if changing else "range"
    return "spread" if match["spread"] else "range"


def _amounts(before: str, match: re.Match[str], last: str) -> tuple[float, ...]:
    first = _signed(before.rstrip("$")[-1:], match["first"])
    return (first,) if last == "first" else (first, _signed(match["sign"], match["second"]))


def _signed(sign: str, written: str) -> float:
    value = read_number(written)
    return -value if sign in {"-", "−"} else value


def _unit_around(text: str, end: int, lead: Lead) -> str | None:
    """Return the unit of a number that has none beside it: behind the command around it, or named before it."""
    following = text[end : end + 1]
    if following in _CLOSERS and (outside := _UNIT_OUTSIDE.match(text, end)):
        return read_unit(outside["unit"])
    if following in _JOINTS and _TIMES.match(text, end) and multiplies(text, end, lead):
        return "x"
    of_factor = lead.words[-1:] == ("of",) and lead.words[-2:-1] in {("factor",), ("factors",)}
    return "x" if of_factor or text[lead.start - 1 : lead.start] == "×" else None


def _begin(text: str, lead: Lead, relation: str | None) -> int:
    """Return where the figure starts: with its symbols, a change with its "from"."""
    if relation != "from-to" or not lead.words:
        return lead.start
    word = lead.words[-1]
    if word.lower() == "from":
        return text.rfind(word, 0, lead.start)
    return text.rfind(word[-1], 0, lead.start) if word.endswith(_CHANGING_CJK) else lead.start


def _extent(text: str, start: int, end: int) -> tuple[Span, str | None]:
    """Return the span with its markup in pairs, and the comparator that a "+" behind it is."""
    part = text[start:end]
    if part.count("$") % 2:
        if part.endswith("$"):
            end -= 1
        elif text[end : end + 1] == "$":
            end += 1
        elif part.startswith("$"):
            start += 1
    if part.count("{") > part.count("}") and text[end : end + 1] == "}":
        end += 1
    if text[end : end + 1] == "+" and not text[end + 1 : end + 2].isalnum():
        return Span(start, end + 1), ">="
    return Span(start, end), None
