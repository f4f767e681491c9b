"""An event loop that lets go when its work is done, whatever still hangs in a thread.

It is uvloop's where that is installed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import FrameType

Result = TypeVar("Result")


class _LooseThreads(ThreadPoolExecutor):
    """Gives each call a thread that nobody waits for.

    The name of a host is looked up in a thread of the loop's executor, and a lookup cannot be
    broken off. Python waits for such threads when the loop closes and again when the process
    ends, so that one name server that does not answer would keep an interrupted run for minutes.
    """

    def submit(self, function: Callable[..., Result], /, *arguments: Any, **options: Any) -> Future[Result]:  # noqa: ANN401 - the base's
        future: Future[Result] = Future()

        def work() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function(*arguments, **options))
                except BaseException as error:  # noqa: BLE001 - it is the caller's, and goes there
                    future.set_exception(error)

        Thread(target=work, daemon=True).start()
        return future


def run_in_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run `work` in a loop of its own and return its result; an interrupt cancels it, a second ends the process."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.get_loop().set_default_executor(_LooseThreads())
        return runner.run(_interruptible(work))


def _new_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop  # noqa: PLC0415 - an extra
    except ImportError:
        return asyncio.new_event_loop()

    class Loop(uvloop.Loop):
        """Looks hosts up in the executor's threads, as Python's loop does; uvloop's own would be waited for."""

        async def getaddrinfo(  # noqa: PLR0913 - the base's own
            self,
            host: Any,  # noqa: ANN401 - the base's own
            port: Any,  # noqa: ANN401
            *,
            family: int = 0,
            type: int = 0,  # noqa: A002
            proto: int = 0,
            flags: int = 0,
        ) -> Any:  # noqa: ANN401
            return await self.run_in_executor(None, socket.getaddrinfo, host, port, family, type, proto, flags)

    return Loop()


async def _interruptible(work: Coroutine[Any, Any, Result]) -> Result:
    cancel = signal.getsignal(signal.SIGINT)
    if not callable(cancel) or current_thread() is not main_thread():
        return await work
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:  # whatever is being tidied up takes too long; the next run copes without
            os._exit(128 + number)
        interrupted = True
        cancel(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    try:
        return await work
    finally:
        signal.signal(signal.SIGINT, cancel)
