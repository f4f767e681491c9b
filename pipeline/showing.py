"""Papers and cards as plain lines for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pipeline.card import Verdict
from pipeline.errors import UsageError
from pipeline.prompt import numbered
from pipeline.readers import read_papers
from pipeline.recordfiles import is_cards_file, read_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card, ClaimedGain
    from pipeline.paper import Paper

Shown = TypeVar("Shown")


def shown(inputs: Sequence[str], reader: str | None, picked: str | None) -> Iterator[str]:
    """Yield the lines that show `inputs`, or the one paper or card of them that is `picked`.

    Raises:
        InputError: an input cannot be read.
        UsageError: nothing is called `picked`.
    """
    if len(inputs) == 1 and is_cards_file(Path(inputs[0])):
        yield from _cards(read_cards(Path(inputs[0])), picked)
        return
    papers = read_papers(inputs, reader)
    if picked is not None:
        yield from _paper(_named(((paper.id, paper) for paper in papers), picked))
        return
    for file in papers.files:
        yield f"{file.path}: {file.format}, {file.papers} papers, {file.duplicates} of them met before"
    yield f"{len(papers)} different papers in {papers.sources} places"


def _cards(cards: Iterable[Card], picked: str | None) -> Iterator[str]:
    if picked is not None:
        yield from _card(_named(((card.paper.id, card) for card in cards), picked))
        return
    for number, card in enumerate(cards, start=1):
        name = card.paper.title or ", ".join(card.system) or card.paper.id
        yield f"{number}. {name}: {card.task_area.task} ({len(card.claimed_gains)} claimed gains)"


def _named(items: Iterable[tuple[str, Shown]], picked: str) -> Shown:
    for number, (name, item) in enumerate(items, start=1):
        if picked in {name, str(number)}:
            return item
    raise UsageError(f"nothing here is called {picked!r}. Give an id, or a number from 1.")


def _paper(paper: Paper) -> Iterator[str]:
    yield paper.id
    facts = {"title": paper.title, "authors": ", ".join(paper.authors), "venue": paper.venue, "year": paper.year}
    yield from (f"{name}: {value}" for name, value in facts.items() if value)
    yield "sources: " + ", ".join(f"{source.path}:{source.position}" for source in paper.sources)
    yield numbered(paper.abstract) or "(no abstract)"


def _card(card: Card) -> Iterator[str]:
    yield card.paper.title or ", ".join(card.system) or card.paper.id
    yield f"{card.paper.id}; {card.task_area.area}; {card.task_area.task or 'no task stated'}"
    yield f"problem: {card.problem.text or 'not stated'}"
    yield f"method: {card.method.text or 'not stated'}"
    for number, gain in enumerate(card.claimed_gains, start=1):
        yield from _gain(number, gain)
    yield "not stated: " + (", ".join(card.review.not_stated) or "nothing that was looked for")
    yield from (f"not in the abstract: {item.where}: {item.text} ({item.reason})" for item in card.review.unsupported)
    yield "flags: " + (", ".join(card.review.flags) or "none")


def _gain(number: int, gain: ClaimedGain) -> Iterator[str]:
    yield f"gain {number} ({gain.kind}): {gain.text}"
    for value in gain.values:
        marked = "" if value.verdict is Verdict.EXACT else f" [{value.verdict}]"
        yield f"  value {value.text}{marked}"
    facts = {"metric": gain.metric, "baseline": gain.baseline, "setting": gain.setting}
    yield from (f"  {name}: {text or 'not stated'}" for name, text in facts.items())
