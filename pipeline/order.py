"""Work in any order, results in the order of the input, and never more than a window of both in memory.

Workers wait for others most of the time. What is left to do of a result, and keeps this process busy, is put off while
any of them has something to send: a request that waits behind it is an answer that comes later. No more is put off than
there are workers; where this process cannot keep up, they wait for it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Later(Generic[Result]):
    """A result that is still to be made of what has come: at once, or by one more wait where that turns out."""

    make: Callable[[], Result | Coroutine[None, None, Result]]


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


class _PutOff(Generic[Result]):
    """Results that are still to be made, one at a time and when nobody else can go on; `most` of them at once."""

    def __init__(self, most: int, hand_on: Callable[[int, Result], None]) -> None:
        self._left: asyncio.Queue[tuple[int, Later[Result]] | None] = asyncio.Queue(most)
        self._hand_on = hand_on

    async def put(self, number: int, later: Later[Result]) -> None:
        await self._left.put((number, later))

    async def end(self) -> None:
        """Say that no more will come."""
        await self._left.put(None)

    async def make_all(self, group: asyncio.TaskGroup) -> None:
        """Make what comes until the end; what needs one more wait, waits in `group`."""
        while left := await self._left.get():
            number, later = left
            made = later.make()
            if asyncio.iscoroutine(made):
                group.create_task(self._wait_for(number, made))
            else:
                self._hand_on(number, made)
            await asyncio.sleep(0)  # whoever can go on does so first

    async def _wait_for(self, number: int, result: Coroutine[None, None, Result]) -> None:
        self._hand_on(number, await result)


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

    def hand_on(number: int, result: Result) -> None:
        for _ in range(ordered.put(number, result)):
            room.release()

    put_off = _PutOff(workers, hand_on)

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
                await put_off.put(number, result)
            else:
                hand_on(number, result)

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(put_off.make_all(group))
            await asyncio.wait([group.create_task(worker()) for _ in range(workers)])
            await put_off.end()
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
