"""How fast the embedded engine reads, and what it keeps in memory: `python bench/embedded.py [LIST.txt ...]`.

Each list is plain text, one abstract a paragraph; without arguments the seeds are read. The papers are
repeated lazily: memory that grows with their number would show in the last column.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import deque
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.engines.extractive import ExtractiveEngine
from pipeline.paper import Paper, abstract_id
from pipeline.quantities import find_quantities
from pipeline.taxonomy import taxonomy_from_toml
from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.extraction import Extraction

ROOT = Path(__file__).parents[1]
COUNTS = (1_000, 20_000)


def papers(paths: list[Path]) -> Iterator[Paper]:
    """Yield the abstracts of plain-text lists, without the headings."""
    for path in paths:
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            abstract = paragraph.strip()
            if len(abstract) > len("ICLR 2026") * 10:
                yield Paper(id=abstract_id(abstract), abstract=abstract)


def peak_megabytes() -> float:
    """Return the most memory that this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _afresh(engine: ExtractiveEngine, paper: Paper) -> Extraction:
    """Extract as from an abstract that was not met before."""
    sentences.cache_clear()
    find_quantities.cache_clear()
    return engine.extract(paper)


def main() -> None:
    """Print the table."""
    paths = [Path(argument) for argument in sys.argv[1:]] or sorted((ROOT / "seeds").glob("*.txt"))
    started = time.perf_counter()
    engine = ExtractiveEngine.load(taxonomy_from_toml((ROOT / "prompts" / "areas.toml").read_text(encoding="utf-8")))
    loaded = time.perf_counter() - started
    read = tuple(papers(paths))
    print(f"{engine.model_name}, loaded in {loaded * 1000:.0f} ms; {len(read)} abstracts, repeated; one core\n")
    print("| papers | abstracts/s | CPU ms/abstract | peak memory, MB |")
    print("|---:|---:|---:|---:|")
    for count in COUNTS:
        wall, cpu = time.perf_counter(), time.process_time()
        deque((_afresh(engine, paper) for paper in islice(cycle(read), count)), maxlen=0)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"| {count:,} | {count / wall:,.0f} | {1000 * cpu / count:.2f} | {peak_megabytes():.1f} |")


if __name__ == "__main__":
    main()
