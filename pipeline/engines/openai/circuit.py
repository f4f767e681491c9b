"""One outage for all: when nothing but failures comes back, workers wait and one of them probes.

A circuit breaker (M. Nygard, Release It!, 2007): without it, an hour's outage would use up the
tries of every paper.
"""

from __future__ import annotations

import asyncio

from pipeline.engines.openai.faults import Nobody

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0


class Circuit:
    """Closed while anything succeeds; opens after `threshold` failures in a row.

    Args:
        threshold: failures in a row, over all workers, that make an outage.
        probes: requests that may fail, one at a time and ever further apart, before all is given up.
    """

    def __init__(self, threshold: int, probes: int) -> None:
        self._threshold = threshold
        self._probes = probes
        self._failures = 0
        self._probing = False
        self._changed = asyncio.Event()

    async def passage(self) -> None:
        """Return when a request may go out: at once, or as the next probe, or when the outage is over."""
        while self._is_open:
            if not self._probing:
                self._probing = True
                await self._wait_to_probe()
                return
            await self._changed.wait()

    def worked(self) -> None:
        """Note an answer of any kind from a server that is up."""
        self._failures = 0
        self._ended()

    def failed(self, cause: str) -> None:
        """Note a failure.

        Raises:
            Nobody: the last probe has failed.
        """
        self._failures += 1
        self._ended()
        if self._failures >= self._threshold + self._probes:
            raise Nobody(f"nothing but failures, {self._failures} in a row, the last: {cause}", _MEND)

    @property
    def _is_open(self) -> bool:
        return self._failures >= self._threshold

    async def _wait_to_probe(self) -> None:
        try:
            doublings = self._failures - self._threshold
            await asyncio.sleep(min(_LONGEST_WAIT, _FIRST_WAIT * 2**doublings))
        except asyncio.CancelledError:
            self._ended()
            raise

    def _ended(self) -> None:
        self._probing = False
        self._changed.set()
        self._changed = asyncio.Event()


_MEND = "Is the server up, and --base-url right? The same command goes on from here."
