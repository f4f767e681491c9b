"""Work in any order, results in the order of the input, and never more than a window of both in memory.

Workers wait for others most of the time. What is left to do of a result, and keeps this process busy, is put off while
any of them has something to send: a request that waits behind it is an answer that comes later.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Later(Generic[Result]):
    """A result that is still to be made of what has come, for which nothing need be waited for."""

    make: Callable[[], Result]


class _InOrder(Generic[Result]):
    """Holds results that are early; hands them on as soon as their turn comes."""

    def __init__(self, sink: Callable[[Result], None]) -> None:
        self._sink = sink
        self._early: dict[int, Result] = {}
        self._next = 0

    def put(self, number: int, result: Result) -> int:
        """Take a result and return how many were handed on."""
        self._early[number] = result
        first = self._next
        while self._next in self._early:
            self._sink(self._early.pop(self._next))
            self._next += 1
        return self._next - first


async def work_in_order(
    items: Iterable[Item],
    work: Callable[[Item], Awaitable[Result | Later[Result]]],
    sink: Callable[[Result], None],
    *,
    workers: int,
    window: int,
) -> None:
    """Do `work` on each of `items` with a fixed set of workers; `sink` sees results in input order.

    An error of `work`, `items` or `sink` stops all workers and is raised. Items are drawn when a
    worker is free and fewer than `window` are unfinished or waiting for their turn.
    """
    numbered: Iterator[tuple[int, Item]] = enumerate(items)
    ordered = _InOrder(sink)
    room = asyncio.Semaphore(window)
    put_off: asyncio.Queue[tuple[int, Later[Result]] | None] = asyncio.Queue()

    def hand_on(number: int, result: Result) -> None:
        for _ in range(ordered.put(number, result)):
            room.release()

    async def worker() -> None:
        while True:
            await room.acquire()
            drawn = next(numbered, None)
            if drawn is None:
                room.release()
                return
            number, item = drawn
            result = await work(item)
            if isinstance(result, Later):
                put_off.put_nowait((number, result))
            else:
                hand_on(number, result)

    async def make_the_others() -> None:
        while left := await put_off.get():
            number, result = left
            hand_on(number, result.make())
            await asyncio.sleep(0)  # whoever can go on does so first

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(make_the_others())
            await asyncio.wait([group.create_task(worker()) for _ in range(workers)])
            put_off.put_nowait(None)
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
