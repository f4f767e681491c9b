"""What a run costs whose answers are all known, beside a bare script that reads the same and writes as many lines.

    python -m bench.warm [PAPERS]

The papers are the seeds' abstracts, each made another one by a sentence before it, 10,000 by default; the answers are
what the embedded engine says of them, put into the cache by our own code. Nothing is sent: nobody listens at the
address. The bare script reads the list line by line, the answers by one scan of the table, takes each answer's JSON
apart and writes it as a line beside its paper: no two readings, no cleaning, no duplicates, no keys, no checks. The
first run of ours finds the answers alone; it makes the cards, and keeps them and the list as it was read. Each other
line is the median of several processes, run in turns; the last column is the ratio to the bare script.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pipeline.desk import keep
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.exchange import Reply
from pipeline.manner import Dedupe, Manner
from pipeline.origin import origin_of
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template
from pipeline.readers import read_papers
from pipeline.recall import Recall

ROOT = Path(__file__).parents[1]
ADDRESS, MODEL = "http://127.0.0.1:9/v1", "m"
ROUNDS = 5
BARE = """\
import json, sqlite3, sys
papers, base, out = sys.argv[1:]
with open(papers, "rb") as lines:
    read = [json.loads(line) for line in lines]
rows = sqlite3.connect(base).execute("SELECT value FROM Cache WHERE length(key) = 64 ORDER BY rowid")
with open(out, "wb") as file:
    for paper, (value,) in zip(read, rows):
        reply = json.loads(value[16:])
        told = json.loads(reply["choices"][0]["message"]["content"])
        file.write(json.dumps({"paper": paper, **told}, ensure_ascii=False).encode() + b"\\n")
"""


class Took(NamedTuple):
    """What a process took, in seconds."""

    wall: float
    processor: float


def main(papers: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="claimsheet-warm-") as place:
        folder = Path(place)
        _set_up(folder, papers)
        ours = ["-m", "pipeline", "extract", folder / "papers.jsonl", "-o", folder / "cards.jsonl", "--overwrite"]
        ours += ["--cache-dir", folder / "answers", "--base-url", ADDRESS, "--model", MODEL]
        base = folder / "answers" / "cache.db"
        lines: dict[str, list[object]] = {
            "bare script": ["-c", BARE, folder / "papers.jsonl", base, folder / "bare.jsonl"],
            "extract": ours,
            "extract --quiet, no estimate": [*ours, "--quiet"],
            "show: reading alone": ["-m", "pipeline", "show", folder / "papers.jsonl"],
        }
        first = _took(ours)
        took: dict[str, list[Took]] = {name: [] for name in lines}
        for _ in range(ROUNDS):
            for name, line in lines.items():
                took[name].append(_took(line))
        record = json.loads((folder / "cards.run.json").read_bytes())
        assert (record["requests"], record["cache_hits"]) == (0, papers), record
    bare = _median(took["bare script"])
    print(f"{papers:,} papers, no request; Python {platform.python_version()}, {os.cpu_count()} cores\n")
    print("| process | wall, s | CPU, s | CPU to bare |\n|---|---:|---:|---:|")
    for name, each in (*((name, _median(found)) for name, found in took.items()), ("extract, the first time", first)):
        print(f"| {name} | {each.wall:.2f} | {each.processor:.2f} | {each.processor / bare.processor:.1f} |")


def _set_up(folder: Path, papers: int) -> None:
    """Write the list, and put an answer for each paper into the cache."""
    lists = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    taxonomy = read_taxonomy(None)
    engine = ExtractiveEngine.load(taxonomy)
    seeds = [(paper.abstract, engine.extract(paper).model_dump_json()) for paper in read_papers(lists)]
    with (folder / "papers.jsonl").open("w", encoding="utf-8") as file:
        for number, (abstract, _) in enumerate(islice(cycle(seeds), papers)):
            record = {"id": f"p{number}", "title": f"Paper {number}", "abstract": f"Study {number}. {abstract}"}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    form = Asking(ADDRESS, MODEL, read_template(), taxonomy)
    read = read_papers([str(folder / "papers.jsonl")], Manner(dedupe=Dedupe.OFF))
    with Recall(folder / "answers") as recall, recall.together():
        for paper, (_, content) in zip(read, cycle(seeds), strict=False):
            keep(recall, None, form.request(paper), Reply(_completion(content)), origin_of(paper, form))


def _completion(content: str) -> bytes:
    message = {"role": "assistant", "content": content, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1443, "completion_tokens": 400, "total_tokens": 1843}
    return json.dumps({"object": "chat.completion", "model": MODEL, "choices": [choice], "usage": usage}).encode()


def _took(arguments: Sequence[object]) -> Took:
    """Run Python and return what it took."""
    line = [sys.executable, *map(str, arguments)]
    with Path(os.devnull).open("wb") as nowhere:
        actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), number) for number in (1, 2)]
        started = time.perf_counter()
        _, status, used = os.wait4(os.posix_spawn(sys.executable, line, os.environ, file_actions=actions), 0)
    assert status == 0, f"{line} ended with {status}"
    return Took(time.perf_counter() - started, used.ru_utime + used.ru_stime)


def _median(took: Sequence[Took]) -> Took:
    return Took(median(each.wall for each in took), median(each.processor for each in took))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
