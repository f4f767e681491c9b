"""The journey of a paper, from the reader's hand to the writer's: the one place that knows the order.

prompt -> lookup, else ask -> parse -> keep -> ground. An answer is kept after it parsed, so a
reply that cannot be used never comes back from the cache; what is kept is the raw reply, so a
better parser or checker costs no tokens.
"""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pipeline.card import Provenance
from pipeline.extraction import Extraction, extraction_schema, schema_fingerprint
from pipeline.failure import FailedPaper, Failure, State
from pipeline.finished import Finished
from pipeline.journal import Settled
from pipeline.loop import run_in_loop
from pipeline.order import Later, work_in_order
from pipeline.origin import provenance_of
from pipeline.paper import BrokenRecord, Paper
from pipeline.parse import Unusable
from pipeline.shelf import Answered, Known, Shelf
from pipeline.tally import Asked, Outcome
from pipeline.workers import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence

    from pipeline.card import Card
    from pipeline.desk import Desk
    from pipeline.engines.interface import Asker, Extractor
    from pipeline.exchange import Request
    from pipeline.journal import Memory
    from pipeline.prompt import Asking
    from pipeline.recall import Recall
    from pipeline.taxonomy import Taxonomy
    from pipeline.telling import Told

_RAW_KEPT = 2_000
_WINDOW = 1_000
_PIECE = 32
"""Papers whose answers are looked for at once: nothing is sent meanwhile, and more would cost hardly less."""
_CLOSING = 1.0  # seconds that connections may take to close


# What makes and reviews a card is imported where one is made: a run whose cards are all known makes none.


class Journey(Protocol):
    """A way through the house that is made ready for papers."""

    @property
    def provenance(self) -> Provenance:
        """What the cards say of their making."""

    @property
    def asked(self) -> Asked | None:
        """How the asking went so far; null where papers stay on this machine."""

    @property
    def shelf(self) -> Shelf | None:
        """Where finished cards are kept; null where none are."""

    def run(self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory) -> None:
        """Take each paper to its outcome; `sink` sees the outcomes in input order.

        Args:
            papers: in input order, each once; records that cannot be read end as failures in their places.
            sink: takes each outcome.
            memory: of the failures that an interrupted run has met already.

        Raises:
            ProviderError: no ask can succeed.
            MachineError: the cache cannot be used.
        """


@dataclass(frozen=True)
class EmbeddedJourney:
    """Papers through the embedded engine: no key, no network, at once.

    Attributes:
        jobs: in how many processes; null: as many as there are cores, where there are many papers.
    """

    extractor: Extractor
    taxonomy: Taxonomy
    jobs: int | None = 1

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
    def asked(self) -> None:
        """Papers stay on this machine."""
        return

    @property
    def shelf(self) -> None:
        """None of its cards is kept."""
        return

    def run(self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory) -> None:  # noqa: ARG002 - nothing is paid for here
        """Fill and check the card of each paper."""
        with closing(spread(self._outcome, papers, self.jobs)) as outcomes:
            for outcome in outcomes:
                sink(outcome)

    def _outcome(self, record: Paper | BrokenRecord) -> Outcome:
        paper = _readable(record)
        if paper is None:
            return _unread(record)
        from pipeline.ground import ground  # noqa: PLC0415
        from pipeline.review import Flag, flagged  # noqa: PLC0415

        card = ground(paper, self.extractor.extract(paper), self.provenance)
        reads = self.extractor.reads(paper.abstract)
        return Outcome(Finished.of(card if reads else flagged(card, Flag.LANGUAGE_NOT_MODELLED)))


class _Drawn(NamedTuple):
    """A record on its way: its card where that is known, else its first request in the form of then."""

    record: Paper | BrokenRecord
    form: Asking
    known: Known | None
    request: Request | None


