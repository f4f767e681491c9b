"""A server that answers like a model that is slow and never wrong, for benchmarks: in a process of its own.

    with answering(papers=1_000, latency=0.2) as address: ...

Each of the abstracts that `variants` writes is answered with what the embedded engine says of it, `latency` seconds
after it came. The protocol is written by hand, since the server must cost less than any client that is measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pipeline.engines.extractive import ExtractiveEngine
from pipeline.paper import Paper
from pipeline.promptfiles import read_taxonomy
from pipeline.readers import read_papers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

_SEEDS = Path(__file__).parents[1] / "seeds"
_WORD = re.compile(r"(?<![\\$-])\b[a-z]{5,}\b")
_DRAWN = 0.6
_VARIANT = re.compile(rb"This is variant (\d+)\.")
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
_END = b"\r\n\r\n"


def seed_papers() -> list[Paper]:
    """Return the papers of the seeds."""
    return list(read_papers(sorted(str(path) for path in _SEEDS.glob("*.txt"))))


def variants(papers: int) -> Iterator[Paper]:
    """Yield so many papers: the seeds over and over, most of their longer words drawn anew in each.

    So no two are nearly the same, and all are as long as abstracts are.
    """
    seeds = seed_papers()
    words = sorted({word for seed in seeds for word in _WORD.findall(seed.abstract)})
    for number in range(papers):
        text = _varied(seeds[number % len(seeds)].abstract.rstrip(), words, random.Random(number))  # noqa: S311 - no secret
        yield Paper(id=f"key:{number}", abstract=f"{text} This is variant {number}.")


def _varied(text: str, words: Sequence[str], draw: random.Random) -> str:
    def other(word: re.Match[str]) -> str:
        return draw.choice(words) if draw.random() < _DRAWN else word[0]

    return _WORD.sub(other, text)


def write_list(path: Path, papers: int) -> Path:
    """Write the variants as JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        for paper in variants(papers):
            row = {"id": paper.id.removeprefix("key:"), "abstract": paper.abstract}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def answering(papers: int, latency: float) -> AbstractContextManager[str]:
    """Serve while the block runs, and give the base URL."""
    return served("bench.answering", papers, latency)


@contextmanager
def served(module: str, *arguments: float) -> Iterator[str]:
    """Run a module that serves, as `serve` does, while the block runs, and give the base URL."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - one of these modules
    try:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
    finally:
        server.kill()
        server.wait()


def seconds_asked(address: str) -> float:
    """Return the seconds from the first request to the last answer at a server of ours, since this was last asked."""
    with urllib.request.urlopen(f"{address}/span") as told:  # noqa: S310 - of this machine
        return float(told.read())


def replies(papers: int) -> list[bytes]:
    """Return a whole HTTP response for each of so many variants."""
    engine = ExtractiveEngine.load(read_taxonomy(None))
    return [response(engine.extract(paper).model_dump_json()) for paper in variants(papers)]


def response(content: str) -> bytes:
    """Return a whole HTTP response in which a model says `content`."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1500, "completion_tokens": 300, "total_tokens": 1800}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    raw = json.dumps(body, ensure_ascii=False).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(raw), raw)


class Answers(Protocol):
    """The whole HTTP responses by the numbers of the variants."""

    def __getitem__(self, number: int, /) -> bytes: ...


class _Span:
    """The time from the first request to the last answer, since it was last asked for."""

    def __init__(self) -> None:
        self._first = self._last = 0.0

    def began(self) -> None:
        self._first = self._first or time.monotonic()

    def ended(self) -> None:
        self._last = time.monotonic()

    def told(self) -> bytes:
        """Return the seconds as a whole HTTP response, and begin anew."""
        seconds = f"{self._last - self._first}".encode()
        self._first = 0.0
        return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(seconds), seconds)


class _Connection(asyncio.Protocol):
    """One connection: a request at a time, its answer after the latency; a GET is told the span of all asks."""

    def __init__(self, answers: Answers, latency: float, span: _Span) -> None:
        self._answers = answers
        self._latency = latency
        self._span = span
        self._came = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._span.began()
        self._came += data
        head, end, body = self._came.partition(_END)
        length = _LENGTH.search(head)
        if end and len(body) >= int(length[1] if length else 0):
            self._came = b""
            if head.startswith(b"GET"):
                self._transport.write(self._span.told())
                return
            asked = _VARIANT.search(body)
            answer = self._answers[int(asked[1]) if asked else 0]
            asyncio.get_running_loop().call_later(self._latency, self._answered, answer)

    def _answered(self, answer: bytes) -> None:
        self._transport.write(answer)
        self._span.ended()


async def serve(answers: Answers, latency: float) -> None:
    """Serve at a port of its own choice, which it prints, until it is killed."""
    loop, span = asyncio.get_running_loop(), _Span()
    server = await loop.create_server(lambda: _Connection(answers, latency, span), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(replies(int(sys.argv[1])), float(sys.argv[2])))
