"""What was told of a paper, taken apart once for all checks, beside the sentences that are named for it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pipeline.once import once
from pipeline.plain import without_markup
from pipeline.quantities import Quantity, find_quantities
from pipeline.review.content import content_words, has_content, has_wide
from pipeline.review.direction import Turn, turns

if TYPE_CHECKING:
    from pipeline.review.page import Page
    from pipeline.text import Span


class Reading:
    """A text that was told, taken apart as far as it is asked for.

    Attributes:
        text: the text without markup.
        is_wide: whether it holds Chinese, Japanese or Korean writing.
    """

    def __init__(self, text: str) -> None:
        self.text = without_markup(text).strip()
        self.is_wide = has_wide(self.text)

    @once
    def quantities(self) -> tuple[Quantity, ...]:
        """Its figures."""
        return find_quantities(self.text)

    @once
    def turns(self) -> tuple[Turn, ...]:
        """Which way things went, as it says."""
        return turns(self.text)

    @once
    def has_content(self) -> bool:
        """Whether it has any content words."""
        return has_content(self.text)

    @once
    def content(self) -> frozenset[str]:
        """Its content words."""
        return content_words(self.text)


class Named(NamedTuple):
    """The sentences that are named for what was told.

    Attributes:
        numbers: their numbers, from 1, in order, with those of which there is no sentence.
        sentences: those that there are, by their index.
        spans: where these stand.
    """

    numbers: tuple[int, ...]
    sentences: tuple[int, ...]
    spans: tuple[Span, ...]


class Told:
    """A text that was told, at its place on the card, and the sentences of the abstract that are named for it.

    Attributes:
        page: the abstract.
        where: the place on the card.
        reading: the text, taken apart.
        named: the sentences named, whose parts are attributes of this too.
        absent: whether one was named that there is not.
        is_quoted: whether it stands word for word in one of the named sentences, and so needs no check of its words.
    """

    def __init__(self, page: Page, where: str, text: str, named: Named) -> None:
        self.page, self.where, self.named = page, where, named
        numbers, self.sentences, self.spans = named
        self.absent = len(self.sentences) < len(numbers)
        self.reading = page.reading(text)
        self.is_quoted = page.quotes(self.reading.text, self.sentences)

    def part(self, name: str, text: str) -> Told:
        """Return what was told beside it, with the same sentences: a metric, a baseline, a setting."""
        return Told(self.page, f"{self.where}.{name}", text, self.named)

    @property
    def text(self) -> str:
        """The text, without markup."""
        return self.reading.text

    @property
    def is_comparable(self) -> bool:
        """Whether the words told can be those of the abstract: a translation's are not."""
        return self.reading.is_wide == self.page.is_wide and self.reading.has_content

    @once
    def support(self) -> float | None:
        """The share of the content words told that the named sentences carry; null where words cannot tell."""
        if not self.is_comparable:
            return None
        if self.is_quoted:
            return 1.0
        content = self.reading.content
        carried = content.intersection(chain.from_iterable(map(self.page.content, self.sentences)))
        return round(len(carried) / len(content), 2)
