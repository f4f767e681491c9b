"""The one who keeps what all workers of a cluster share: shards, turns, money, and the word to stop.

Workers take turns and money in leases of about a second's worth for all of them together, so that one
process serves many. What a machine that dies had on lease is lost: the limits then bind a little
sooner, and never later.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from typing import TYPE_CHECKING

from pipeline.cluster.shards import shard
from pipeline.engines.openai.bucket import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_AT_ONCE = 64
"""Requests of a lease at most: how soon a worker hears that it must stop."""
_ASKS = 8
"""How many times what is wanting is lent, so that not every ask must borrow."""
_BURST = 1.0  # seconds


@dataclass(frozen=True)
class Lease:
    """So many requests and input tokens, to be used when `wait` seconds have passed; or why to stop."""

    requests: float = 0.0
    tokens: float = 0.0
    wait: float = 0.0
    stopped: str | None = None


@dataclass(frozen=True)
class Terms:
    """What the user allows all workers together, null for no limit.

    Attributes:
        rpm: requests a minute.
        tpm: input tokens a minute.
        money: US dollars.
        workers: how many there are.
    """

    rpm: float | None
    tpm: float | None
    money: Decimal | None
    workers: int


class Steward:
    """Serves the workers of one run.

    Args:
        folder: where the shards are.
        terms: what may be leased.
        now: the clock, in seconds.
    """

    def __init__(self, folder: Path, terms: Terms, now: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._terms = terms
        self._now = now
        self._left = terms.money
        self._stopped: str | None = None
        rates = {"requests": terms.rpm, "tokens": terms.tpm}
        self._buckets = {
            kind: Bucket(rate / 60, max(1.0, rate / 60 * _BURST), now()) for kind, rate in rates.items() if rate
        }

    def shard(self, number: int) -> bytes:
        """Return the content of shard `number`."""
        return shard(self._folder, number).read_bytes()

    def lease(self, requests: float, tokens: float) -> Lease:
        """Return a lease of at least so many requests and tokens."""
        if self._stopped is not None:
            return Lease(stopped=self._stopped)
        granted_requests, first = self._draw("requests", requests, _AT_ONCE)
        granted_tokens, second = self._draw("tokens", tokens, inf)
        return Lease(granted_requests, granted_tokens, max(first, second))

    def lend(self, wanting: Decimal) -> Decimal:
        """Return US dollars to spend: what is `wanting` and a little more, or nothing where there is less left."""
        if self._left is None or self._left < wanting:
            return Decimal(0)
        lent = min(self._left, _ASKS * wanting)
        self._left -= lent
        return lent

    def take_back(self, left: Decimal) -> None:
        """Take what a worker did not spend; negative where it spent more than it had."""
        if self._left is not None:
            self._left += left

    def stop(self, message: str) -> None:
        """Let nobody ask any more, since no ask can succeed."""
        self._stopped = self._stopped or message

    def stopped(self) -> str | None:
        """Return why nobody may ask, null while they may."""
        return self._stopped

    def _draw(self, kind: str, units: float, most: float) -> tuple[float, float]:
        bucket = self._buckets.get(kind)
        if units <= 0:
            return 0.0, 0.0
        if bucket is None:
            return max(units, most), 0.0
        share = bucket.rate * _BURST / self._terms.workers
        drawn = max(units, min(most, float(int(share))))
        return drawn, bucket.draw(drawn, self._now())
