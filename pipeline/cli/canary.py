"""`--canary`: a few labelled abstracts first, and the rest only where their cards are good enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.cli.progress import tell
from pipeline.errors import NotGoodEnoughError
from pipeline.evaluate import canary, labelled, minimum
from pipeline.journal import NoMemory
from pipeline.paper import Paper, source_id
from pipeline.recordfiles import read_gold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from pipeline.gold import Gold
    from pipeline.run import Journey
    from pipeline.tally import Outcome


def sing(way: Journey, papers: Iterable[Paper], gold: Path, minima: Sequence[str]) -> None:
    """Make the cards of the labelled abstracts and return when they pass the gates.

    Their answers are kept like any other, so that a run that goes on does not ask for them again.

    Raises:
        NotGoodEnoughError: they do not pass.
        UsageError: a minimum names no score.
        InputError: the labels cannot be read, or meet no paper.
    """
    wanted = [minimum(text) for text in minima]
    rows = tuple(read_gold(gold))
    outcomes: list[Outcome] = []
    way.run(_chosen(papers, rows), outcomes.append, NoMemory())
    cards = [outcome.card for outcome in outcomes if outcome.card]
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    gates = canary(cards, rows, wanted, failures)
    if gates:
        told = "; ".join(gate.message for gate in gates)
        raise NotGoodEnoughError(f"the canary does not pass, so nothing else was asked: {told}.")
    tell(f"the canary passes: {len(rows)} labelled abstracts, {len(wanted)} gates")


def _chosen(papers: Iterable[Paper], rows: Sequence[Gold]) -> Iterator[Paper]:
    """Yield the papers of the rows that bring their abstract, and those of the input that the others speak of."""
    for row in rows:
        if row.abstract is not None:
            yield Paper(id=source_id(row.key), abstract=row.abstract)
    bare = [row for row in rows if row.abstract is None]
    if bare:
        yield from labelled(papers, bare)
