"""One abstract, prepared once for all that is looked up in it, and the parts of it that carry a statement."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pipeline.locate import Haystack, stands_in
from pipeline.once import once
from pipeline.review.content import content_words, has_wide
from pipeline.review.direction import Turn, turns
from pipeline.review.missing import tells_spread
from pipeline.review.told import Named, Reading
from pipeline.text import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pipeline.card import Value
    from pipeline.quantities import Quantity


class Page:
    """An abstract with its sentences; what a look-up needs is made at the first that needs it.

    Sentences are known by their index, from 0.

    Attributes:
        text: the abstract.
        sentences: its sentences.
        words: it, to search in.
        is_wide: whether it holds Chinese, Japanese or Korean writing.
    """

    def __init__(self, abstract: str) -> None:
        self.text = abstract
        self.sentences = sentences(abstract)
        self.words = Haystack(abstract)
        self.is_wide = has_wide(abstract)
        self._plain: dict[int, str] = {}
        self._content: dict[int, frozenset[str]] = {}
        self._turns: dict[int, tuple[Turn, ...]] = {}
        self._readings: dict[str, Reading] = {}

    def named(self, numbers: Collection[int]) -> Named:
        """Return the sentences of these numbers, from 1."""
        told = tuple(sorted(set(numbers)))
        there = tuple([number - 1 for number in told if 1 <= number <= len(self.sentences)])
        return Named(told, there, tuple([self.sentences[at] for at in there]))

    def reading(self, text: str) -> Reading:
        """Return what was told of the abstract, taken apart; equal texts once."""
        if text not in self._readings:
            self._readings[text] = Reading(text)
        return self._readings[text]

    def plain(self, sentence: int) -> str:
        """Return the sentence without markup."""
        if sentence not in self._plain:
            low, high = self.words.plain.window(self.sentences[sentence])
            self._plain[sentence] = self.words.plain.text[low:high]
        return self._plain[sentence]

    def quotes(self, text: str, sentences: Iterable[int]) -> bool:
        """Tell whether `text`, a plain one, stands in one of `sentences` word for word.

        The capital and the stop that make a sentence of a clause are none of its words.
        """
        words = text.removesuffix(".")
        rest = words[1:]
        for plain in map(self.plain, sentences):
            if rest in plain and (stands_in(words, plain) or stands_in(words[:1].lower() + rest, plain)):
                return True
        return False

    def content(self, sentence: int) -> frozenset[str]:
        """Return the content words of the sentence."""
        if sentence not in self._content:
            self._content[sentence] = content_words(self.plain(sentence))
        return self._content[sentence]

    def turns(self, sentence: int) -> tuple[Turn, ...]:
        """Return the words of the sentence that say which way something went, at offsets of its plain form."""
        if sentence not in self._turns:
            self._turns[sentence] = turns(self.plain(sentence))
        return self._turns[sentence]

    @once
    def all_content(self) -> frozenset[str]:
        """The content words of the abstract."""
        return frozenset().union(*map(self.content, range(len(self.sentences))))

    @once
    def tells_spread(self) -> bool:
        """Whether the abstract says how its results vary."""
        return tells_spread(self.words.folded)

    def sentence_at(self, offset: int) -> int | None:
        """Return the sentence in which the character at `offset` of the abstract lies."""
        at = bisect_right(self.sentences, (offset, len(self.text))) - 1
        return at if at >= 0 and offset < self.sentences[at].end else None

    def quantity_of(self, value: Value) -> Quantity | None:
        """Return the quantity of the abstract in which `value` was found."""
        start, end = value.start, value.end
        return None if start is None or end is None else self.quantity_at(start, end)

    def quantity_at(self, start: int, end: int) -> Quantity | None:
        """Return the first quantity that shares characters with `[start, end)` of the abstract."""
        return next((q for q in self.words.quantities if q.start < end and start < q.end), None)

    def place_in_plain(self, sentence: int, offset: int) -> int:
        """Return where the character at `offset` of the abstract stands in the plain form of its sentence."""
        low, at = self.words.plain.window(Span(self.sentences[sentence].start, offset))
        return at - low
