"""A run with the sending left out: what it would ask about, by the very code that would ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NoReturn

from pipeline.completion import Usage
from pipeline.desk import Desk
from pipeline.engines.interface import AskFailed
from pipeline.estimate import Survey
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.shelf import Shelf
from pipeline.telling import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.exchange import Request
    from pipeline.paper import Paper
    from pipeline.prompt import Asking, Template
    from pipeline.recall import Recall

_PIECE = 128


class _Counter:
    """An asker that counts what it is given and sends nothing."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self.retries: Counter[str] = Counter()

    async def ask(self, request: Request) -> NoReturn:
        """Count `request`; see `pipeline.engines.interface.Asker`."""
        self._survey.to_ask(request.body)
        raise AskFailed(State.PENDING, "not sent", attempts=0)

    async def close(self) -> None:
        """There is nothing to let go of."""


def survey(  # noqa: PLR0913 - all that a run stands on
    papers: Iterable[Paper],
    asking: Asking,
    recall: Recall,
    repair: Template,
    shelf: Shelf | None = None,
    *,
    refresh: bool,
) -> Survey:
    """Return the count of what a run over `papers` would ask about and of what `recall` knows already.

    Args:
        papers: those of the run.
        asking: its form.
        recall: its cache.
        repair: its template of a repair.
        shelf: that of the run that follows, which then need not look for the same cards again.
        refresh: whether it asks although an answer is known.

    Raises:
        MachineError: the cache cannot be used.
    """
    counted = Survey(asking.model)
    desk = Desk(asking, _Counter(counted), recall, repair, rules=Rules(refresh=refresh))
    cards = (shelf or Shelf(recall, desk.asking)).of(desk.asking)
    asyncio.run(_walk(papers, desk, None if refresh else cards, counted))
    return counted


async def _walk(papers: Iterable[Paper], desk: Desk, shelf: Shelf | None, counted: Survey) -> None:
    left = iter(papers)
    while piece := tuple(islice(left, _PIECE)):
        there = tuple(paper for paper in piece if paper.abstract.strip())
        counted.without_abstract(len(piece) - len(there))
        answered = shelf.answered(there) if shelf else {}
        for tokens in answered.values():
            counted.answered(Usage(output=tokens))
        rest = tuple(paper for paper in there if paper.id not in answered)
        for paper, request in zip(rest, desk.requests(rest), strict=True):
            await _one(paper, request, desk, counted)


async def _one(paper: Paper, request: Request, desk: Desk, counted: Survey) -> None:
    told = await desk.tell(paper, request)
    if isinstance(told.result, Extraction):
        counted.answered(told.usage)
    elif told.from_cache:
        counted.repeated()
