"""Short papers by the million, and a server that answers for each without keeping any, for benchmarks of memory.

    with answering_short(latency=0.01) as address: ...

An abstract has four sentences of some 300 characters, a fifth of what abstracts have; its answer names a system,
a problem, a method and a gain with a figure, all of which stand in it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from typing import TYPE_CHECKING

from bench.answering import response, serve, served
from bench.readers import WORDS
from pipeline.promptfiles import read_taxonomy

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path


def sentences(number: int) -> tuple[str, str, str]:
    """Return what is told of the problem, the method and the gain of a paper."""
    drawn = random.Random(number).choices(WORDS, k=24)  # noqa: S311 - nothing secret is made
    return (
        f"However, search over {' '.join(drawn[:10])} is slow.",
        f"We propose Foo{number}, an index that learns {' '.join(drawn[10:20])}.",
        f"Foo{number} is {number % 97 + 2}x faster than Bar on {' '.join(drawn[20:])}.",
    )


def write_short(path: Path, papers: int) -> Path:
    """Write so many papers as JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(papers):
            abstract = " ".join((*sentences(number), f"This is variant {number}."))
            file.write(json.dumps({"id": str(number), "abstract": abstract}) + "\n")
    return path


class Replies:
    """The whole HTTP response for each paper, made when it is asked for."""

    def __init__(self) -> None:
        self._areas = read_taxonomy(None).names

    def __getitem__(self, number: int, /) -> bytes:
        problem, method, gained = sentences(number)
        gain = {
            "text": gained, "kind": "quantitative", "metric": None, "values": [f"{number % 97 + 2}x"],
            "baseline": "Bar", "setting": None, "sentences": [3],
        }  # fmt: skip
        told = {
            "system": [f"Foo{number}"],
            "problem": {"text": problem, "sentences": [1]},
            "method": {"text": method, "sentences": [2]},
            "claimed_gains": [gain],
            "area": self._areas[number % len(self._areas)],
            "task": "search",
        }
        return response(json.dumps(told))


def answering_short(latency: float) -> AbstractContextManager[str]:
    """Serve while the block runs, and give the base URL."""
    return served("bench.short", latency)


if __name__ == "__main__":
    asyncio.run(serve(Replies(), float(sys.argv[1])))
