"""A small server that speaks OpenAI's API over real sockets, and misbehaves as a script tells it.

It runs in a thread of its own, so that it outlives a client that is killed:

    with FakeServer(first_try({3: Reset()})) as server:
        ...  # ask server.address, then look at server.calls

A script sees each call and returns the step that answers it. Papers are told apart by the number
in their first sentence, "Paper 17 ...", which is what `abstract(17)` writes.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self

from completions import ANSWER, completion, error

_PAPER = re.compile(r"\[1\] Paper (\d+)\b")
_NEVER = -1


def abstract(number: int) -> str:
    """Return an abstract of its own for each number."""
    return (
        f"Paper {number} is about slow search. We propose FOO{number}, a fast index. "
        f"FOO{number} is {number + 2}x faster than BAR on MNIST."
    )


def said(number: int) -> dict[str, Any]:
    """Return what a model says of `abstract(number)`."""
    gain = {
        "text": f"FOO{number} is faster than BAR", "kind": "quantitative", "metric": "speed",
        "values": [f"{number + 2}x"], "baseline": "BAR", "setting": "MNIST", "sentences": [3],
    }  # fmt: skip
    return ANSWER | {"system": [f"FOO{number}"], "claimed_gains": [gain], "task": f"search {number}"}


@dataclass(frozen=True)
class Call:
    """A request as it came.

    Attributes:
        paper: the number of the paper that it asks about.
        attempt: how many requests came for that paper, this one included.
        at: the monotonic clock's reading, in seconds.
    """

    paper: int
    attempt: int
    at: float
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class Step(Protocol):
    """What happens to a call."""

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Do it, and return whether the connection can go on."""


@dataclass(frozen=True)
class Say:
    """Answers with `body`: bytes as they are, anything else as JSON; cut short after `cut_at` bytes."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    cut_at: int | None = None

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send head and body."""
        await asyncio.sleep(self.after)
        content = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        writer.write(_head(self.status, {"content-length": str(len(content)), **self.headers}))
        writer.write(content[: self.cut_at])
        await writer.drain()
        return self.cut_at is None


@dataclass(frozen=True)
class Hang:
    """Never answers."""

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Wait for the client to leave."""
        await reader.read(1)
        return False


@dataclass(frozen=True)
class Reset:
    """Breaks the connection off, as a crashed server or a cut line does."""

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Close with a TCP reset."""
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
        return False


@dataclass(frozen=True)
class Trickle:
    """Sends a body byte by byte and never ends, which outlives any read timeout."""

    every: float = 0.02

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send blanks until the client leaves."""
        writer.write(_head(200, {"content-length": "1000000"}))
        while not writer.is_closing():
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(self.every)
        return False


@dataclass(frozen=True)
class Flood:
    """Sends a body without an end as fast as it is taken."""

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send until the client leaves."""
        writer.write(_head(200, {"content-length": str(10**12)}))
        while not writer.is_closing():
            writer.write(b" " * 1_000_000)
            await writer.drain()
        return False


@dataclass(frozen=True)
class Garbage:
    """Sends `content`, which is no HTTP, and closes."""

    content: bytes

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Send it."""
        writer.write(self.content)
        await writer.drain()
        return False


Script = Callable[[Call], Step]


def answering(call: Call) -> Step:
    """Answer well."""
    return Say(completion(said(call.paper)))


def first_try(faults: Mapping[int, Step], then: Script = answering) -> Script:
    """Return a script that plays a paper's fault on its first call, and `then` ever after."""
    return lambda call: faults[call.paper] if call.attempt == 1 and call.paper in faults else then(call)


def rate_limit(headers: Mapping[str, str] | None = None) -> Say:
    """Return a 429 that is a rate limit."""
    return Say(error("slow down", "requests", "rate_limit_exceeded"), 429, headers or {})


class Limited:
    """A script that grants `rpm` requests a minute out of a bucket of `burst`, and tells its limits if it `speaks`."""

    def __init__(self, rpm: float, burst: float, *, speaks: bool, then: Script = answering) -> None:
        self._rate, self._burst, self._rpm, self._speaks, self._then = rpm / 60, burst, rpm, speaks, then
        self._level, self._at = burst, time.monotonic()
        self.granted: list[float] = []
        self.refused: list[float] = []

    def __call__(self, call: Call) -> Step:
        """Grant the call or not."""
        self._level = min(self._burst, self._level + (call.at - self._at) * self._rate)
        self._at = call.at
        if self._level < 1:
            self.refused.append(call.at)
            return rate_limit(self._headers({"retry-after": f"{(1 - self._level) / self._rate:.3f}"}))
        self._level -= 1
        self.granted.append(call.at)
        step = self._then(call)
        return Say(step.body, step.status, self._headers(step.headers), step.after) if isinstance(step, Say) else step

    def _headers(self, others: Mapping[str, str]) -> dict[str, str]:
        if not self._speaks:
            return {}
        told = {"limit": self._rpm, "remaining": int(self._level)}
        return {**others, **{f"x-ratelimit-{name}-requests": f"{value:g}" for name, value in told.items()}}


class FakeServer:
    """Serves at `address` while its block runs.

    Args:
        script: what happens to each call.
        key: the only key that is served, null for any.
        accept_after: seconds during which connections queue up unaccepted.
        port: where to serve, 0 for wherever there is room.
    """

    def __init__(
        self, script: Script = answering, *, key: str | None = None, accept_after: float = 0.0, port: int = 0
    ) -> None:
        self._script, self._key, self._accept_after = script, key, accept_after
        self._seen: Counter[int] = Counter()
        self._news = threading.Condition()
        self._connections: set[asyncio.Task[None]] = set()
        self.calls: list[Call] = []
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._socket = socket.create_server(("127.0.0.1", port), backlog=1024)
        # asyncio sets it for sockets of its own alone; without it each reply waits 40 ms for a delayed ACK.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def papers(self) -> Counter[int]:
        """Return how many requests came for each paper."""
        return Counter(call.paper for call in self.calls)

    def wait_for(self, calls: int, within: float = 30.0) -> None:
        """Return when so many calls have come."""
        with self._news:
            if not self._news.wait_for(lambda: len(self.calls) >= calls, within):
                raise TimeoutError(f"{len(self.calls)} calls came, not {calls}")

    def __enter__(self) -> Self:
        """Start to serve."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Break off what is left and stop."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        self._socket.close()

    async def _start(self) -> None:
        await asyncio.sleep(self._accept_after)
        self._server = await asyncio.start_server(self._connected, sock=self._socket)

    async def _end(self) -> None:
        if self._server:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        try:
            while (call := await self._read(reader)) is not None:
                if not await self._step(call).play(reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the server ends
        finally:
            writer.close()

    def _step(self, call: Call) -> Step:
        if self._key is not None and call.headers.get("authorization") != f"Bearer {self._key}":
            return Say(error("Incorrect API key provided", code="invalid_api_key"), 401)
        return self._script(call)

    async def _read(self, reader: asyncio.StreamReader) -> Call | None:
        head = await reader.readuntil(b"\r\n\r\n")
        pairs = (line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:])
        headers = {name.lower(): value.strip() for name, colon, value in pairs if colon}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", "0"))) or b"{}")
        found = _PAPER.search(body["messages"][-1]["content"] if "messages" in body else "")
        paper = int(found[1]) if found else _NEVER
        self._seen[paper] += 1
        call = Call(paper, self._seen[paper], time.monotonic(), headers, body)
        with self._news:
            self.calls.append(call)
            self._news.notify_all()
        return call


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} X", "content-type: application/json", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
