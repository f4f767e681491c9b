"""What the judging of one paper comes to: counts that add up over papers, and words to read."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pipeline.record import Record


class Count(NamedTuple):
    """How many of how many are right."""

    right: int
    of: int


class Outcome(StrEnum):
    """How a label and what the card says of it go together."""

    RIGHT = "right"
    MISSED = "missed"
    WRONG = "wrong"
    OPEN = "open"


class Finding(Record):
    """A label and what the card says of it.

    Attributes:
        field: which part of the card.
        outcome: `missed`: labelled, and not on the card; `wrong`: on the card, and no label bears
            it out; `open`: counts neither way.
        label: the labelled words; more than one are alternatives.
        card: the card's words.
    """

    field: str
    outcome: Outcome
    label: tuple[str, ...]
    card: tuple[str, ...]


class Part(NamedTuple):
    """What one room of the judging finds: counts by the names of scores, and findings in order."""

    counts: dict[str, Count]
    findings: tuple[Finding, ...]
