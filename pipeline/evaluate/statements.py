"""Problem, method, area and names of one paper, judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.evaluate.findings import Count, Finding, Outcome, Part
from pipeline.matching import any_same_words, folded, found_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card, Statement
    from pipeline.gold import Gold
    from pipeline.text import Span


def judge_statement(field: str, quotes: Sequence[Span], statement: Statement, abstract: str) -> Part:
    """Judge the problem or the method: its evidence shares half of the shorter with any labelled quote.

    Where nothing is labelled, right is a card that states nothing.
    """
    evidence = found_spans(statement.evidence)
    stated = bool(statement.text or statement.evidence)
    right = any_same_words(evidence, quotes) if quotes else not stated
    outcome = Outcome.RIGHT if right else Outcome.WRONG if stated else Outcome.MISSED
    words = tuple(abstract[slice(*span)] for span in evidence) or ((statement.text,) if statement.text else ())
    finding = Finding(field=field, outcome=outcome, label=tuple(abstract[slice(*q)] for q in quotes), card=words)
    return Part({field: Count(int(right), 1)}, (finding,))


def judge_area(gold: Gold, card: Card) -> Part:
    """Judge the area: one of the acceptable ones."""
    right = folded(card.task_area.area) in map(folded, gold.areas)
    outcome = Outcome.RIGHT if right else Outcome.WRONG
    finding = Finding(field="area", outcome=outcome, label=gold.areas, card=(card.task_area.area,))
    return Part({"area": Count(int(right), 1)}, (finding,))


def judge_system(gold: Gold, card: Card) -> Part:
    """Judge the names: each labelled name once, by itself or an alias; optional names count neither way."""
    findings = tuple(_names(gold, card.system))
    outcomes = [finding.outcome for finding in findings]
    right, missed, wrong = (outcomes.count(o) for o in (Outcome.RIGHT, Outcome.MISSED, Outcome.WRONG))
    counts = {"system.precision": Count(right, right + wrong), "system.recall": Count(right, right + missed)}
    return Part(counts, findings)


def _names(gold: Gold, told: Iterable[str]) -> Iterator[Finding]:
    known = {folded(alias): name for name, aliases in gold.system_aliases.items() for alias in aliases}
    known |= {folded(name): name for name in gold.system}
    optional, met = {folded(name) for name in gold.system_optional}, set[str]()
    for name in told:
        meant = known.get(folded(name))
        if meant in gold.system and meant not in met:
            met.add(meant)
            yield Finding(field="system", outcome=Outcome.RIGHT, label=(meant,), card=(name,))
        else:
            # A name told again in another form adds nothing and costs nothing.
            outcome = Outcome.OPEN if meant or folded(name) in optional else Outcome.WRONG
            yield Finding(field="system", outcome=outcome, label=(), card=(name,))
    for name in gold.system:
        if name not in met:
            yield Finding(field="system", outcome=Outcome.MISSED, label=(name,), card=())
