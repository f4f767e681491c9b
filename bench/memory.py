"""How much memory large inputs take: the peak of a process of its own for each way of reading.

Prints a table: `python -m bench.memory [PAPERS] [GIGABYTES]`, by default 1,000,000 papers a line each and a JSON list
of 2 GB. The files are made in a temporary folder, of words drawn at random, and go at the end.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bench.readers import drawn_papers

_READ = "import sys; from pipeline.readers import read_papers; print(sum(1 for _ in read_papers(sys.argv[1:])))"
_ONCE = """\
import sys
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named
print(sum(1 for _ in reader_named(sys.argv[1]).read(open(sys.argv[2], "rb"), Origin("a"))))
"""


def main(papers: int, gigabytes: float) -> None:
    """Print the table."""
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


def _row(what: str, path: Path, command: Sequence[str]) -> None:
    """Run Python on a file and print the peak of its memory and how long it took."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        child = os.posix_spawn(
            sys.executable,
            [sys.executable, *command, str(path)],
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)],
        )
        _, status, used = os.wait4(child, 0)
        out.seek(0)
        told = out.read().decode()
    assert status == 0, told
    papers = next(word for line in told.splitlines()[-1:] for word in line.split() if word.isdigit())
    size, peak = path.stat().st_size / 1e6, used.ru_maxrss * 1024 / 1e6
    print(f"{what:40} {papers:>10} {size:8,.0f} {peak:8,.0f} {time.perf_counter() - started:8,.0f}", flush=True)


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
    main(int((sys.argv[1:] or ["1000000"])[0]), float((sys.argv[2:] or ["2"])[0]))
