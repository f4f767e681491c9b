"""One piece of work for all who want the same at the same time. The name is that of Go's x/sync/singleflight."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Result = TypeVar("Result")


class SingleFlight(Generic[Result]):
    """Does the work of a key once, however many wait for it."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Future[Result]] = {}

    async def do(self, key: str, work: Callable[[], Awaitable[Result]]) -> tuple[Result, bool]:
        """Return what `work` comes to, and whether it was another's who began it; an error is raised to all of them."""
        running = self._running.get(key)
        if running is not None:
            return await asyncio.shield(running), True
        done = self._running[key] = asyncio.get_running_loop().create_future()
        try:
            result = await work()
        except BaseException as error:
            done.set_exception(error)
            done.exception()  # often nobody else waits for it
            raise
        finally:
            del self._running[key]
        done.set_result(result)
        return result, False