class AskedJourney:
    """Papers through a model that is asked, or was asked before.

    Args:
        desk: asks and recalls.
        asker: what the desk asks, closed at the end.
        recall: where finished cards are kept.
        workers: papers that are asked about at once.
        repair: whether the model is asked once more about what is not in the abstract.
    """

    def __init__(self, desk: Desk, asker: Asker, recall: Recall, workers: int, *, repair: bool) -> None:
        self._desk = desk
        self._asker = asker
        self._workers = workers
        self._repair = repair
        self._shelf = Shelf(recall, desk.asking)

    @property
    def provenance(self) -> Provenance:
        """What the cards say of their making, as far as it is decided by now."""
        return provenance_of(self._desk.asking)

    @property
    def asked(self) -> Asked:
        """How the asking went so far."""
        return Asked(
            address=self._desk.asking.address,
            left_out=tuple(self._desk.left_out),
            retries=dict(sorted(self._asker.retries.items())),
            cost_usd=self._desk.cost,
        )

    @property
    def shelf(self) -> Shelf:
        """Where finished cards are kept."""
        return self._shelf

    def run(self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory) -> None:
        """Recall or ask for, then check, the card of each paper."""
        run_in_loop(self._all(papers, sink, memory))

    async def _all(
        self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory
    ) -> None:
        workers = self._workers

        async def outcome(drawn: _Drawn) -> Outcome | Later[Outcome]:
            return await self._outcome(drawn, memory)

        try:
            await work_in_order(self._drawn(papers), outcome, sink, workers=workers, window=max(_WINDOW, 4 * workers))
            self._shelf.close()
        finally:
            self._desk.finish()
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING):
                    await self._asker.close()

    def _drawn(self, records: Iterable[Paper | BrokenRecord]) -> Iterator[_Drawn]:
        """Yield the records with what is known of them, looked up for many at once."""
        left = iter(records)
        while piece := tuple(islice(left, _PIECE)):
            form, papers = self._desk.asking, tuple(filter(None, map(_readable, piece)))
            known = {} if self._desk.renews else self._on_the_shelf(papers)
            rest = tuple(paper for paper in papers if paper.id not in known)
            requests = dict(zip((paper.id for paper in rest), self._desk.requests(rest), strict=True))
            for record in piece:
                yield _Drawn(record, form, known.get(record.id), requests.get(record.id))

    def _on_the_shelf(self, papers: Sequence[Paper]) -> dict[str, Known]:
        self._shelf = self._shelf.of(self._desk.asking)
        found = self._shelf.known(papers)
        return {name: known for name, known in found.items() if not (self._repair and known.repairable)}

    async def _outcome(self, drawn: _Drawn, memory: Memory) -> Outcome | Later[Outcome]:
        paper = _readable(drawn.record)
        if paper is None:
            return _unread(drawn.record)
        if drawn.known and memory.settled(drawn.known.mark) is None:
            return Outcome(drawn.known.finished, from_cache=True)
        in_form = drawn.form is self._desk.asking
        return await self._told(paper, (drawn.request if in_form else None) or self._desk.request(paper), memory)

    async def _told(self, paper: Paper, request: Request, memory: Memory) -> Outcome | Later[Outcome]:
        mark = self._desk.mark(paper, request)
        known = memory.settled(mark)
        if known is not None:
            return Outcome(failure=_failure(paper, Unusable(known.state, known.message, known.raw), known.attempts))
        told = await self._desk.tell(paper, request, renewed=memory.renewed(mark))
        said = told.result
        if isinstance(said, Unusable):
            failure = _failure(paper, said, told.attempts)
            memory.note(Settled(key=mark, **failure.model_dump(exclude={"paper"})))
            self._desk.settle(told)
            return Outcome(failure=failure, requests=told.requests, usage=told.usage)
        if self._desk.renews and not told.from_cache:
            memory.renew(mark)
        made = partial(self._made, paper, request, mark)

        def checked() -> Outcome | Coroutine[None, None, Outcome]:
            card = _card(paper, told, said)
            wrong = self._complaints(card)
            return made(card, told) if wrong is None else corrected(card, wrong)

        async def corrected(card: Card, wrong: str) -> Outcome:
            return made(*await self._corrected(card, told, said, wrong))

        return Later(checked)

    def _made(self, paper: Paper, request: Request, mark: str, card: Card, told: Told) -> Outcome:
        """Return where `paper` ends, whose card is `card`, and put that on the shelf."""
        from pipeline.review import Flag, flagged, is_worth_a_repair  # noqa: PLC0415

        if told.prompt_cut:
            card = flagged(card, Flag.PROMPT_CUT)
        finished = Finished.of(card)
        if told.kept and told.kept.key == request.key and not told.prompt_cut:
            made = Known(finished, Answered.by(*told.kept), mark, is_worth_a_repair(card))
            self._shelf.put(paper, told.asking, made)
        return Outcome(finished, None, told.requests, told.from_cache, told.usage)

    def _complaints(self, card: Card) -> str | None:
        """Return what the model is asked to correct of `card`; null where it is not asked once more."""
        from pipeline.review import complaints, is_worth_a_repair  # noqa: PLC0415

        return complaints(card) if self._repair and is_worth_a_repair(card) else None

    async def _corrected(self, card: Card, told: Told, extraction: Extraction, wrong: str) -> tuple[Card, Told]:
        """Return the card as the model corrects it, where that leaves less without words to carry it."""
        again = await self._desk.correct(card.paper, told, extraction, wrong)
        if isinstance(again.result, Unusable) or again.result is extraction:
            return card, again
        corrected = _card(card.paper, again, again.result)
        is_better = len(corrected.review.unsupported) <= len(card.review.unsupported)
        return (corrected if is_better else card), again


def _card(paper: Paper, told: Told, extraction: Extraction) -> Card:
    """Return the card of `paper` by an `extraction` of what is `told`."""
    from pipeline.ground import ground  # noqa: PLC0415

    return ground(paper, extraction, provenance_of(told.asking))


def _failure(paper: Paper, unusable: Unusable, attempts: int) -> Failure:
    raw = unusable.content[:_RAW_KEPT] if unusable.content else None
    return Failure(
        paper=FailedPaper(id=paper.id, sources=paper.sources),
        state=unusable.state,
        message=unusable.message,
        attempts=attempts,
        raw=raw,
    )


def _readable(record: Paper | BrokenRecord) -> Paper | None:
    """Return the paper, if there is one and it has an abstract."""
    return record if isinstance(record, Paper) and record.abstract.strip() else None


def _unread(record: Paper | BrokenRecord) -> Outcome:
    """Return where a record ends that has nothing to read in it."""
    if isinstance(record, BrokenRecord):
        named = FailedPaper(id=record.id, sources=(record.source,))
        return Outcome(failure=Failure(paper=named, state=State.FORMAT_ERROR, message=record.message, attempts=0))
    reason = record.missing or "the source gives no abstract"
    return Outcome(failure=_failure(record, Unusable(State.NO_ABSTRACT, reason), 0))
