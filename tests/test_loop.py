import asyncio
import threading

import pytest

from pipeline.loop import run_in_loop


def test_the_result_of_the_work_is_returned():
    async def work():
        return await asyncio.get_running_loop().run_in_executor(None, sum, [1, 2])

    assert run_in_loop(work()) == 3


def test_an_error_in_a_thread_reaches_who_waits_for_it():
    async def work():
        return await asyncio.get_running_loop().run_in_executor(None, int, "x")

    with pytest.raises(ValueError, match="invalid literal"):
        run_in_loop(work())


def test_a_thread_that_never_ends_holds_nothing_back():
    ever = threading.Event()

    def hang(loop, begun):
        loop.call_soon_threadsafe(begun.set)
        ever.wait(60)

    async def work():
        loop, begun = asyncio.get_running_loop(), asyncio.Event()
        loop.run_in_executor(None, hang, loop, begun)
        await begun.wait()

    run_in_loop(work())
    (left,) = [thread for thread in threading.enumerate() if thread.daemon and thread.name.endswith("(work)")]
    assert left.is_alive()
    ever.set()
    left.join()
