"""What a worker does with a shard: the very stages of a run on one machine."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pipeline.budget import LentBudget
from pipeline.choices import Shared, journey
from pipeline.cluster.kit import unpacked
from pipeline.cluster.leases import LeasedTurns
from pipeline.cluster.parts import Head, content, made_of
from pipeline.cluster.shards import read_shard
from pipeline.errors import ClaimsheetError, ProviderError
from pipeline.journal import NoMemory

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from decimal import Decimal

    from pipeline.choices import Choices
    from pipeline.cluster.kit import Kit
    from pipeline.cluster.steward import Lease
    from pipeline.tally import Outcome


class Service(Protocol):
    """How a worker reaches the steward."""

    def shard(self, number: int) -> bytes: ...  # noqa: D102 - see `Steward`, as for the others
    def lease(self, requests: float, tokens: float) -> Awaitable[Lease]: ...  # noqa: D102
    def lend(self, wanting: Decimal) -> Decimal: ...  # noqa: D102
    def take_back(self, left: Decimal) -> None: ...  # noqa: D102
    def stop(self, message: str) -> None: ...  # noqa: D102
    def stopped(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True)
class Result:
    """What a worker hands back: a part, or what ended the run.

    Attributes:
        number: of the shard.
        content: of the part; empty where there is none.
        exit_code: of the error that ended the run, 0 where there was none.
        message: of that error.
        told: warnings for a person.
    """

    number: int
    content: bytes = b""
    exit_code: int = 0
    message: str = ""
    told: list[str] = field(default_factory=list)


def worked(number: int, kit: Kit, service: Service) -> Result:
    """Return what comes of shard `number`; an error that a user can understand is handed back, not raised."""
    told: list[str] = []
    try:
        with _heard(told), unpacked(kit) as choices:
            return Result(number, _part(service.shard(number), choices, kit, service), told=told)
    except ClaimsheetError as error:
        message = f"{error} (on {socket.gethostname()})"
        if isinstance(error, ProviderError):
            service.stop(str(error))
            message = str(error)
        return Result(number, exit_code=error.exit_code, message=message, told=told)


def _part(shard: bytes, choices: Choices, kit: Kit, service: Service) -> bytes:
    stopped = service.stopped()
    if stopped is not None:
        raise ProviderError(stopped)
    given = list(read_shard(shard))
    purse = LentBudget(service.lend)
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        stack.callback(lambda: service.take_back(purse.left))
        way = journey(choices, stack, Shared(LeasedTurns(service.lease), purse))
        way.run((line.record for line in given if line.first is None), outcomes.append, NoMemory())
        head = Head(made_of=made_of(shard, kit.digest), provenance=way.provenance, asked=way.asked)
    ends = iter(outcomes)
    return content(head, [next(ends) if row.first is None else row for row in given])


@contextmanager
def _heard(told: list[str]) -> Iterator[None]:
    """Take down what is told to a person while the block runs."""
    log, handler = logging.getLogger("claimsheet"), _Notes(told)
    log.addHandler(handler)
    before, log.propagate = log.propagate, False
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.propagate = before


class _Notes(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told.append(record.getMessage())
