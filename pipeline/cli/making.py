"""What `run` and `extract` share: from choices to written cards."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pipeline.choices import journey
from pipeline.cli.progress import progress, tell
from pipeline.job import execute
from pipeline.readers import read_papers

if TYPE_CHECKING:
    from pipeline.choices import Choices
    from pipeline.job import Outputs
    from pipeline.tally import Tally


@dataclass(frozen=True)
class Reading:
    """Which inputs are read, how, and how many papers of them."""

    inputs: tuple[str, ...]
    format: str | None
    limit: int | None


def make_cards(reading: Reading, choices: Choices, outputs: Outputs, *, quiet: bool) -> Tally:
    """Read the inputs, take every paper to its end and write what comes out."""
    papers = read_papers(reading.inputs, reading.format)
    total = min(len(papers), reading.limit or len(papers))
    with ExitStack() as stack:
        way = journey(choices, stack)
        made_by = way.provenance
        tell(
            f"{total} papers by the {made_by.engine} engine ({made_by.model}), {way.address or 'on this machine'}",
            quiet=quiet,
        )
        watch = stack.enter_context(progress(total, quiet=quiet))
        tally = execute(islice(papers, reading.limit), way, outputs, watch)
    tell(tally.summary, quiet=quiet)
    return tally
