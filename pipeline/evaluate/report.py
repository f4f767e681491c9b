"""An evaluation as plain lines for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.evaluate.findings import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.evaluate.evaluation import Evaluation, Group, JudgedPaper
    from pipeline.evaluate.findings import Finding
    from pipeline.evaluate.scores import Score

HEADLINES = ("problem", "method", "gains.f1", "values.f1", "kind", "area", "system.f1")
"""The scores that say most, one a field."""

_NONE = "–"


def report(evaluation: Evaluation, *, errors: bool = False) -> Iterator[str]:
    """Yield the lines: a table of scores, one of groups where there are any, and with `errors` each miss."""
    without = evaluation.without_card
    told = f", {without} of them without a card: all their labels count as missed" if without else ""
    yield f"{evaluation.papers} labelled papers{told}"
    yield ""
    yield f"{'':18}{'score':>6}   95% interval        right"
    yield from map(_score, evaluation.scores)
    if evaluation.groups:
        yield ""
        yield from _groups(evaluation.groups)
    if errors:
        yield ""
        yield from _errors(evaluation.judged)


def figure(value: float | None) -> str:
    """Return a score as it is printed."""
    return _NONE if value is None else f"{value:.3f}"


def interval(score: Score) -> str:
    """Return the ends of its interval as they are printed."""
    return "" if score.low is None or score.high is None else f"{score.low:.3f} to {score.high:.3f}"


def share(score: Score) -> str:
    """Return how many of how many are right, nothing for a score that is no share."""
    return "" if score.right is None else f"{score.right} of {score.of}"


def _score(score: Score) -> str:
    return f"{score.name:18}{figure(score.value):>6}   {interval(score):16}   {share(score):>10}".rstrip()


def _groups(groups: Sequence[Group]) -> Iterator[str]:
    yield f"{'papers':>6}  " + "  ".join(f"{name:>9}" for name in HEADLINES)
    for group in groups:
        values = {score.name: score.value for score in group.scores}
        yield f"{group.papers:>6}  " + "  ".join(f"{figure(values[name]):>9}" for name in HEADLINES) + f"  {group.name}"


def _errors(judged: Sequence[JudgedPaper]) -> Iterator[str]:
    if not any(paper.slips for paper in judged):
        yield "no misses"
    for paper in judged:
        yield from (f"{paper.key}  {_error(slip)}" for slip in paper.slips)


def _error(slip: Finding) -> str:
    label, card = (" | ".join(" ".join(words.split()) for words in side) for side in (slip.label, slip.card))
    if slip.outcome is Outcome.MISSED:
        return f"{slip.field} missed: {label}"
    return f"{slip.field} wrong: {card}" + (f"; labelled: {label}" if label else "")
