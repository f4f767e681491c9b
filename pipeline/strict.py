"""`--strict`: a card with a statement that its abstract does not carry is no card, but a failure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.failure import FailedPaper, Failure, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pipeline.card import Card, Provenance
    from pipeline.journal import Memory
    from pipeline.paper import BrokenRecord, Paper
    from pipeline.run import Journey
    from pipeline.shelf import Shelf
    from pipeline.tally import Asked, Outcome

_TOLD = 3
_RAW_KEPT = 2_000


class StrictJourney:
    """Another journey, at whose end only grounded cards pass; see `pipeline.run.Journey`."""

    def __init__(self, way: Journey) -> None:
        self._way = way

    @property
    def provenance(self) -> Provenance:
        """What the cards say of their making."""
        return self._way.provenance

    @property
    def asked(self) -> Asked | None:
        """How the asking went so far."""
        return self._way.asked

    @property
    def shelf(self) -> Shelf | None:
        """Where finished cards are kept."""
        return self._way.shelf

    def run(self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory) -> None:
        """Take each paper to its outcome; what is not grounded ends as a failure."""
        self._way.run(papers, lambda outcome: sink(only_grounded(outcome)), memory)


def only_grounded(outcome: Outcome) -> Outcome:
    """Return the outcome itself, or the failure that its ungrounded card is."""
    finished = outcome.finished
    if finished is None or finished.grounded:
        return outcome
    return replace(outcome, finished=None, failure=_failure(finished.card))


def _failure(card: Card) -> Failure:
    items = card.review.unsupported
    told = "; ".join(f"{item.where} {item.text!r}: {item.reason}" for item in items[:_TOLD])
    more = f" and {len(items) - _TOLD} more" if len(items) > _TOLD else ""
    return Failure(
        paper=FailedPaper(id=card.paper.id, sources=card.paper.sources),
        state=State.FORMAT_ERROR,
        message=f"not grounded: {told}{more}",
        attempts=0,  # no ask failed, and what the answer took is not on file
        raw=card.model_dump_json(by_alias=True, exclude={"paper"})[:_RAW_KEPT],
    )
