"""The gold record: what a careful reader finds in one abstract, as labels to measure cards by."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.extraction import GainKind
from pipeline.record import Record


class GoldGain(Record):
    """One claim that the authors make for their own work.

    Attributes:
        quote: the shortest clause of the abstract that carries it, verbatim.
        values: its figures as written, each a part of the quote.
        support: words that tell where it was measured (data, models, sizes); they are not scored.
        kind: `sota` is short for `state_of_the_art`.
    """

    quote: str = Field(min_length=1)
    values: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    metric: str | None = None
    baseline: str | None = None
    dataset: str | None = None
    kind: Literal["quantitative", "comparative", "sota", "state_of_the_art", "qualitative"]
    hedged: bool = False

    @property
    def gain_kind(self) -> GainKind:
        """The kind, in a card's words."""
        return GainKind.STATE_OF_THE_ART if self.kind == "sota" else GainKind(self.kind)


class GoldReference(Record):
    """Problem and method in a few words of the labeller's own, for people to read."""

    problem: str
    method: str


class Gold(Record):
    """One line of a gold file: the labels of one abstract.

    Attributes:
        key: the paper's id, or the list and the place in it: `000-01` is the first paper of the
            file whose name is `000` or begins with `000_` or `000.`.
        abstract: the text that was labelled; it finds the card where ids do not.
        problem_quotes: verbatim parts that state the problem, the most central first; any of them
            counts. None: the abstract states no problem, and neither may the card.
        method_quotes: the same for what the authors propose.
        gains: one for each distinct claim.
        gains_optional: borderline claims, right neither to find nor to miss.
        areas: acceptable areas, the best first.
        system: names that the authors give to what they made.
        system_aliases: other ways in which the abstract writes a name.
        system_optional: names that are right neither to find nor to miss.
    """

    key: str = Field(min_length=1)
    abstract: str | None = None
    problem_quotes: tuple[str, ...]
    method_quotes: tuple[str, ...]
    gains: tuple[GoldGain, ...]
    gains_optional: tuple[GoldGain, ...] = ()
    areas: tuple[str, ...] = Field(min_length=1)
    system: tuple[str, ...]
    system_aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    system_optional: tuple[str, ...] = ()
    task: str | None = None
    code: str | None = None
    reference: GoldReference | None = None
