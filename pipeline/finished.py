"""A card as it is written: one line, and what of it is counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pipeline.card import Card
from pipeline.write import line


@dataclass(frozen=True)
class Finished:
    """The line of a card.

    Attributes:
        line: UTF-8, with its line end.
        gains: how many gains are claimed.
        grounded: the abstract carries all of it.
    """

    line: bytes
    gains: int
    grounded: bool

    @classmethod
    def of(cls, card: Card) -> Finished:
        """Return `card` as it is written."""
        return cls(line(card), len(card.claimed_gains), card.review.grounded)

    @cached_property
    def card(self) -> Card:
        """The card, read from its line."""
        return Card.model_validate_json(self.line)
