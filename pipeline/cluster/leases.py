"""A worker's end of what it shares with the others; see `pipeline.cluster.steward`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pipeline.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pipeline.cluster.steward import Lease


class LeasedTurns:
    """Lets requests out as long as a lease lasts; see `pipeline.engines.interface.Turnstile`.

    Args:
        lease: brings a lease of at least so many requests and tokens.
    """

    def __init__(self, lease: Callable[[float, float], Awaitable[Lease]]) -> None:
        self._lease = lease
        self._line = asyncio.Lock()
        self._requests = 0.0
        self._tokens = 0.0

    async def through(self, tokens: int) -> None:
        """Return when a request of so many input tokens may go out."""
        async with self._line:
            while (wanting := 1 - self._requests) > 0 or tokens > self._tokens:
                lease = await self._lease(max(0.0, wanting), max(0.0, tokens - self._tokens))
                if lease.stopped is not None:
                    raise ProviderError(lease.stopped)
                self._requests += lease.requests
                self._tokens += lease.tokens
                await asyncio.sleep(lease.wait)
            self._requests -= 1
            self._tokens -= tokens

    def give_back(self, tokens: int) -> None:
        """Return tokens that were not used after all (or take more, when negative)."""
        self._tokens += tokens
