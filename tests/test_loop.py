import asyncio
import socket
import sys
import threading

import pytest
import uvloop

from pipeline.loop import run_in_loop


@pytest.fixture(autouse=True, params=["uvloop", "asyncio"])
def loop_of(request, monkeypatch):
    """Run each test on both loops."""
    if request.param == "asyncio":
        monkeypatch.setitem(sys.modules, "uvloop", None)
    return request.param


def test_the_loop_is_of_uvloop_where_that_is_installed(loop_of):
    async def work():
        return isinstance(asyncio.get_running_loop(), uvloop.Loop)

    assert run_in_loop(work()) is (loop_of == "uvloop")


def test_hosts_are_looked_up_in_threads_that_nobody_waits_for(monkeypatch):
    seen = []

    def look_up(*asked):
        seen.append((threading.current_thread().daemon, *asked))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    async def work():
        return await asyncio.get_running_loop().getaddrinfo("a.example", 80, type=socket.SOCK_STREAM)

    assert run_in_loop(work()) == [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))]
    assert seen == [(True, "a.example", 80, 0, socket.SOCK_STREAM, 0, 0)]


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
