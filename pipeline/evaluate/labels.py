"""The labels of a paper, each at its place in the abstract."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import InputError
from pipeline.locate import Haystack
from pipeline.text import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.gold import Gold, GoldGain


class PlacedGain(NamedTuple):
    """A labelled gain: where its clause and its figures stand, and the number of the sentence it begins in."""

    label: GoldGain
    span: Span
    values: tuple[Span, ...]
    sentence: int


class Labels(NamedTuple):
    """Where all that a gold row labels stands in the abstract."""

    gold: Gold
    problem: tuple[Span, ...]
    method: tuple[Span, ...]
    gains: tuple[PlacedGain, ...]
    optional: tuple[PlacedGain, ...]


def labels(gold: Gold, abstract: str) -> Labels:
    """Return the labels of `gold` at their places in `abstract`.

    Raises:
        InputError: a quote or a value does not stand there, so the row is another paper's or has a slip.
    """
    page = _Page(gold.key, abstract)
    return Labels(
        gold,
        problem=tuple(page.quote(text) for text in gold.problem_quotes),
        method=tuple(page.quote(text) for text in gold.method_quotes),
        gains=tuple(page.gain(gain) for gain in gold.gains),
        optional=tuple(page.gain(gain) for gain in gold.gains_optional),
    )


class _Page:
    """An abstract in which the labels of one row are looked up."""

    def __init__(self, key: str, abstract: str) -> None:
        self._key = key
        self._text = abstract
        self._words = Haystack(abstract)
        self._sentences = sentences(abstract)

    def quote(self, text: str) -> Span:
        """Return the first place of `text`, as written or but for markup."""
        at = self._text.find(text)
        if at >= 0:
            return Span(at, at + len(text))
        found = self._words.find(text)
        if found is None:
            raise InputError(
                f"gold row {self._key!r}: {text!r} is not in the abstract of the card that it meets. "
                "Is it another paper's, or was it reworded?"
            )
        return Span(found.start, found.end)

    def gain(self, gain: GoldGain) -> PlacedGain:
        """Return `gain` at its place."""
        span = self.quote(gain.quote)
        started = sum(1 for sentence in self._sentences if sentence.start <= span.start)
        return PlacedGain(gain, span, tuple(self._values(gain.values, span)), started)

    def _values(self, values: Iterable[str], within: Span) -> Iterable[Span]:
        taken: set[Span] = set()
        for value in values:
            place = self._value(value, within, taken)
            taken.add(place)
            yield place

    def _value(self, value: str, within: Span, taken: set[Span]) -> Span:
        """Return the first place of `value` in the clause that no value before it has taken."""
        at = self._text.find(value, *within)
        while at >= 0:
            if Span(at, at + len(value)) not in taken:
                return Span(at, at + len(value))
            at = self._text.find(value, at + 1, within.end)
        for found in self._words.find_values(value, within):
            if Span(found.start, found.end) not in taken:
                return Span(found.start, found.end)
        raise InputError(f"gold row {self._key!r}: the value {value!r} is not in {self._text[slice(*within)]!r}.")
