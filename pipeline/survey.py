"""A run with the sending left out: what it would ask about, by the very code that would ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from pipeline.desk import Desk, Rules
from pipeline.engines.interface import AskFailed
from pipeline.estimate import Survey
from pipeline.extraction import Extraction
from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.exchange import Request
    from pipeline.paper import Paper
    from pipeline.prompt import Asking, Template
    from pipeline.recall import Recall


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


def survey(papers: Iterable[Paper], asking: Asking, recall: Recall, repair: Template, *, refresh: bool) -> Survey:
    """Return the count of what a run over `papers` would ask about and of what `recall` knows already.

    Raises:
        MachineError: the cache cannot be used.
    """
    counted = Survey(asking.model)
    desk = Desk(asking, _Counter(counted), recall, repair, rules=Rules(refresh=refresh))
    asyncio.run(_walk(papers, desk, counted))
    return counted


async def _walk(papers: Iterable[Paper], desk: Desk, counted: Survey) -> None:
    for paper in papers:
        if not paper.abstract.strip():
            counted.without_abstract()
            continue
        told = await desk.tell(paper, desk.request(paper))
        if isinstance(told.result, Extraction):
            counted.answered(told.usage)
        elif told.from_cache:
            counted.repeated()
