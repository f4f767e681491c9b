"""Papers and cards as lines for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pipeline.errors import UsageError
from pipeline.paper import BrokenRecord, is_called
from pipeline.portrait import portrait
from pipeline.prompt import numbered
from pipeline.readers import read_papers
from pipeline.recordfiles import is_cards_file, read_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card
    from pipeline.manner import Manner
    from pipeline.nearness import NearDuplicate
    from pipeline.paper import Change, Paper
    from pipeline.portrait import Row
    from pipeline.readers import FileFacts

Shown = TypeVar("Shown")


def shown(inputs: Sequence[str], manner: Manner, picked: str | None) -> Iterator[Row | str]:
    """Yield the lines that show `inputs`, or the one paper or card of them that is `picked`.

    Raises:
        InputError: an input cannot be read.
        UsageError: nothing is called `picked`.
    """
    if len(inputs) == 1 and is_cards_file(Path(inputs[0])):
        yield from _cards(read_cards(Path(inputs[0])), picked)
        return
    papers = read_papers(inputs, manner)
    if picked is not None:
        yield from _paper(_named(((paper.id, paper) for paper in papers), picked))
        return
    yield from map(_file, papers.files)
    yield f"{len(papers)} different papers in {papers.sources} places"
    yield from map(_near, papers.near_duplicates())
    yield from (record.message for record in papers.records() if isinstance(record, BrokenRecord))


def _cards(cards: Iterable[Card], picked: str | None) -> Iterator[Row | str]:
    if picked is not None:
        numbered_cards = enumerate(cards, start=1)
        yield from portrait(*_named(((card.paper.id, (at, card)) for at, card in numbered_cards), picked))
        return
    for number, card in enumerate(cards, start=1):
        name = card.paper.title or ", ".join(card.system) or card.paper.id
        yield f"{number}. {name}: {card.task_area.task} ({len(card.claimed_gains)} claimed gains)"


def _named(items: Iterable[tuple[str, Shown]], picked: str) -> Shown:
    for number, (name, item) in enumerate(items, start=1):
        if picked == str(number) or is_called(name, picked):
            return item
    raise UsageError(f"nothing here is called {picked!r}. Give an id, or a number from 1.")


def _file(file: FileFacts) -> str:
    """Return what was read of a file on one line, without what is nought."""
    kind = f"{file.format}, {file.encoding}" if file.encoding else file.format
    counts = {
        "with an abstract": file.papers - file.without_abstract,
        "without": file.without_abstract,
        "met before": file.duplicates,
        "cleaned": file.cleaned,
        "records that cannot be read": file.broken,
    }
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{file.path}: {kind}, {file.papers} papers: {told}" + (f" ({file.note})" if file.note else "")


def _near(pair: NearDuplicate) -> str:
    first, second = (f"{source.path}:{source.position}" for source in pair.sources)
    return f"nearly the same ({pair.overlap:.0%} of their words): {pair.ids[0]} ({first}) and {pair.ids[1]} ({second})"


def _change(change: Change) -> str:
    if change.cut is None:
        return f"cleaned: {change.kind} ({change.count})"
    return f"cut off: {change.kind}: {' '.join(change.cut.split())}"


def _paper(paper: Paper) -> Iterator[str]:
    yield paper.id
    facts = {
        "title": paper.title,
        "authors": ", ".join(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "url": paper.url,
        "keywords": ", ".join(paper.keywords),
    }
    yield from (f"{name}: {value}" for name, value in facts.items() if value)
    yield "sources: " + ", ".join(f"{source.path}:{source.position}" for source in paper.sources)
    yield from map(_change, paper.cleaning)
    yield numbered(paper.abstract) or f"no abstract: {paper.missing or 'the source gives none'}"
