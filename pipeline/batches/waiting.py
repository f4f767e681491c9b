"""Batches to their end: send what fits, look from time to time, bring in what is over, send the next."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.batches.ledger import Stage
from pipeline.engines.batching import UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.batches.collecting import Collected, Collector
    from pipeline.batches.ledger import Batch
    from pipeline.batches.sending import Dispatch
    from pipeline.engines.batching import Job

_FIRST_LOOK, _LONGEST_PAUSE, _GROWTH = 2.0, 60.0, 1.5
_WINDOW = 25 * 3600.0  # seconds: a batch has 24 hours, and a while to be written up

_log = logging.getLogger("claimsheet")


@dataclass(frozen=True)
class Watch:
    """Who is told of what happens: of each batch that was sent, and of how each one stands at a look."""

    sent: Callable[[Batch], None]
    seen: Callable[[Batch, Job], None]


async def wait(dispatch: Dispatch, collector: Collector, watch: Watch) -> Collected:
    """Send and collect until nothing is out, or until nothing has come for longer than a batch may take.

    An outage of the service is waited out, within the same time: batches go on without us.

    Raises:
        ProviderError: the service will not serve us.
        MachineError: cache or ledger cannot be used.
    """
    clock = asyncio.get_running_loop().time
    pause, deadline, out = _FIRST_LOOK, clock() + _WINDOW, frozenset[str | None]()
    while True:
        try:
            running = await _step(dispatch, collector, watch)
        except UnreachableError as error:
            if clock() >= deadline:
                raise
            _log.warning("%s", error)
        else:
            if not running or clock() >= deadline:
                return collector.collected
            if running != out:
                pause, deadline, out = _FIRST_LOOK, clock() + _WINDOW, running
        await asyncio.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * _GROWTH)


async def _step(dispatch: Dispatch, collector: Collector, watch: Watch) -> frozenset[str | None]:
    """Collect, then send what now fits, and return the batches that are out."""
    ledger = dispatch.ledger
    with ledger.held():
        await collector.collect(dispatch.address, watch.seen)
        for batch in await dispatch.send():
            watch.sent(batch)
        out = [batch for batch in ledger.batches(dispatch.address) if batch.stage is Stage.SENT]
    collector.collected.running = len(out)
    return frozenset(batch.batch_id for batch in out)
