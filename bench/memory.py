"""How much memory large inputs take: the peak of a process of its own for each way of reading, and for whole runs.

Prints two tables: `python -m bench.memory [PAPERS] [GIGABYTES]`, by default of 1,000,000 papers a line each and a JSON
list of 2 GB, read; and of runs of 10,000 and of 100,000 papers, sheets and all. `--papers N...` prints that of runs
alone, of as many papers each: 1,000,000 take hours and some 20 GB of disk. The files are made in a temporary folder,
of words drawn at random, and go at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from bench.readers import drawn_papers
from bench.short import answering_short, write_short

_READ = "import sys; from pipeline.readers import read_papers; print(sum(1 for _ in read_papers(sys.argv[1:])))"
_ONCE = """\
import sys
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named
print(sum(1 for _ in reader_named(sys.argv[1]).read(open(sys.argv[2], "rb"), Origin("a"))))
"""


def main(papers: int, gigabytes: float) -> None:
    """Print the table of reading."""
    print(f"{'what':40} {'papers':>10} {'MB file':>8} {'peak MB':>8} {'seconds':>8}")
    with tempfile.TemporaryDirectory(prefix="claimsheet-memory-") as folder:
        lines = Path(folder, "papers.jsonl")
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(f"{paper}\n" for paper in islice(_written(), papers))
        _row("jsonl, the reader alone", lines, ["-c", _ONCE, "jsonl"])
        _row("jsonl, read twice and made one", lines, ["-c", _READ])
        _row("jsonl, claimsheet show", lines, ["-m", "pipeline", "show"])
        lines.unlink()
        array = Path(folder, "papers.json")
        _write_array(array, int(gigabytes * 1e9))
        _row("json list, the reader alone", array, ["-c", _ONCE, "json"])
        _row("json list, read twice and made one", array, ["-c", _READ])


def runs(sizes: Sequence[int]) -> None:
    """Print the table of runs; `times` sets each peak beside that of the first size."""
    print("claimsheet run, of abstracts of 300 characters; the peak of its largest process")
    print(f"{'engine':40} {'papers':>10} {'MB out':>8} {'peak MB':>8} {'seconds':>8} {'times':>6}")
    with answering_short(latency=0.01) as address:
        openai = ["openai", "--base-url", address, "--model", "m", "--concurrency", "64"]
        for engine in (["extractive"], openai):
            first = 0.0
            for papers in sizes:
                ran = _run(papers, ["--engine", *engine])
                first = first or ran.peak
                told = f"{engine[0]:40} {papers:>10} {ran.size:8,.0f} {ran.peak:8,.0f} {ran.seconds:8,.0f}"
                print(f"{told} {ran.peak / first:6.2f}", flush=True)


def _run(papers: int, options: Sequence[str]) -> Measured:
    with tempfile.TemporaryDirectory(prefix="claimsheet-memory-") as folder:
        out = Path(folder, "out")
        listed = write_short(Path(folder, "papers.jsonl"), papers)
        command = ["-m", "pipeline", "run", str(listed), "-o", str(out), "--cache-dir", f"{folder}/cache", "--quiet"]
        ran = measured([*command, *options])
        states = json.loads((out / "run.json").read_bytes())["states"]
        assert states == {"ok": papers}, states
        return Measured(ran.peak, ran.seconds, sum(file.stat().st_size for file in out.iterdir()) / 1e6)


class Measured(NamedTuple):
    """The peak of a process's memory in MB, how long it took, and the MB or the words that it wrote."""

    peak: float
    seconds: float
    size: float = 0.0
    told: str = ""


def measured(command: Sequence[str]) -> Measured:
    """Run Python in a process of its own."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        child = os.posix_spawn(
            sys.executable,
            [sys.executable, *command],
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)],
        )
        _, status, used = os.wait4(child, 0)
        out.seek(0)
        told = out.read().decode()
    assert status == 0, told
    return Measured(used.ru_maxrss * 1024 / 1e6, time.perf_counter() - started, told=told)


def _row(what: str, path: Path, command: Sequence[str]) -> None:
    """Run Python on a file and print the peak of its memory and how long it took."""
    ran = measured([*command, str(path)])
    papers = next(word for line in ran.told.splitlines()[-1:] for word in line.split() if word.isdigit())
    size = path.stat().st_size / 1e6
    print(f"{what:40} {papers:>10} {size:8,.0f} {ran.peak:8,.0f} {ran.seconds:8,.0f}", flush=True)


def _write_array(path: Path, size: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        written = file.write("[")
        for number, paper in enumerate(_written()):
            written += file.write(f"{',' if number else ''}\n{paper}")
            if written > size:
                break
        file.write("]")


def _written() -> Iterator[str]:
    return map(json.dumps, drawn_papers())


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("read", nargs="?", type=int, default=1_000_000)
    asked.add_argument("gigabytes", nargs="?", type=float, default=2)
    asked.add_argument("--papers", nargs="+", type=int)
    given = asked.parse_args()
    if not given.papers:
        main(given.read, given.gigabytes)
    runs(given.papers or [10_000, 100_000])
