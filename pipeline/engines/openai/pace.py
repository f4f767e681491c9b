"""When the next request may go out: one pace for all workers of a run.

Three things hold a request back: a pause that the server asked for, buckets that mirror the
server's limits (given by the user, or learnt from headers), and the number of requests in
flight, which grows by one a round trip and is halved at a rate limit (additive increase,
multiplicative decrease: Chiu and Jain, Computer Networks and ISDN Systems 17, 1989).
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.engines.openai.bucket import Bucket
from pipeline.engines.openai.faults import Nobody
from pipeline.engines.openai.observed import ObservedRate
from pipeline.engines.openai.ratelimits import told

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from pipeline.engines.interface import Turnstile

_SPREAD = 1.0  # seconds over which workers wake after a common pause
_BURST = 1.0  # seconds' worth that a limit given by the user may be drawn at once
_BACK_OFF, _LONGEST_BACK_OFF = 0.5, 20.0  # seconds
_LONGEST_WAIT = 600.0  # seconds that a limit which a server tells may hold one request back
_KINDS = ("requests", "tokens")


@dataclass(frozen=True)
class Limits:
    """Requests and input tokens a minute that the user allows; null: as the server lets us."""

    rpm: float | None = None
    tpm: float | None = None


@dataclass(frozen=True)
class Turn:
    """A request that may go out, and what was reserved for it.

    Attributes:
        tokens: input tokens expected.
        started: the clock's reading when it went out.
    """

    tokens: int
    started: float


class Pace:
    """Lets requests out; learns from what comes back.

    Args:
        limits: what the user allows.
        most: requests in flight at most.
        gate: a turnstile that runs on other machines pass too, if there is one. One request goes out alone
            until an answer came, so that a key that nobody takes costs each machine one request.
    """

    def __init__(self, limits: Limits, most: int, gate: Turnstile | None = None) -> None:
        self._given = {"requests": limits.rpm, "tokens": limits.tpm}
        self._most = most
        self._gate = gate
        self._alone = gate is not None
        self._allowed = 1.0 if self._alone else float(most)
        self._in_flight = 0
        self._queue: deque[asyncio.Future[None]] = deque()
        self._shut: Nobody | None = None
        self._buckets: dict[str, Bucket] = {}
        self._paused_until = 0.0
        self._slowed_at = float("-inf")
        self._observed = ObservedRate()
        self._grown_at: float | None = None
        self._refused_in_a_row = 0

    @asynccontextmanager
    async def turn(self, tokens: int) -> AsyncIterator[Turn]:
        """Wait until a request of `tokens` may go out; it is in flight while the block runs.

        Raises:
            Nobody: one that went out before was told that no request can succeed.
        """
        await self._enter()
        try:
            await self._reserve(tokens)
            if self._gate:
                await self._gate.through(tokens)
            yield Turn(tokens, _now())
        except Nobody as error:
            self._turn_away(error)
            raise
        finally:
            self._in_flight -= 1
            self._wake()

    def answered(self, turn: Turn, headers: Mapping[str, str], tokens: int | None) -> None:
        """Learn from an answer: the server's limits, and the `tokens` that it counted."""
        self._allowed = float(self._most) if self._alone else self._grown
        self._alone = False
        now = _now()
        self._refused_in_a_row = 0
        self._observed.answered(now)
        if tokens is not None and "tokens" in self._buckets:
            self._buckets["tokens"].give_back(turn.tokens - tokens, now)
        if tokens is not None and self._gate:
            self._gate.give_back(turn.tokens - tokens)
        self._learn(headers, turn, now)
        if self._grown_at is not None:
            bucket = self._buckets["requests"]
            bucket.rate = self._observed.grown(bucket.rate, now - self._grown_at)
            self._grown_at = now

    def limited(self, turn: Turn, headers: Mapping[str, str], wait: float) -> None:
        """Learn from a rate limit that asks all workers to wait for `wait` seconds."""
        self.pause(wait)
        now = _now()
        self._learn(headers, turn, now)
        # Requests that were out already when the last limit was met tell nothing new.
        if turn.started > self._slowed_at:
            self._slowed_at = now
            self._allowed = max(1.0, self._allowed / 2)
            self._slow_down(now)
            # Where nothing but refusals comes back, and the server does not say how long, everyone waits for longer.
            self.pause(min(_LONGEST_BACK_OFF, _BACK_OFF * (2**self._refused_in_a_row - 1)))
            self._refused_in_a_row += 1

    def _slow_down(self, now: float) -> None:
        """Put the limit in numbers, where neither the user nor the server does."""
        if self._grown_at is None and "requests" in self._known(now):
            return
        current = None if self._grown_at is None else self._buckets["requests"].rate
        rate = self._observed.refused(now, current)
        if rate == current:
            return
        self._buckets.pop("requests", None)
        self._grown_at = None if rate is None else now
        if rate is not None:
            self._buckets["requests"] = Bucket(rate, 1.0, now)
            self._buckets["requests"].hold_at_most(0.0, now)

    def pause(self, wait: float) -> None:
        """Hold all workers back for `wait` seconds."""
        self._paused_until = max(self._paused_until, _now() + wait)

    @property
    def _grown(self) -> float:
        return min(float(self._most), self._allowed + 1 / self._allowed)

    async def _enter(self) -> None:
        if self._shut:
            raise self._shut
        while self._in_flight >= int(self._allowed):
            waiting = asyncio.get_running_loop().create_future()
            self._queue.append(waiting)
            await waiting
        self._in_flight += 1

    def _turn_away(self, error: Nobody) -> None:
        self._shut = error  # whoever comes before the run has stopped would ask in vain too
        while self._queue:
            waiting = self._queue.popleft()
            if not waiting.done():
                waiting.set_exception(error)

    def _wake(self) -> None:
        free = int(self._allowed) - self._in_flight
        while free > 0 and self._queue:
            waiting = self._queue.popleft()
            if not waiting.done():
                waiting.set_result(None)
                free -= 1

    async def _reserve(self, tokens: int) -> None:
        amounts = {"requests": 1.0, "tokens": float(tokens)}
        while True:
            await self._pause_over()
            drawn = {kind: bucket.draw(amounts[kind], _now()) for kind, bucket in self._known(_now()).items()}
            wait = max((self._bounded(kind, seconds) for kind, seconds in drawn.items()), default=0.0)
            if wait <= 0:
                return
            await asyncio.sleep(wait)
            if self._paused_until <= _now():
                return
            # The server asked for a pause meanwhile: after it the line forms anew.
            for kind in drawn.keys() & self._buckets.keys():
                self._buckets[kind].cancel(amounts[kind], _now())

    async def _pause_over(self) -> None:
        # Looked at again after each sleep: the server may have asked for more in the meantime.
        while (pause := self._paused_until - _now()) > 0:  # noqa: ASYNC110 - time passes, no event comes
            await asyncio.sleep(pause + random.uniform(0, min(_SPREAD, pause)))  # noqa: S311 - no secret

    def _bounded(self, kind: str, seconds: float) -> float:
        # The user may go as slowly as they like; a server that tells an absurd limit is asked all the same.
        return seconds if self._given[kind] else min(seconds, _LONGEST_WAIT)

    def _known(self, now: float) -> dict[str, Bucket]:
        for kind, a_minute in self._given.items():
            if a_minute and kind not in self._buckets:
                rate = a_minute / 60
                self._buckets[kind] = Bucket(rate, max(1.0, rate * _BURST), now)
        return self._buckets

    def _learn(self, headers: Mapping[str, str], turn: Turn, now: float) -> None:
        amounts = {"requests": 1, "tokens": turn.tokens}
        for kind in _KINDS:
            limit = None if self._given[kind] else told(headers, kind)
            if limit is None:
                continue
            bucket = self._buckets.get(kind)
            if bucket is None or bucket.rate != limit.rate or bucket.capacity != limit.limit:
                bucket = self._buckets[kind] = Bucket(limit.rate, limit.limit, now)
            # What is in flight the server may not have counted yet.
            bucket.hold_at_most(limit.left - amounts[kind] * (self._in_flight - 1), now)
            if kind == "requests":
                self._grown_at = None


def _now() -> float:
    return asyncio.get_running_loop().time()
