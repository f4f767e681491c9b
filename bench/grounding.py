"""Time to ground and review a card, on one core: replies as a model tells them and as the embedded engine does.

    python bench/grounding.py

Each abstract is prepared anew for its card, but in the second row: there its sentences are still known from the
extraction right before, as in a run. Prints the table of docs/review.md; asserts no time.
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
from pipeline.quantities import find_quantities
from pipeline.readers import read_papers
from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Job = tuple[Paper, Extraction]

ROOT = Path(__file__).parent.parent
ROUNDS = 30
PROVENANCE = Provenance(engine="extractive", model=None, prompt=None, schema_="0", output_mode=None)


def embedded(engine: ExtractiveEngine) -> list[Job]:
    """Return the seed papers with what the embedded engine tells of them."""
    lists = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))
    return [(paper, engine.extract(paper)) for paper in read_papers(lists)]


def replied() -> list[Job]:
    """Return the abstracts of the faithful replies of the tests, with these."""
    rows = map(json.loads, (ROOT / "tests/data/faithful.jsonl").read_text("utf-8").splitlines())
    return [
        (Paper(id=row["id"], abstract=row["abstract"]), Extraction.model_validate_json(json.dumps(row["reply"])))
        for row in rows
    ]


def seconds(jobs: Sequence[Job], before: Callable[[Paper], object]) -> float:
    """Return the least processor time of several rounds, for one card; what is done `before` it is not counted."""
    least = float("inf")
    for _ in range(ROUNDS):
        took = 0.0
        for paper, extraction in jobs:
            before(paper)
            start = process_time()
            ground(paper, extraction, PROVENANCE)
            took += process_time() - start
        least = min(least, took)
    return least / len(jobs)


def forget(_: Paper) -> None:
    """Forget sentences and their figures, so that the next card finds them anew."""
    sentences.cache_clear()
    find_quantities.cache_clear()


def main() -> None:
    """Print the table."""
    table = Table("cards", "number", "gains a card", "ms a card", "cards a second")
    engine = ExtractiveEngine.load(read_taxonomy(None))
    seeds = embedded(engine)
    for name, jobs, before in (
        ("embedded engine, seeds", seeds, forget),
        ("the same, after extraction", seeds, engine.extract),
        ("replies of the tests", replied(), forget),
    ):
        took = seconds(jobs, before)
        gains = sum(len(extraction.claimed_gains) for _, extraction in jobs) / len(jobs)
        table.add_row(name, str(len(jobs)), f"{gains:.1f}", f"{took * 1000:.2f}", f"{1 / took:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
