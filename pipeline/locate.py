"""Finding in an abstract what is said to stand there: quotations, figures and names."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz

from pipeline.once import once
from pipeline.plain import Plain, plain, without_markup
from pipeline.quantities import Quantity, find_quantities
from pipeline.text import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

_CUTOFF = 88.0
"""Least likeness, of 100, of a quotation that is not word for word: about one letter in eight may differ."""
_SHORTEST_FUZZY, _LONGEST_FUZZY = 12, 1000
"""Shorter is like something by chance; longer is no quotation, and an alignment costs the product of the lengths."""
_MOST_PLACES = 1000
"""A bound on the places inside longer words that are passed over: without it a crafted text costs a square."""
_FULL = 100.0
_HALF = 50.0
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LAST_LATIN = "\u052f"
_SPANS_OF_TIME = {"s": "second", "sec": "second", "min": "minute", "h": "hour"}
_PER = re.compile(r"/(s|sec|min|h)\Z")
_COUNTED = re.compile(
    r"\s(?!with|than|over|from|when|while|after|under|across|compared|against|using|which|respectively)[a-z]{4,}"
)
"""What is counted, behind a bare number: 41 sites are not 41%."""
_MARKED = frozenset({"%", "x", "pp"})


class Found(NamedTuple):
    """Where it stands: offsets into the abstract as read, whether exactly, and the likeness, of 100."""

    start: int
    end: int
    exact: bool
    score: float


class Haystack:
    """An abstract prepared for many searches; what they need is made once, at the first that needs it.

    Every `Found` slices `text`. `within` narrows a search to a part of it.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @once
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of the abstract, each within a sentence: the engine may have read that before."""
        return tuple(
            quantity.moved(start)
            for start, end in sentences(self.text)
            for quantity in find_quantities(self.text[start:end])
        )

    @once
    def plain(self) -> Plain:
        """The plain form of the abstract, in which it is searched."""
        return plain(self.text)

    @once
    def folded(self) -> str:
        """The plain form in small letters, character by character."""
        return _folded(self.plain.text)

    def find(self, needle: str, within: Span | None = None) -> Found | None:
        """Return where `needle` stands, with or without markup, word for word or nearly; null where it does not.

        Nearly never covers a number: what is found has each number of `needle`.
        """
        sought = without_markup(needle).strip()
        return self._exact(sought, self.plain.text, within) or self._fuzzy(sought, within)

    def find_name(self, name: str, within: Span | None = None) -> Found | None:
        """Return where `name` stands as a whole word; the case may differ unless all of it is capitals."""
        sought = without_markup(name).strip()
        found = self._exact(sought, self.plain.text, within)
        if found is None and sought.upper() != sought:
            found = self._exact(_folded(sought), self.folded, within)
        return found

    def has_name(self, name: str) -> bool:
        """Tell whether `find_name` finds `name`, a plain one."""
        return stands_in(name, self.plain.text) or (name.upper() != name and stands_in(_folded(name), self.folded))

    def find_values(self, written: str, *parts: Span) -> tuple[Found, ...]:
        r"""Return where the figure `written` stands, in whatever form, in these parts one after the other, or anywhere.

        Of each part the exact places are first, each kind in order.
        Exact means that amount and unit agree ("3.67x", `3.67$\times$`). A place is inexact where one of the two has
        no unit; where both have one and they differ, or an amount does, it is none.
        """
        told = find_quantities(written)
        find = partial(self.find_quantity, told[0]) if len(told) == 1 else partial(self._literal, written)
        return tuple(chain.from_iterable(map(find, parts or (None,))))

    def find_quantity(self, told: Quantity, within: Span | None = None) -> tuple[Found, ...]:
        """Return where a figure that was read elsewhere stands; see `find_values`."""
        if not told.amounts:
            return self._literal(told.text, within)
        places = [place for met in self._quantities_in(within) if (place := self._place(told, met))]
        return tuple(sorted(places, key=lambda place: not place.exact))

    def _literal(self, written: str, within: Span | None) -> tuple[Found, ...]:
        found = self._exact(without_markup(written).strip(), self.plain.text, within)
        return (found,) if found else ()

    def _quantities_in(self, within: Span | None) -> Iterable[Quantity]:
        if within is None:
            return self.quantities
        start, end = within
        return [met for met in self.quantities if start <= met.start and met.end <= end]

    def _place(self, told: Quantity, met: Quantity) -> Found | None:
        whole = _same(told.amounts, met.amounts)
        if not whole and not _is_one_of(told.amounts, met.amounts):
            return None
        agreement = _agreement(told.unit, met.unit)
        if agreement is None or (told.unit in _MARKED and met.is_bare and _COUNTED.match(self.text, met.end)):
            return None
        span = Span(met.start, met.end) if whole else self._part(told, met)
        return Found(*span, exact=agreement, score=_FULL if agreement else _HALF)

    def _part(self, told: Quantity, met: Quantity) -> Span:
        """Return where one amount of a range or change stands in it."""
        numbers = ((n, find_quantities(n[0])) for n in _NUMBER.finditer(self.text, met.start, met.end))
        for number, read in numbers:
            if len(read) == 1 and _same(told.amounts, read[0].amounts):
                return Span(*number.span())
        return Span(met.start, met.end)

    def _exact(self, sought: str, hay: str, within: Span | None) -> Found | None:
        at = _position(sought, hay, *self.plain.window(within))
        if at < 0:
            return None
        return Found(*self._paired(self.plain.span(at, at + len(sought))), exact=True, score=_FULL)

    def _fuzzy(self, sought: str, within: Span | None) -> Found | None:
        if not _SHORTEST_FUZZY <= len(sought) <= _LONGEST_FUZZY:
            return None
        low, high = self.plain.window(within)
        folded = _folded(sought)
        match = fuzz.partial_ratio_alignment(folded, self.folded[low:high], score_cutoff=_CUTOFF)
        if match is None or match.dest_end <= match.dest_start:
            return None
        start, end = _whole_words(self.folded, low + match.dest_start, low + match.dest_end)
        met = self.folded[start:end]
        # The alignment overlooks what one side has besides; the likeness of the two as wholes does not.
        score = fuzz.ratio(folded, met, score_cutoff=_CUTOFF)
        if not score or Counter(_NUMBER.findall(sought)) - Counter(_NUMBER.findall(met)):
            return None
        return Found(*self._paired(self.plain.span(start, end)), exact=False, score=score)

    def _paired(self, span: Span) -> Span:
        """Return `span` with the marks beside it that pair with one in it: of mathematics, commands and bold type."""
        start, end = span
        part = self.text[start:end]
        if part.count("**") % 2 and self.text[start - 2 : start] == "**":
            start -= 2
        if part.count("$") % 2 and self.text[end : end + 1] == "$":
            end += 1
        if part.count("{") > part.count("}") and self.text[end : end + 1] == "}":
            end += 1
        return Span(start, end)


def stands_in(words: str, text: str) -> bool:
    """Tell whether `words` stand in `text` as whole words; both are plain."""
    return _position(words, text, 0, len(text)) >= 0


def _position(sought: str, hay: str, low: int, high: int) -> int:
    """Return where `sought` stands in `hay[low:high]` as whole words, below 0 where it does not."""
    at = hay.find(sought, low, high) if sought else -1
    for _ in range(_MOST_PLACES):
        if at < 0 or not (_joined(hay, at) or _joined(hay, at + len(sought))):
            return at
        at = hay.find(sought, at + 1, high)
    return -1


def _folded(text: str) -> str:
    """Return `text` in small letters, character by character."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


