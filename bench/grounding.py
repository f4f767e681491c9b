"""Time to ground and review a card, on one core: replies as a model tells them and as the embedded engine does.

    python bench/grounding.py

Each abstract is prepared anew for its card. Prints the table of docs/review.md; asserts no time.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from pipeline.card import Provenance
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.extraction import Extraction
from pipeline.ground import ground
from pipeline.paper import Paper
from pipeline.promptfiles import read_taxonomy
from pipeline.readers import read_papers

if TYPE_CHECKING:
    from collections.abc import Sequence

    Job = tuple[Paper, Extraction]

ROOT = Path(__file__).parent.parent
ROUNDS = 30
PROVENANCE = Provenance(engine="extractive", model=None, prompt=None, schema_="0", output_mode=None)


def embedded() -> list[Job]:
    """Return the seed papers with what the embedded engine tells of them."""
    engine = ExtractiveEngine.load(read_taxonomy(None))
    lists = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    return [(paper, engine.extract(paper)) for paper in read_papers(lists)]


def replied() -> list[Job]:
    """Return the abstracts of the faithful replies of the tests, with these."""
    rows = map(json.loads, (ROOT / "tests/data/faithful.jsonl").read_text("utf-8").splitlines())
    return [
        (Paper(id=row["id"], abstract=row["abstract"]), Extraction.model_validate_json(json.dumps(row["reply"])))
        for row in rows
    ]


def seconds(jobs: Sequence[Job]) -> float:
    """Return the least processor time of several rounds, for one card."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for paper, extraction in jobs:
            ground(paper, extraction, PROVENANCE)
        least = min(least, process_time() - start)
    return least / len(jobs)


def main() -> None:
    """Print the table."""
    table = Table("cards", "number", "gains a card", "ms a card", "cards a second")
    for name, jobs in (("embedded engine, seeds", embedded()), ("replies of the tests", replied())):
        took = seconds(jobs)
        gains = sum(len(extraction.claimed_gains) for _, extraction in jobs) / len(jobs)
        table.add_row(name, str(len(jobs)), f"{gains:.1f}", f"{took * 1000:.2f}", f"{1 / took:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
