"""How fast a run asks, beside clients that do nothing but ask: requests a second, and processor time.

Prints the first table of docs/performance.md: `python -m bench.asking [PAPERS]`, by default 5,000. All ask about the
same abstracts, 128 at once, at a server on this machine that answers after 200 ms; the ideal is 640 a second. Each is
a process of its own. The server tells the rate, from the first request to the last answer; the processor time is that
of the whole process, its start included. Only the last row reads, checks, keeps and writes as well. The rows are
measured round by round, and each shows its best round.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from bench.answering import answering, seconds_asked, variants, write_list

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

PAPERS, LATENCY, IN_FLIGHT, ROUNDS = 5_000, 0.2, 128, 3
PATH = "/chat/completions"
_HEADERS = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Measured:
    """What a process took: seconds from its first request to its last answer, all its seconds, and the processor's."""

    asking: float
    whole: float
    cpu: float


def payloads(papers: int, address: str) -> list[bytes]:
    """Return the very bodies that a run sends."""
    from pipeline.prompt import Asking  # noqa: PLC0415 - a child loads no more than it measures
    from pipeline.promptfiles import read_taxonomy, read_template  # noqa: PLC0415

    form = Asking(address, "m", read_template(), read_taxonomy())
    return [form.request(paper).payload for paper in variants(papers)]


async def _all(bodies: Sequence[bytes], ask: Callable[[bytes], Awaitable[object]]) -> None:
    waiting: Iterator[bytes] = iter(bodies)

    async def worker() -> None:
        for body in waiting:
            await ask(body)

    async with asyncio.TaskGroup() as group:
        for _ in range(IN_FLIGHT):
            group.create_task(worker())


async def by_hand(bodies: Sequence[bytes], address: str) -> None:
    """Ask over bare sockets."""
    host, port = address.removeprefix("http://").removesuffix("/v1").split(":")
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(body: bytes) -> bytes:
        reader, writer = idle.pop() if idle else await asyncio.open_connection(host, int(port))
        writer.write(b"POST /v1%b HTTP/1.1\r\ncontent-length: %d\r\n\r\n%b" % (PATH.encode(), len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        answer = await reader.readexactly(int(head.rpartition(b"content-length: ")[2]))
        idle.append((reader, writer))
        return answer

    await _all(bodies, ask)
    for _, writer in idle:
        writer.close()


async def by_aiohttp(bodies: Sequence[bytes], address: str) -> None:
    """Ask with aiohttp alone."""
    import aiohttp  # noqa: PLC0415

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=IN_FLIGHT)) as session:

        async def ask(body: bytes) -> bytes:
            async with session.post(address + PATH, data=body, headers=_HEADERS) as response:
                return await response.read()

        await _all(bodies, ask)


async def by_sdk(bodies: Sequence[bytes], address: str) -> None:
    """Ask with the SDK over its aiohttp transport, the bodies being ready."""
    import httpx2  # noqa: PLC0415
    from openai import AsyncOpenAI, DefaultAioHttpClient  # noqa: PLC0415

    limits = httpx2.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT)
    wire = DefaultAioHttpClient(limits=limits)
    async with AsyncOpenAI(api_key="none", base_url=address, max_retries=0, http_client=wire) as client:

        async def ask(body: bytes) -> object:
            return await client.post(PATH, cast_to=httpx2.Response, content=body, options={"headers": _HEADERS})

        await _all(bodies, ask)


async def by_create(bodies: Sequence[bytes], address: str) -> None:
    """Ask with the SDK as its manual shows it."""
    import json  # noqa: PLC0415

    import httpx2  # noqa: PLC0415
    from openai import AsyncOpenAI  # noqa: PLC0415

    limits = httpx2.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT)
    wire = httpx2.AsyncClient(limits=limits)
    async with AsyncOpenAI(api_key="none", base_url=address, max_retries=0, http_client=wire) as client:

        async def ask(body: bytes) -> object:
            return await client.chat.completions.create(**json.loads(body))

        await _all(bodies, ask)


CLIENTS = {
    "HTTP by hand": by_hand,
    "aiohttp": by_aiohttp,
    "openai over aiohttp, post": by_sdk,
    "openai, create": by_create,
}
WHOLE = "claimsheet extract, everything included"


def child(name: str, address: str, bodies: Path) -> None:
    """Ask about everything with one client."""
    asyncio.run(CLIENTS[name](bodies.read_bytes().split(b"\n"), address))


def measured(command: list[str], address: str, **variables: str) -> Measured:
    """Run a command that asks at `address` to its end."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        actions = [(os.POSIX_SPAWN_DUP2, out.fileno(), 1), (os.POSIX_SPAWN_DUP2, out.fileno(), 2)]
        pid = os.posix_spawn(command[0], command, {**os.environ, **variables}, file_actions=actions)
        _, status, used = os.wait4(pid, 0)
        out.seek(0)
        told = out.read().decode()
    assert status == 0, told
    return Measured(seconds_asked(address), time.perf_counter() - started, used.ru_utime + used.ru_stime)


def main(papers: int) -> None:
    """Print the table."""
    best: dict[str, list[Measured]] = {name: [] for name in (*CLIENTS, WHOLE)}
    with tempfile.TemporaryDirectory(prefix="claimsheet-asking-") as folder, answering(papers, LATENCY) as address:
        listed, bodies = write_list(Path(folder, "papers.jsonl"), papers), Path(folder, "bodies")
        bodies.write_bytes(b"\n".join(payloads(papers, address)))
        for number in range(ROUNDS):
            for name in CLIENTS:
                command = [sys.executable, "-m", "bench.asking", name, address, str(bodies)]
                best[name].append(measured(command, address))
            best[WHOLE].append(_whole(listed, Path(folder), number, address))
    ideal = IN_FLIGHT / LATENCY
    sdk = min(each.asking for each in best["openai over aiohttp, post"])
    table = Table("client", "requests/s", "of the ideal", "of the SDK's post", "CPU s for 1,000", "s in all")
    for name, rounds in best.items():
        asking, whole, cpu = (min(each) for each in zip(*map(astuple, rounds), strict=True))
        told = (papers / asking, papers / asking / ideal, sdk / asking, 1000 * cpu / papers, whole)
        table.add_row(name, f"{told[0]:,.0f}", *(f"{each:.2f}" for each in told[1:]))
    Console(width=120).print(table)


def _whole(listed: Path, folder: Path, number: int, address: str) -> Measured:
    return measured(
        [sys.executable, "-m", "pipeline", "extract", str(listed), "-o", str(folder / f"{number}.jsonl"), "--quiet",
         "--engine", "openai", "--base-url", address, "--model", "m", "--concurrency", str(IN_FLIGHT),
         "--cache-dir", str(folder / f"cache{number}")],
        address,
        OPENAI_API_KEY="none",
    )  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) > 2:  # noqa: PLR2004 - a child's three arguments
        child(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    else:
        main(int((sys.argv[1:] or [str(PAPERS)])[0]))
