"""What batches came to, brought into the cache: in any order, whole or in part."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from pipeline.account import Account
from pipeline.batches.ledger import Stage
from pipeline.batches.leftover import leave
from pipeline.batches.rows import key_of, result
from pipeline.batches.sending import reconciled
from pipeline.desk import keep
from pipeline.engines.openai.faults import Nobody, Refusal, fault
from pipeline.errors import MachineError
from pipeline.exchange import Request
from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pipeline.batches.ledger import Batch, Ledger
    from pipeline.batches.rows import Result
    from pipeline.engines.batching import BatchService, Job
    from pipeline.origin import Origin
    from pipeline.price import Price
    from pipeline.recall import Recall

_TURNED_DOWN = 400
_AT_ONCE = 500  # results that are kept together: the disk is waited for once


@dataclass
class Collected:
    """What was brought in.

    Attributes:
        states: how many asks ended how; `pending` are those that were not served.
        reasons: why asks were not served, by the provider's words.
        nobody: the provider's words where it would serve no ask at all.
        running: batches that are still out.
        spent: US dollars paid for the replies; null where a price or a usage is not known.
    """

    states: Counter[State] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    nobody: str | None = None
    running: int = 0
    spent: Decimal | None = Decimal(0)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is out any more and every ask was answered."""
        return not self.running and set(self.states) <= {State.OK}

    @property
    def served_nobody(self) -> bool:
        """Whether the provider answered nothing and said why it would answer nobody."""
        return self.nobody is not None and not self.states[State.OK]

    @property
    def summary(self) -> str:
        """One line for a person."""
        states = ", ".join(f"{count:,} {state.value}" for state, count in sorted(self.states.items()) if count)
        parts = [f"collected: {states or 'nothing'}"]
        if self.states:
            parts.append("paid: not known" if self.spent is None else f"paid: ${self.spent:,.4f}")
        parts += [f"not served: {reason} ({count:,})" for reason, count in self.reasons.most_common(1)]
        if self.running:
            parts.append(f"batches still out: {self.running:,}")
        return "; ".join(parts)


class Collector:
    """Brings in the results of batches.

    Args:
        ledger: of the batches.
        service: has the results.
        recall: where replies are kept, each under the key of its request.
        price_of: the rates of a batch for a model, null where they are not known.
    """

    def __init__(
        self, ledger: Ledger, service: BatchService, recall: Recall, price_of: Callable[[str], Price | None]
    ) -> None:
        self._ledger, self._service, self._recall, self._price_of = ledger, service, recall, price_of
        self.collected = Collected()

    async def collect(self, address: str, see: Callable[[Batch, Job], None]) -> Collected:
        """Bring in every batch for `address` that is over; `see` is shown how each one stands. The ledger is held.

        Raises:
            ProviderError: the service does not give them.
            MachineError: cache or ledger cannot be used.
        """
        self.collected.running = 0
        for batch in await reconciled(self._ledger, self._service, address):
            if batch.stage is not Stage.SENT or batch.batch_id is None:
                continue
            job = await self._service.job(batch.batch_id)
            see(batch, job)
            if job.is_over:
                await self._bring(batch, job)
            else:
                self.collected.running += 1
        return self.collected

    async def _bring(self, batch: Batch, job: Job) -> None:
        waiting = _Waiting(self._ledger, batch)
        account = Account(batch.model, self._price_of(batch.model))
        for file in job.result_files:
            results = self._ledger.results(batch.name)
            try:
                await self._service.fetch(file, results)
            except OSError as error:
                raise MachineError(f"{results}: cannot be written ({error.strerror}). Free the disk.") from error
            with results.open("rb") as rows:
                while some := list(islice(rows, _AT_ONCE)):
                    self._take_all([result(row, batch.areas) for row in some], waiting, account)
        self._unserved(job, len(waiting))
        self._bill(account)
        # The last thing: until here a crash brings the same results in once more.
        self._ledger.drop(batch)

    def _take_all(self, found: list[Result | None], waiting: _Waiting, account: Account) -> None:
        asked = [(told, waiting.take(told.key)) for told in found if told]
        with self._recall.together():
            for told, ask in asked:
                if ask:
                    self._take(told, *ask, account)

    def _take(self, found: Result, request: Request, origin: Origin, account: Account) -> None:
        self.collected.states[found.state] += 1
        if found.reply is not None:
            account.end(Decimal(0), found.reply)
        if found.state is State.OK and found.reply is not None:
            keep(self._recall, account, request, found.reply, origin)
        elif found.state is State.PENDING:
            self.collected.reasons[found.message] += 1
            if found.nobody:
                self.collected.nobody = self.collected.nobody or found.message
        else:
            leave(self._recall, found)

    def _unserved(self, job: Job, count: int) -> None:
        """Count the asks that no file of results speaks of."""
        if not count:
            return
        self.collected.states[State.PENDING] += count
        self.collected.reasons[_why(job)] += count
        for code, message in job.faults:
            told = fault(Refusal(_TURNED_DOWN, {}, message, {"error": {"code": code, "message": message}}))
            if isinstance(told, Nobody):
                self.collected.nobody = self.collected.nobody or message

    def _bill(self, account: Account) -> None:
        spent, sofar = account.spent, self.collected.spent
        self.collected.spent = None if spent is None or sofar is None else sofar + spent


class _Waiting:
    """The asks of a batch that no result was read for yet: where each stands in the file, and of what abstract."""

    def __init__(self, ledger: Ledger, batch: Batch) -> None:
        self._asks, self._batch = ledger.asks(batch.name), batch
        self._places = dict(_places(self._asks, ledger.abstracts(batch.name)))

    def __len__(self) -> int:
        return len(self._places)

    def take(self, key: str) -> tuple[Request, Origin] | None:
        """Return the request of this key once; null for a key that was never asked, or is read already."""
        found = self._places.pop(_bytes(key), None)
        if found is None:
            return None
        place, abstract = found
        with self._asks.open("rb") as rows:
            rows.seek(place)
            body = json.loads(rows.readline())["body"]
        origin = self._batch.origin.model_copy(update={"abstract": abstract})
        return Request(origin.address, origin.output_mode, body), origin


def _places(asks: Path, abstracts: Path) -> Iterator[tuple[bytes, tuple[int, str]]]:
    place = 0
    with asks.open("rb") as rows, abstracts.open("rb") as digests:
        for row, digest in zip(rows, digests, strict=True):
            yield key_of(row), (place, digest.strip().decode())
            place += len(row)


def _bytes(key: str) -> bytes:
    try:
        return bytes.fromhex(key)
    except ValueError:
        return b""


def _why(job: Job) -> str:
    if job.faults:
        return "; ".join(f"{code}: {message}" for code, message in job.faults[:3])
    return f"the batch is {job.status}"
