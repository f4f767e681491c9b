"""What was told of a paper, taken apart once for all checks, beside the sentences that are named for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.plain import without_markup
from pipeline.quantities import Quantity, find_quantities
from pipeline.review.content import content_words, has_wide
from pipeline.review.direction import Turn, turns

if TYPE_CHECKING:
    from collections.abc import Collection

    from pipeline.review.page import Page
    from pipeline.text import Span


class Reading:
    """A text that was told, taken apart as far as it is asked for; `text` is it without markup."""

    def __init__(self, text: str) -> None:
        self.text = without_markup(text).strip()

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its figures."""
        return find_quantities(self.text)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Which way things went, as it says."""
        return turns(self.text)

    @cached_property
    def content(self) -> frozenset[str]:
        """Its content words."""
        return content_words(self.text)

    @cached_property
    def is_wide(self) -> bool:
        """Whether it holds Chinese, Japanese or Korean writing."""
        return has_wide(self.text)


@dataclass(frozen=True)
class Told:
    """A text that was told, at its place on the card, and the sentences of the abstract that are named for it.

    Attributes:
        page: the abstract.
        where: the place on the card.
        reading: the text, taken apart.
        sentences: the named sentences that there are, by their index.
        absent: whether one was named that there is not.
    """

    page: Page
    where: str
    reading: Reading
    sentences: tuple[int, ...]
    absent: bool

    @classmethod
    def of(cls, page: Page, where: str, text: str, numbers: Collection[int]) -> Told:
        """Return `text` as told at `where` with the sentences of these numbers, from 1."""
        there = tuple(sorted({number - 1 for number in numbers if 1 <= number <= len(page.sentences)}))
        return cls(page, where, page.reading(text), there, absent=len(there) < len(set(numbers)))

    def part(self, name: str, text: str) -> Told:
        """Return what was told beside it, with the same sentences: a metric, a baseline, a setting."""
        where = f"{self.where}.{name}"
        return Told(self.page, where, self.page.reading(text), self.sentences, self.absent)

    @property
    def text(self) -> str:
        """The text, without markup."""
        return self.reading.text

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The named sentences."""
        return tuple(self.page.sentences[at] for at in self.sentences)

    @cached_property
    def is_quoted(self) -> bool:
        """Whether it stands word for word in one of the named sentences, and so needs no check of its words."""
        page, text = self.page, self.text
        near = (at for at in self.sentences if text in page.plain(at))
        return any(page.words.has(text, page.sentences[at]) for at in near)

    @property
    def is_comparable(self) -> bool:
        """Whether the words told can be those of the abstract: a translation's are not."""
        return bool(self.reading.content) and self.reading.is_wide == self.page.is_wide

    @cached_property
    def support(self) -> float | None:
        """The share of the content words told that the named sentences carry; null where words cannot tell."""
        if not self.is_comparable:
            return None
        content = self.reading.content
        carried = {word for at in self.sentences for word in content & self.page.content(at)}
        return round(len(carried) / len(content), 2)
