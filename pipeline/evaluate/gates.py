"""Gates: the least that a score must reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.evaluate.evaluation import evaluate
from pipeline.evaluate.meeting import meet
from pipeline.evaluate.scores import SCORES, Score
from pipeline.record import Record

if TYPE_CHECKING:
    from pipeline.card import Card
    from pipeline.failure import Failure
    from pipeline.gold import Gold


class Minimum(Record):
    """The least that the score `name` must reach, from 0 to 1."""

    name: str
    least: float


class Gate(Record):
    """A minimum that was not reached; `value` is null where nothing was there to be scored."""

    name: str
    least: float
    value: float | None

    @property
    def message(self) -> str:
        """One line for a person."""
        value = "nothing to score" if self.value is None else f"{self.value:.3f}"
        return f"{self.name}: {value}, at least {self.least:g} asked for"


def minimum(text: str) -> Minimum:
    """Return the minimum that `text` writes as `NAME=VALUE`.

    Raises:
        UsageError: there is no such score, or the value is no number from 0 to 1.
    """
    name, _, written = text.partition("=")
    if name.strip() not in SCORES:
        raise UsageError(f"--min {text!r}: no score is called {name.strip()!r}. Known: {', '.join(SCORES)}.")
    try:
        least = float(written)
    except ValueError:
        least = -1.0
    if not 0 <= least <= 1:
        raise UsageError(f"--min {text!r}: write a number from 0 to 1, like {name.strip()}=0.8.")
    return Minimum(name=name.strip(), least=least)


def failed_gates(told: Iterable[Score], minima: Iterable[Minimum]) -> tuple[Gate, ...]:
    """Return the `minima` that the scores do not reach; a score of nothing reaches none."""
    values = {score.name: score.value for score in told}
    failed = []
    for wanted in minima:
        value = values[wanted.name]
        if value is None or value < wanted.least:
            failed.append(Gate(name=wanted.name, least=wanted.least, value=value))
    return tuple(failed)


def canary(
    cards: Sequence[Card], gold: Sequence[Gold], minima: Sequence[Minimum], failures: Sequence[Failure] = ()
) -> tuple[Gate, ...]:
    """Return the gates that cards of labelled abstracts do not pass; none: the rest may be asked.

    Args:
        cards: of the labelled abstracts.
        gold: their labels.
        minima: what to reach.
        failures: papers that ended without a card; their labels count as missed.

    Raises:
        InputError: a gold row meets neither a card nor a failure, or is of another abstract.
    """
    evaluation = evaluate(meet(cards, gold, failures))
    return failed_gates(evaluation.scores, minima)
