"""One outage for all: when nothing but failures comes back, workers wait and one of them probes.

A circuit breaker (M. Nygard, Release It!, 2007): without it, an hour's outage would use up the
tries of every paper.
"""

from __future__ import annotations

import asyncio
import logging

from pipeline.engines.openai.faults import Nobody

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0
_log = logging.getLogger("claimsheet")


class Circuit:
    """Closed while anything succeeds; opens after `threshold` failures in a row.

    Args:
        threshold: failures in a row, over all workers, that make an outage.
        probes: requests that may fail in an outage, one at a time and ever further apart, before all is given up.
        probes_at_first: the same while nothing has succeeded yet, when the server may be no server at all.
    """

    def __init__(self, threshold: int, probes: int, probes_at_first: int) -> None:
        self._threshold = threshold
        self._probes = probes
        self._probes_at_first = probes_at_first
        self._failures = 0
        self._probes_failed = 0
        self._probing = False
        self._ever_worked = False
        self._changed = asyncio.Event()

    async def passage(self) -> bool:
        """Return when a request may go out, and whether it is a probe: at once, or in turn, or after the outage."""
        while self._is_open:
            if not self._probing:
                self._probing = True
                await self._wait_to_probe()
                return True
            await self._changed.wait()
        return False

    def worked(self) -> None:
        """Note an answer of any kind from a server that is up."""
        self._failures = self._probes_failed = 0
        self._ever_worked = True
        self._ended()

    def failed(self, cause: str, *, probe: bool) -> None:
        """Note a failure. Of an outage that is known, what was under way before it tells nothing new.

        Raises:
            Nobody: the last probe has failed.
        """
        self._failures += 1
        if self._failures == self._threshold:
            _log.warning("nothing but failures, the last: %s; waiting for the server to come back", cause)
        if not probe:
            return
        self._probes_failed += 1
        self._ended()
        if self._probes_failed >= (self._probes if self._ever_worked else self._probes_at_first):
            raise Nobody(f"nothing but failures, {self._failures} in a row, the last: {cause}", _MEND)

    @property
    def _is_open(self) -> bool:
        return self._failures >= self._threshold

    async def _wait_to_probe(self) -> None:
        try:
            await asyncio.sleep(min(_LONGEST_WAIT, _FIRST_WAIT * 2**self._probes_failed))
        except asyncio.CancelledError:
            self._ended()
            raise

    def _ended(self) -> None:
        self._probing = False
        self._changed.set()
        self._changed = asyncio.Event()


_MEND = "Is the server up, and --base-url right? The same command goes on from here."
