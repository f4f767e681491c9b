"""Work spread over processes, its results in the order of the input.

Each process holds one end of a pipe of its own and has one piece of work at a time: the parent sends
the next piece only after it took the results of the last, so that neither ever waits for the other to
read, and no more lies in memory than a piece for each process. Processes are spawned, never forked,
since a fork would copy the locks of threads that it does not copy.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import ExitStack, suppress
from itertools import chain, islice
from multiprocessing import get_context
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

_PIECE = 32
"""Items that travel together: a pipe costs less than the work, and the pieces of all processes are soon done."""
_FEW = 2_000
"""Fewer items are done here before other processes have started."""
_PATIENCE = 1.0
"""Seconds that a process may take to end, before it is made to."""


def spread(work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None) -> Generator[Result]:
    """Yield `work` of each of `items`, in order; to close what is returned ends its processes.

    Args:
        work: can be pickled, and makes what it needs when it is unpickled.
        items: drawn as they are needed.
        jobs: in how many processes; null: in one for each core, where there are many items, else in this one.

    Raises:
        MachineError: a process ended in the midst of its work.
        Exception: whatever `work` or `items` raise; nothing is worked on then.
    """
    drawn = iter(items)
    if jobs is None:
        first = tuple(islice(drawn, _FEW))
        drawn, jobs = chain(first, drawn), _cores() if len(first) == _FEW else 1
    yield from map(work, drawn) if jobs == 1 else _spread(work, drawn, jobs)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _spread(work: Callable[[Item], Result], items: Iterator[Item], jobs: int) -> Iterator[Result]:
    pieces = iter(lambda: tuple(islice(items, _PIECE)), ())
    first = tuple(islice(pieces, jobs))
    with ExitStack() as stack:
        # All start before any is sent to: a piece may be too large for the pipe of one that does not read yet.
        busy = deque(stack.enter_context(_Worker(work)).connection for _ in first)
        for worker, piece in zip(busy, first, strict=True):
            worker.send(piece)
        while busy:
            worker = busy.popleft()
            results = _results(worker)
            for piece in islice(pieces, 1):
                worker.send(piece)
                busy.append(worker)
            yield from results


class _Worker:
    """A process that does `work` on the pieces that come through `connection`, and ends when it is left."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.close()
        self._process.join(_PATIENCE if error[0] is None else 0)
        self._process.terminate()
        self._process.join()


def _results(worker: Connection) -> list[Any]:
    try:
        results: list[Any] | Exception = worker.recv()
    except EOFError:
        raise MachineError("A worker process ended in the midst of its work. Run again with --jobs 1.") from None
    if isinstance(results, Exception):
        raise results
    return results


def _serve(work: Callable[[Any], Any], connection: Connection) -> None:
    # Ctrl-C reaches all processes of a terminal; the parent decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            connection.send(_done(work, connection.recv()))


def _done(work: Callable[[Any], Any], piece: Iterable[Any]) -> list[Any] | Exception:
    try:
        return [work(item) for item in piece]
    except Exception as error:  # noqa: BLE001 - it is the caller's, and is raised there
        error.add_note("".join(format_exception(error)))
        return error
