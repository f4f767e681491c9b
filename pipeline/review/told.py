"""What was told of a paper, taken apart once for all checks, beside the sentences that are named for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.plain import without_markup
from pipeline.quantities import Quantity, find_quantities
from pipeline.review.content import content_words, has_content, has_wide
from pipeline.review.direction import Turn, turns

if TYPE_CHECKING:
    from collections.abc import Collection

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

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its figures."""
        return find_quantities(self.text)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Which way things went, as it says."""
        return turns(self.text)

    @cached_property
    def has_content(self) -> bool:
        """Whether it has any content words."""
        return has_content(self.text)

    @cached_property
    def content(self) -> frozenset[str]:
        """Its content words."""
        return content_words(self.text)


@dataclass(frozen=True)
class Told:
    """A text that was told, at its place on the card, and the sentences of the abstract that are named for it.

    Attributes:
        page: the abstract.
        where: the place on the card.
        reading: the text, taken apart.
        sentences: the named sentences that there are, by their index.
        spans: where these stand.
        absent: whether one was named that there is not.
        is_quoted: whether it stands word for word in one of the named sentences, and so needs no check of its words.
    """

    page: Page
    where: str
    reading: Reading
    sentences: tuple[int, ...]
    spans: tuple[Span, ...]
    absent: bool
    is_quoted: bool

    @classmethod
    def of(cls, page: Page, where: str, text: str, numbers: Collection[int]) -> Told:
        """Return `text` as told at `where` with the sentences of these numbers, from 1."""
        there = tuple(sorted({number - 1 for number in numbers if 1 <= number <= len(page.sentences)}))
        spans = tuple([page.sentences[at] for at in there])
        reading, absent = page.reading(text), len(there) < len(set(numbers))
        return cls(page, where, reading, there, spans, absent, is_quoted=page.quotes(reading.text, there))

    def part(self, name: str, text: str) -> Told:
        """Return what was told beside it, with the same sentences: a metric, a baseline, a setting."""
        page, there, reading = self.page, self.sentences, self.page.reading(text)
        quoted = page.quotes(reading.text, there)
        return Told(page, f"{self.where}.{name}", reading, there, self.spans, self.absent, quoted)

    @property
    def text(self) -> str:
        """The text, without markup."""
        return self.reading.text

    @property
    def is_comparable(self) -> bool:
        """Whether the words told can be those of the abstract: a translation's are not."""
        return self.reading.is_wide == self.page.is_wide and self.reading.has_content

    @cached_property
    def support(self) -> float | None:
        """The share of the content words told that the named sentences carry; null where words cannot tell."""
        if not self.is_comparable:
            return None
        if self.is_quoted:
            return 1.0
        content = self.reading.content
        carried = content.intersection(chain.from_iterable(map(self.page.content, self.sentences)))
        return round(len(carried) / len(content), 2)
