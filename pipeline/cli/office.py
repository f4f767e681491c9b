"""Where batches are dealt with, and what a person is told of them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from pipeline.batches.ledger import Stage, ledger_in
from pipeline.choices import place
from pipeline.cli.progress import tell
from pipeline.engines.interface import EngineName
from pipeline.errors import UsageError
from pipeline.loop import run_in_loop
from pipeline.price import given_price, price_of
from pipeline.recall import default_folder, has_password

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from pipeline.batches.ledger import Batch, Ledger
    from pipeline.choices import Choices
    from pipeline.engines.batching import BatchService, Job
    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.price import Price

_T = TypeVar("_T")


@dataclass(frozen=True)
class Office:
    """Where batches are dealt with: one address, one cache, and the ledger in it."""

    choices: Choices
    where: Endpoint
    quiet: bool = False

    @property
    def folder(self) -> Path:
        """The cache."""
        return self.choices.cache_dir or default_folder()

    @property
    def ledger(self) -> Ledger:
        """Of the batches whose results go to this cache."""
        return ledger_in(self.folder)

    def price(self, model: str) -> Price | None:
        """Return the rates of a batch."""
        if self.choices.price is not None:
            return given_price(self.choices.price)
        return price_of(model, self.where.address, batch=True)

    def command(self, verb: str) -> str:
        """Return the command line that does `verb` here."""
        named = (("--provider", self.choices.provider), ("--base-url", self.choices.base_url))
        options = [part for name, value in named if value for part in (name, value)]
        if self.choices.cache_dir:
            options += ["--cache-dir", str(self.choices.cache_dir)]
        # One that holds a password came from the environment, where it still is.
        if self.choices.store and not has_password(self.choices.store):
            options += ["--store", self.choices.store]
        return shlex.join(["claimsheet", "batch", verb, *options])

    def served(self, work: Callable[[BatchService], Awaitable[_T]]) -> _T:
        """Return what `work` comes to with the service of this address."""
        # Imported here: what sends nothing needs no SDK.
        from pipeline.engines.openai.batches import OpenAIBatches  # noqa: PLC0415
        from pipeline.engines.openai.engine import Patience  # noqa: PLC0415

        async def scene() -> _T:
            service = OpenAIBatches(self.where, Patience(self.choices.retries, self.choices.timeout))
            try:
                return await work(service)
            finally:
                await service.close()

        return run_in_loop(scene())


def office(choices: Choices, *, quiet: bool = False) -> Office:
    """Return the office that `choices` name.

    Raises:
        UsageError: there is no address, or it may not be used; or the embedded engine was chosen.
    """
    if choices.engine is EngineName.EXTRACTIVE:
        raise UsageError("a batch asks a model; the embedded engine needs none. Leave --engine out, or --batch.")
    return Office(replace(choices, engine=EngineName.OPENAI), place(choices), quiet)


def watcher(at: Office) -> Callable[[Batch, Job], None]:
    """Return what tells how a batch stands, once for each way that it does."""
    last: dict[str, str] = {}

    def see(batch: Batch, job: Job) -> None:
        told = standing(batch, job)
        if last.get(batch.name) != told:
            last[batch.name] = told
            tell(told, quiet=at.quiet)

    return see


def standing(batch: Batch, job: Job | None) -> str:
    """Return how a batch stands: its id, its status, how much of it is done, the model."""
    if job is None:
        return f"{batch.label}  {batch.stage}  0/{batch.requests}  {batch.model}"
    failed = f" ({job.failed} failed)" if job.failed else ""
    return f"{job.id}  {job.status}  {job.completed}/{batch.requests}{failed}  {batch.model}"


def say_what_is_out(at: Office) -> None:
    """Say which batches are out, and how their answers are brought in: even to who asked for quiet."""
    out = [batch for batch in at.ledger.batches(at.where.address) if batch.stage is not Stage.PLANNED]
    if out:
        ids = ", ".join(batch.label for batch in out)
        tell(f"still out: {ids}. They go on without us. To bring the answers in: {at.command('collect')}")


def say_elsewhere(at: Office) -> None:
    """Say where else batches are out, since nothing is sent there unless the user names it."""
    others = sorted({batch.address for batch in at.ledger.batches()} - {at.where.address})
    if others:
        tell(f"there are batches for {', '.join(others)} too: name the address with --base-url", quiet=at.quiet)
