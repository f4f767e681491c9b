"""An engine that is made when it is first asked: a run whose answers are all known loads no SDK."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.engines.interface import Answer, Asker
    from pipeline.exchange import Request


class DeferredAsker:
    """Makes its asker with `make` at the first ask; see `pipeline.engines.interface.Asker`."""

    def __init__(self, make: Callable[[], Asker]) -> None:
        self._make = make
        self._made: Asker | None = None
        self._earlier: Counter[str] = Counter()

    @property
    def retries(self) -> Counter[str]:
        """Requests that had to be sent again, by cause."""
        return self._earlier + (self._made.retries if self._made else Counter())

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`."""
        if self._made is None:
            self._made = self._make()
        return await self._made.ask(request)

    async def close(self) -> None:
        """Let go of the connections, if there are any; a later ask makes new ones."""
        if self._made is not None:
            self._earlier += self._made.retries
            made, self._made = self._made, None
            await made.close()