def _joined(text: str, at: int) -> bool:
    """Tell whether a word or a number goes through `at`: CO|DE, 9|5, 11|.2."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    if left.isalnum() and right.isalnum():
        return left <= _LAST_LATIN and right <= _LAST_LATIN
    if left.isdigit() and right in {".", ","}:
        return text[at + 1 : at + 2].isdigit()
    return right.isdigit() and left in {".", ","} and at > 1 and text[at - 2].isdigit()


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return `[start, end)` without blanks at its ends and, at each, with the rest of the word or number cut there."""
    while start > 0 and _joined(text, start):
        start -= 1
    while end < len(text) and _joined(text, end):
        end += 1
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def _is_one_of(told: tuple[float, ...], met: tuple[float, ...]) -> bool:
    return len(told) == 1 < len(met) and any(math.isclose(told[0], amount) for amount in met)


def _same(told: tuple[float, ...], met: tuple[float, ...]) -> bool:
    return len(told) == len(met) and all(map(math.isclose, told, met))


def _agreement(told: str | None, met: str | None) -> bool | None:
    """Tell whether two units agree; null where they contradict one another.

    A bare number agrees with one that a unit word follows ("264.88", "264.88 tokens per second"), since the word is
    then the sentence's; with a percentage or a multiple it only may.
    """
    if told == met or _spelt(told) == _spelt(met) or (told is None and met not in _MARKED):
        return True
    return False if told is None or met is None or {told, met} == {"pp", "points"} else None


def _spelt(unit: str | None) -> str | None:
    """Return `unit` in one of its spellings: tokens/s as tokens per second, the micro sign as the letter mu."""
    return unit and _PER.sub(lambda part: f" per {_SPANS_OF_TIME[part[1]]}", unicodedata.normalize("NFKC", unit))
