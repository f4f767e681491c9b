"""The journey of a paper, from the reader's hand to the writer's: the one place that knows the order.

prompt -> lookup, else ask -> parse -> keep -> ground. An answer is kept after it parsed, so a
reply that cannot be used never comes back from the cache; what is kept is the raw reply, so a
better parser or checker costs no tokens.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from pipeline.card import Provenance
from pipeline.completion import Usage, completion
from pipeline.engines.interface import AskFailed
from pipeline.extraction import Extraction, extraction_schema, schema_fingerprint
from pipeline.failure import FailedPaper, Failure, State
from pipeline.ground import ground
from pipeline.order import work_in_order
from pipeline.parse import Unusable, parse
from pipeline.tally import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pipeline.engines.interface import Asker, Extractor
    from pipeline.exchange import Request
    from pipeline.paper import Paper
    from pipeline.prompt import Asking
    from pipeline.recall import Recall
    from pipeline.taxonomy import Taxonomy

_RAW_KEPT = 2_000
_WINDOW = 1_000


class Journey(Protocol):
    """A way through the house that is made ready for papers."""

    @property
    def provenance(self) -> Provenance:
        """What the cards say of their making."""

    @property
    def address(self) -> str | None:
        """Where papers are sent, null where they stay on this machine."""

    def run(self, papers: Iterable[Paper], sink: Callable[[Outcome], None]) -> None:
        """Take each paper to its outcome; `sink` sees the outcomes in input order.

        Raises:
            ProviderError: no ask can succeed.
            MachineError: the cache cannot be used.
        """


@dataclass(frozen=True)
class EmbeddedJourney:
    """Papers through the embedded engine: no key, no network, at once."""

    extractor: Extractor
    taxonomy: Taxonomy

    @cached_property
    def provenance(self) -> Provenance:
        """What the cards say of their making."""
        return Provenance(
            engine="extractive",
            model=self.extractor.model_name,
            prompt=None,
            schema_=schema_fingerprint(extraction_schema(self.taxonomy.names)),
            output_mode=None,
        )

    @property
    def address(self) -> None:
        """Papers stay on this machine."""
        return

    def run(self, papers: Iterable[Paper], sink: Callable[[Outcome], None]) -> None:
        """Fill and check the card of each paper."""
        for paper in papers:
            sink(_without_abstract(paper) or self._outcome(paper))

    def _outcome(self, paper: Paper) -> Outcome:
        return Outcome(card=ground(paper, self.extractor.extract(paper), self.provenance))


@dataclass(frozen=True)
class AskedJourney:
    """Papers through a model that is asked, or was asked before.

    Attributes:
        concurrency: asks in flight at once.
        refresh: ask again although an answer is known.
    """

    asking: Asking
    asker: Asker
    recall: Recall
    concurrency: int
    refresh: bool = False

    @cached_property
    def provenance(self) -> Provenance:
        """What the cards say of their making."""
        return Provenance(
            engine="openai",
            model=self.asking.model,
            prompt=self.asking.template.label,
            schema_=self.asking.schema_label,
            output_mode=self.asking.output_mode,
        )

    @property
    def address(self) -> str:
        """Where papers are sent."""
        return self.asking.address

    def run(self, papers: Iterable[Paper], sink: Callable[[Outcome], None]) -> None:
        """Recall or ask for, then check, the card of each paper."""
        asyncio.run(self._all(papers, sink))

    async def _all(self, papers: Iterable[Paper], sink: Callable[[Outcome], None]) -> None:
        desk = _Desk(self)
        window = max(_WINDOW, 4 * self.concurrency)
        try:
            await work_in_order(papers, desk.outcome, sink, workers=self.concurrency, window=window)
        finally:
            await self.asker.close()


@dataclass(frozen=True)
class _Told:
    """What one ask, or one recall, came to."""

    result: Extraction | Unusable
    requests: int = 0
    from_cache: bool = False
    usage: Usage = field(default_factory=Usage)


class _Desk:
    """Asks each key once: papers with equal abstracts under two ids share one answer."""

    def __init__(self, journey: AskedJourney) -> None:
        self._journey = journey
        self._areas = frozenset(journey.asking.taxonomy.names)
        self._asks: dict[str, asyncio.Task[_Told]] = {}

    async def outcome(self, paper: Paper) -> Outcome:
        """Return where `paper` ends."""
        missing = _without_abstract(paper)
        if missing is not None:
            return missing
        told = await self._told(self._journey.asking.request(paper))
        if isinstance(told.result, Unusable):
            failure = _failure(paper, told.result, told.requests)
            return Outcome(None, failure, told.requests, told.from_cache, told.usage)
        card = ground(paper, told.result, self._journey.provenance)
        return Outcome(card, None, told.requests, told.from_cache, told.usage)

    async def _told(self, request: Request) -> _Told:
        running = self._asks.get(request.key)
        if running is not None:
            return replace(await asyncio.shield(running), requests=0, from_cache=True)
        task = self._asks[request.key] = asyncio.ensure_future(self._tell(request))
        told = await task
        if isinstance(told.result, Extraction):
            del self._asks[request.key]  # from here on the cache knows it; a failure must not be asked twice
        return told

    async def _tell(self, request: Request) -> _Told:
        known = None if self._journey.refresh else self._recalled(request)
        if known is not None:
            return _Told(known, from_cache=True)
        try:
            answer = await self._journey.asker.ask(request)
        except AskFailed as failed:
            return _Told(Unusable(failed.state, str(failed), failed.raw), requests=failed.attempts)
        result = parse(answer.reply, self._areas)
        if isinstance(result, Extraction):
            self._journey.recall.keep(request, answer.reply)
        return _Told(result, requests=answer.attempts, usage=completion(answer.reply).usage)

    def _recalled(self, request: Request) -> Extraction | None:
        reply = self._journey.recall.lookup(request)
        result = None if reply is None else parse(reply, self._areas)
        return result if isinstance(result, Extraction) else None


def _failure(paper: Paper, unusable: Unusable, attempts: int) -> Failure:
    raw = unusable.content[:_RAW_KEPT] if unusable.content else None
    return Failure(
        paper=FailedPaper(id=paper.id, sources=paper.sources),
        state=unusable.state,
        message=unusable.message,
        attempts=attempts,
        raw=raw,
    )


def _without_abstract(paper: Paper) -> Outcome | None:
    if paper.abstract.strip():
        return None
    return Outcome(failure=_failure(paper, Unusable(State.NO_ABSTRACT, "the source gives no abstract"), 0))
