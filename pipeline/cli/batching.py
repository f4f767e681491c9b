"""Batches from the command line: the same papers, form, cache and place as a run."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import typer

from pipeline.batches.collecting import Collected, Collector
from pipeline.batches.ledger import Stage
from pipeline.batches.leftover import NotSent
from pipeline.batches.load import Limits
from pipeline.batches.planning import Plan, Terms, plan
from pipeline.batches.sending import Dispatch, reconciled
from pipeline.batches.waiting import Watch, wait
from pipeline.budget import budget
from pipeline.choices import asking, journey
from pipeline.cli.office import say_elsewhere, say_what_is_out, standing, watcher
from pipeline.cli.progress import tell
from pipeline.desk import Desk
from pipeline.engines.batching import JobGoneError
from pipeline.errors import ProviderError, UsageError
from pipeline.failure import State
from pipeline.journal import NoMemory
from pipeline.promptfiles import read_repair, read_taxonomy
from pipeline.recall import Recall
from pipeline.telling import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pipeline.batches.ledger import Batch, Ledger
    from pipeline.choices import Choices
    from pipeline.cli.office import Office
    from pipeline.engines.batching import BatchService, Job
    from pipeline.paper import Paper
    from pipeline.tally import Outcome

_NOT_ALL = 3


def submit(papers: Callable[[], Iterable[Paper]], at: Office) -> int:
    """Plan and send batches for what the cache lacks of `papers`; print the ids. Return the exit code."""
    planned, dispatch = _planned(papers, at)

    async def send(service: BatchService) -> list[Batch]:
        with at.ledger.held():
            return await dispatch(service).send()

    for batch in at.served(send) if _unsent(at) else []:
        typer.echo(batch.label)
    left = _unsent(at)
    if left:
        told = f"{sum(batch.requests for batch in left):,} papers wait for room in the queue or for money; when "
        tell(f"{told}a batch is collected, the same command sends more", quiet=at.quiet)
    if any(batch.stage is Stage.SENT for batch in at.ledger.batches(at.where.address)):
        tell(f"To bring the answers in: {at.command('collect')}", quiet=at.quiet)
    return _NOT_ALL if left or planned.over_budget or not planned.papers else 0


def batched(papers: Callable[[], Iterable[Paper]], at: Office) -> Choices:
    """Plan, send, wait and collect; return the choices of the run that takes up what came of it."""
    _, dispatch = _planned(papers, at)
    sent: list[Dispatch] = []

    async def all_of_it(service: BatchService) -> Collected:
        sent.append(dispatch(service))
        with Recall(at.choices.place) as recall:
            return await wait(sent[0], Collector(at.ledger, service, recall, at.price), Watch(_sent(at), watcher(at)))

    if not at.ledger.batches(at.where.address):
        return _afterwards(at.choices, Decimal(0))
    try:
        collected = at.served(all_of_it)
    except (KeyboardInterrupt, ProviderError):
        say_what_is_out(at)
        raise
    tell(collected.summary, quiet=at.quiet)
    if collected.running:
        say_what_is_out(at)
    _stop_if_nobody(collected)
    return _afterwards(at.choices, sent[0].spent if collected.spent is None else collected.spent)


def collect(at: Office) -> int:
    """Bring in what is over, and return the exit code."""
    if not at.ledger.batches(at.where.address):
        tell(f"no batch for {at.where.address} is out, by {at.folder}")
        say_elsewhere(at)
        return _NOT_ALL

    async def bring(service: BatchService) -> Collected:
        with at.ledger.held(), Recall(at.choices.place) as recall:
            return await Collector(at.ledger, service, recall, at.price).collect(at.where.address, watcher(at))

    collected = at.served(bring)
    tell(collected.summary, quiet=at.quiet)
    _stop_if_nobody(collected)
    return 0 if collected.is_complete else _NOT_ALL


def status(at: Office) -> Iterator[str]:
    """Yield one line for each batch: its id, where it stands, how much of it is done, the model."""
    batches = at.ledger.batches(at.where.address)

    async def look(service: BatchService) -> list[Job | None]:
        return [await service.job(batch.batch_id) if batch.batch_id else None for batch in batches]

    jobs = at.served(look) if any(batch.batch_id for batch in batches) else [None] * len(batches)
    for batch, job in zip(batches, jobs, strict=True):
        yield standing(batch, job)
    say_elsewhere(at)


def cancel(at: Office, ids: Sequence[str]) -> None:
    """Cancel the batches called `ids`, all where none is called."""

    async def end(service: BatchService) -> None:
        with at.ledger.held():
            batches = await reconciled(at.ledger, service, at.where.address)
            unknown = sorted(set(ids) - {name for batch in batches for name in (batch.name, batch.label)})
            if unknown:
                raise UsageError(f"no batch is called {unknown[0]!r} here. See: {at.command('status')}")
            for batch in batches:
                if not ids or {batch.name, batch.label} & set(ids):
                    tell(await _cancelled(batch, at.ledger, service), quiet=at.quiet)

    at.served(end)
    if at.ledger.batches(at.where.address):
        tell(f"What they have done is paid for. To bring it in: {at.command('collect')}", quiet=at.quiet)


async def _cancelled(batch: Batch, ledger: Ledger, service: BatchService) -> str:
    if batch.batch_id is None:
        ledger.drop(batch)
        return f"{batch.label}: was not sent, and will not be"
    try:
        job = await service.job(batch.batch_id)
        if not job.is_over:
            job = await service.cancel(batch.batch_id)
    except JobGoneError:
        ledger.drop(batch)
        return f"{batch.label}: is not known there any more, and forgotten here"
    return f"{batch.label}: {job.status}"


def _planned(papers: Callable[[], Iterable[Paper]], at: Office) -> tuple[Plan, Callable[[BatchService], Dispatch]]:
    """Plan, tell the price, and return what will send it."""
    choices = at.choices
    limits = Limits(tokens=choices.max_enqueued_tokens)
    spent = _tried(papers(), at)
    form = asking(choices, read_taxonomy(choices.areas), at.where.address)
    price = at.price(form.model)
    money = None if choices.max_cost is None else max(Decimal(0), Decimal(str(choices.max_cost)) - spent)
    fits = None if money is None else budget(money, price, model=form.model, address=at.where.address)
    with at.ledger.held(), Recall(at.choices.place) as recall:
        rules = Rules(fixed_mode=choices.output_mode is not None)
        desk = Desk(form, NotSent(), recall, read_repair(), rules=rules)
        terms = Terms(limits, price, fits, refresh=choices.refresh)
        made = plan(papers(), desk, at.ledger, terms)
    tell(made.summary, quiet=at.quiet)
    return made, lambda service: Dispatch(at.ledger, service, at.where.address, limits, money)


def _tried(papers: Iterable[Paper], at: Office) -> Decimal:
    """Ask about the first paper in the normal way, and return what that cost.

    Key, model and form are then known to be right within seconds, not after a day: what a model
    does not take is left out of the batch. Where batches are out already, all that is known.
    """
    first = next((paper for paper in papers if paper.abstract.strip()), None)
    if first is None or at.ledger.batches(at.where.address):
        return Decimal(0)
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        way = journey(replace(at.choices, batch=False), stack)
        way.run([first], outcomes.append, NoMemory())
        cost = way.asked.cost_usd if way.asked else None
    failure = outcomes[0].failure
    if failure and failure.state is State.PROVIDER_ERROR:
        raise ProviderError(f"{at.where.address} does not answer: {failure.message}. Nothing was submitted.")
    return Decimal(str(cost or 0))


def _afterwards(choices: Choices, spent: Decimal) -> Choices:
    """Return the choices for what is still to be asked: no answer that was just paid for is asked for again."""
    left = None if choices.max_cost is None else max(0.0, choices.max_cost - float(spent))
    return replace(choices, refresh=False, max_cost=left)


def _unsent(at: Office) -> list[Batch]:
    return [batch for batch in at.ledger.batches(at.where.address) if batch.stage is not Stage.SENT]


def _stop_if_nobody(collected: Collected) -> None:
    if collected.served_nobody:
        raise ProviderError(f"the provider turned the batch down: {collected.nobody}")


def _sent(at: Office) -> Callable[[Batch], None]:
    return lambda batch: tell(f"{batch.label}: sent, {batch.requests:,} papers", quiet=at.quiet)
