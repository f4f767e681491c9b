"""Fuzzes readers and prints a table: `python -m bench.fuzz [--minutes M] [--faults FOLDER] [READER...]`.

Each reader gets M minutes of CPU time in a process of its own, and reads spoilt copies of the fixtures, a part of
them through the whole path of a run: packed, encoded, found, indexed, read again. What counts as a fault is any
exception but ours, a reading of seconds, and a second reading that differs. Needs `pip install atheris`; `parquet`
wants pyarrow too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from pipeline.readers.registry import all_readers


def main() -> None:
    """Print the table and exit with 1 where a reader has a fault."""
    options = _options()
    print(f"{'reader':16} {'CPU minutes':>11} {'examples':>10} {'faults':>7}", flush=True)
    faults = 0
    for name in options.reader or sorted(reader.name for reader in all_readers()):
        faults += _row(name, options.minutes, options.faults)
    sys.exit(1 if faults else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Fuzzes the readers.")
    parser.add_argument("reader", nargs="*", help="names of formats; without one, all")
    parser.add_argument("--minutes", type=float, default=10.0, help="CPU minutes of each (default: 10)")
    parser.add_argument("--faults", type=Path, help="a folder for the examples that show faults")
    return parser.parse_args()


def _row(name: str, minutes: float, folder: Path | None) -> int:
    """Fuzz one reader, print its row and its faults, and return how many these are."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place, "report.json")
        command = [sys.executable, "-m", "bench.fuzzed", name, str(60 * minutes), str(report)]
        ended = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own module
        if not report.exists():
            print(f"{name:16} ended with {ended.returncode}", flush=True)
            _keep(folder, f"{name}-end.txt", ended.stderr)
            return 1
        found = json.loads(report.read_text(encoding="utf-8"))
    print(f"{name:16} {found['seconds'] / 60:11.1f} {found['examples']:10,} {len(found['faults']):7}", flush=True)
    for number, fault in enumerate(found["faults"], start=1):
        print(f"    {fault['kind']}", flush=True)
        _keep(folder, f"{name}-{number}.txt", f"{fault['kind']}\n{fault['told']}".encode())
        _keep(folder, f"{name}-{number}.example", bytes.fromhex(fault["example"]))
    return len(found["faults"])


def _keep(folder: Path | None, name: str, content: bytes) -> None:
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_bytes(content)


if __name__ == "__main__":
    main()
