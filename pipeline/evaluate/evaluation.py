"""From meetings of cards and labels to scores, and to what lies behind them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from pipeline.card import Card
from pipeline.evaluate.findings import Count, Finding, Outcome, Part
from pipeline.evaluate.gains import judge_gains, judge_values
from pipeline.evaluate.labels import labels
from pipeline.evaluate.meeting import Meeting
from pipeline.evaluate.scores import Counts, Draw, Score, scores
from pipeline.evaluate.statements import judge_area, judge_statement, judge_system
from pipeline.gold import Gold
from pipeline.record import Record

By = Literal["area", "file"]


class JudgedPaper(Record):
    """One labelled paper: what was found, field by field, best read beside its abstract."""

    key: str
    id: str | None
    findings: tuple[Finding, ...]

    @property
    def slips(self) -> tuple[Finding, ...]:
        """What was missed or is wrong."""
        return tuple(found for found in self.findings if found.outcome in {Outcome.MISSED, Outcome.WRONG})


class Group(Record):
    """The scores of a part of the papers."""

    name: str
    papers: int
    scores: tuple[Score, ...]


class Evaluation(Record):
    """How cards measure up to gold labels.

    Attributes:
        papers: labelled papers.
        without_card: those of them that ended without a card; all of their labels count as missed.
        scores: in the order of `SCORES`.
        groups: the same by area or file, by name; empty where it was not asked for.
        judged: paper by paper, in the order of the gold file.
    """

    papers: int
    without_card: int
    scores: tuple[Score, ...]
    groups: tuple[Group, ...] = ()
    judged: tuple[JudgedPaper, ...]


def evaluate(meetings: Sequence[Meeting], draw: Draw | None = None, by: By | None = None) -> Evaluation:
    """Return the scores of cards against gold labels.

    Args:
        meetings: each gold row and its card.
        draw: the source of chance for the intervals; the same seed gives the same intervals; no
            intervals without it.
        by: what to group papers by, the best labelled area or the file they came from.

    Raises:
        InputError: a label does not stand in the abstract of its card.
    """
    parts = [tuple(_judge(meeting)) for meeting in meetings]
    counts = [_counts(part) for part in parts]
    return Evaluation(
        papers=len(meetings),
        without_card=sum(1 for meeting in meetings if meeting.card is None),
        scores=scores(counts, draw),
        groups=tuple(_groups(meetings, counts, draw, _NAMED[by])) if by else (),
        judged=tuple(_judged(meeting, part) for meeting, part in zip(meetings, parts, strict=True)),
    )


def _judge(meeting: Meeting) -> Iterator[Part]:
    gold, card = meeting
    if card is None:
        yield from _without_card(gold)
        return
    placed = labels(gold, card.paper.abstract)
    yield judge_statement("problem", placed.problem, card.problem, card.paper.abstract)
    yield judge_statement("method", placed.method, card.method, card.paper.abstract)
    yield judge_gains(placed, card)
    yield judge_values(placed, card)
    yield judge_area(gold, card)
    yield judge_system(gold, card)


def _without_card(gold: Gold) -> Iterator[Part]:
    """Yield what a paper comes to of which nothing is known: every label is missed."""
    values = tuple(value for gain in gold.gains for value in gain.values)
    once = (("problem", gold.problem_quotes), ("method", gold.method_quotes), ("area", gold.areas))
    for field, alternatives in once:
        missed = Finding(field=field, outcome=Outcome.MISSED, label=alternatives, card=())
        yield Part({field: Count(0, 1)}, (missed,))
    many = (("gains", tuple(gain.quote for gain in gold.gains)), ("values", values), ("system", gold.system))
    for field, told in many:
        missing = tuple(Finding(field=field, outcome=Outcome.MISSED, label=(one,), card=()) for one in told)
        yield Part({f"{field}.precision": Count(0, 0), f"{field}.recall": Count(0, len(told))}, missing)
    yield Part({"kind": Count(0, 0)}, ())


def _counts(parts: Sequence[Part]) -> Counts:
    return {name: count for part in parts for name, count in part.counts.items()}


def _judged(meeting: Meeting, parts: Sequence[Part]) -> JudgedPaper:
    findings = tuple(finding for part in parts for finding in part.findings)
    return JudgedPaper(key=meeting.gold.key, id=meeting.card.paper.id if meeting.card else None, findings=findings)


def _groups(
    meetings: Sequence[Meeting], counts: Sequence[Counts], draw: Draw | None, named: Callable[[Meeting], str]
) -> Iterator[Group]:
    grouped: defaultdict[str, list[Counts]] = defaultdict(list)
    for meeting, counted in zip(meetings, counts, strict=True):
        grouped[named(meeting)].append(counted)
    for name in sorted(grouped):
        yield Group(name=name, papers=len(grouped[name]), scores=scores(grouped[name], draw))


def _file(card: Card | None) -> str:
    return card.paper.sources[0].path if card and card.paper.sources else "(no card)"


_NAMED: dict[By, Callable[[Meeting], str]] = {
    "area": lambda meeting: meeting.gold.areas[0],
    "file": lambda meeting: _file(meeting.card),
}
