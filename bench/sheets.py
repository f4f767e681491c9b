"""How long sheets of many papers take to write, and how much memory: one process a format.

Usage: python bench/sheets.py [PAPERS]

The cards are those of the seeds by the embedded engine, over and over under new ids.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from pipeline.recordfiles import read_cards
from pipeline.sheetfiles import Choice, render_file
from pipeline.sheets.interface import SUFFIXES
from pipeline.write import line

_PAPERS = 10_000
_SEEDS = Path(__file__).parent.parent / "seeds"


def main(papers: int) -> None:
    """Print a line per format: seconds of processor time, peak memory, size."""
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder, "cards.jsonl")
        _write_cards(cards, papers)
        print(f"{papers:,} papers")
        print(f"{'format':<8}{'cpu s':>8}{'peak MB':>10}{'MB':>8}")
        for suffix in SUFFIXES:
            command = [sys.executable, __file__, str(cards), str(cards.with_name(f"sheet{suffix}"))]
            told = subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603 - this file
            size = sum(file.stat().st_size for file in cards.parent.glob(f"sheet*{suffix}"))
            print(f"{suffix:<8}{told.strip()}{size / 1e6:>8.1f}")


def measure(cards: Path, sheet: Path) -> None:
    """Write one sheet and print what it took, imports and reading included."""
    render_file(cards, sheet, Choice())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{time.process_time():>8.1f}{peak:>10.0f}")


def _write_cards(path: Path, papers: int) -> None:
    run = [sys.executable, "-m", "pipeline", "extract", str(_SEEDS), "-o", str(path), "--engine", "extractive", "-q"]
    subprocess.run(run, check=True)  # noqa: S603 - our own command
    told = tuple(read_cards(path))
    with path.open("wb") as stream:
        for number, card in enumerate(islice(cycle(told), papers)):
            paper = card.paper.model_copy(update={"id": f"abs:{number:016x}"})
            stream.write(line(card.model_copy(update={"paper": paper})))


if __name__ == "__main__":
    if len(sys.argv) == 3:  # noqa: PLR2004 - the cards and the sheet
        measure(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else _PAPERS)
