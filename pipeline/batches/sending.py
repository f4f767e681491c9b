"""Planned batches on their way out: the intention first, the id as soon as there is one, nothing twice."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from pipeline.batches.ledger import Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.batches.ledger import Batch, Ledger
    from pipeline.batches.load import Limits
    from pipeline.engines.batching import BatchService


@dataclass
class Dispatch:
    """Sends the batches that one command may send.

    Attributes:
        ledger: of the batches.
        service: takes them.
        address: that of the service; batches for another one stay where they are.
        limits: of the queue.
        max_cost: US dollars that all that is sent may be expected to cost, null for no limit.
        spent: dollars expected of what was sent so far.
    """

    ledger: Ledger
    service: BatchService
    address: str
    limits: Limits
    max_cost: Decimal | None = None
    spent: Decimal = Decimal(0)

    async def send(self) -> list[Batch]:
        """Send what is planned while it fits, in order, and return what was sent; the ledger is held.

        Raises:
            ProviderError: the service does not take it; it stays in the ledger.
        """
        batches = await reconciled(self.ledger, self.service, self.address)
        enqueued = sum(batch.tokens for batch in batches if batch.stage is Stage.SENT)
        sent = []
        for batch in batches:
            if batch.stage is Stage.SENT:
                continue
            if not self.limits.enqueue(enqueued + batch.tokens) or not self._affordable(batch):
                break
            sent.append(await self._send(batch))
            enqueued += batch.tokens
            self.spent += batch.cost or 0
        return sent

    async def _send(self, batch: Batch) -> Batch:
        self.ledger.put(batch.at(Stage.SENDING))
        file = await self.service.upload(batch.name, self.ledger.asks(batch.name))
        job = await self.service.create(file, batch.name)
        return self.ledger.put(batch.sent_as(job.id))

    def _affordable(self, batch: Batch) -> bool:
        return self.max_cost is None or self.spent + (batch.cost or 0) <= self.max_cost


async def reconciled(ledger: Ledger, service: BatchService, address: str) -> Sequence[Batch]:
    """Return the batches for `address`, none of them in doubt; the ledger is held.

    Where a process ended while it was sending, the service alone knows whether the batch arrived:
    it is looked for by its mark.
    """
    batches = ledger.batches(address)
    doubtful = {batch.name for batch in batches if batch.stage is Stage.SENDING}
    found = await service.find(doubtful) if doubtful else {}
    return [
        ledger.put(batch.sent_as(found[batch.name].id) if batch.name in found else batch.at(Stage.PLANNED))
        if batch.name in doubtful
        else batch
        for batch in batches
    ]
