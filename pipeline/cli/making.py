"""What `run` and `extract` share: from choices to written cards."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.choices import journey
from pipeline.cli.clustering import by_cluster, check_cluster
from pipeline.cli.estimating import estimated
from pipeline.cli.progress import log_to_standard_error, progress, tell
from pipeline.engines.interface import EngineName
from pipeline.errors import UsageError
from pipeline.job import execute, held
from pipeline.readers import find, read_files
from pipeline.recall import default_folder
from pipeline.remembered import Recollection
from pipeline.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.choices import Choices
    from pipeline.job import Outputs
    from pipeline.paper import Paper
    from pipeline.readers import Manner
    from pipeline.run import Journey


@dataclass(frozen=True)
class Canary:
    """Labelled abstracts that are asked about first, and the scores that their cards must reach."""

    gold: Path
    minima: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """Which inputs are read, how, and how many papers of them."""

    inputs: tuple[str, ...]
    manner: Manner
    limit: int | None


def make_cards(
    reading: Reading, choices: Choices, outputs: Outputs, canary: Canary | None = None, *, quiet: bool
) -> Tally:
    """Read the inputs, take every paper to its end, write what comes out and render it."""
    log_to_standard_error(quiet=quiet)
    if choices.ray:
        check_cluster(choices, outputs)
    _refuse_to_eat_inputs(reading.inputs, outputs)
    found = find(reading.inputs, reading.manner)
    recollection = Recollection(found, reading.manner, _folder(choices))
    known = recollection.papers()
    papers = read_files(found, reading.manner) if known is None else known
    records = len(papers) + papers.broken
    total = min(records, reading.limit or records)
    tally = Tally(strict=reading.manner.strict_input)
    tally.near = papers.near_duplicates()
    with ExitStack() as stack:
        way = journey(choices, stack)
        stack.enter_context(held(outputs, way.provenance))
        recollection.keep(papers, tally.near)
        if choices.batch:
            choices, canary = _by_batch(papers, reading.limit, choices, canary, quiet=quiet), None
            way = journey(choices, stack)
        if not quiet:
            tell(_opening(way, islice(papers, reading.limit), total, choices))
            if way.asked and not choices.batch:
                _say_what_is_out(choices)
        if canary:
            _sing(way, papers, canary)
        if choices.ray:
            way = by_cluster(way, choices, outputs, total)
        # A run that breaks off leaves no file open.
        with progress(total, quiet=quiet) as watch, closing(papers.records()) as given:
            execute(islice(given, reading.limit), way, outputs, watch, tally)
        tell(tally.summary, quiet=quiet)
        if outputs.render:
            outputs.render()
    return tally


def _folder(choices: Choices) -> Path | None:
    """Return where what was read is remembered: beside the answers, if there are any and they stay on this machine."""
    if choices.store or choices.decided_engine is not EngineName.OPENAI:
        return None
    return choices.cache_dir or default_folder()


def _refuse_to_eat_inputs(inputs: Iterable[str], outputs: Outputs) -> None:
    for name in inputs:
        if any(path.exists() and Path(name).is_file() and path.samefile(name) for path in outputs.files):
            raise UsageError(f"{name} is an input and would be written over. Name another output with -o.")


def _opening(way: Journey, papers: Iterable[Paper], total: int, choices: Choices) -> str:
    by = f"{total} papers by the {way.provenance.engine} engine ({way.provenance.model})"
    where = f"on the Ray cluster {choices.ray}" if choices.ray else "on this machine"
    if way.asked is None:
        return f"{by}, {where}"
    if choices.by_batch_alone:
        return f"{by}, {way.asked.address}, as far as batches have answered"
    asks = f" (one by one; by packs of {choices.pack} it is less)" if choices.pack > 1 else ""
    sent_from = f" {where}" if choices.ray else ""
    return f"{by}, {way.asked.address}{sent_from}\n{estimated(papers, choices, way.shelf).summary}{asks}"


def _sing(way: Journey, papers: Iterable[Paper], canary: Canary) -> None:
    from pipeline.cli.canary import sing  # noqa: PLC0415 - most runs need none of it

    sing(way, papers, canary.gold, canary.minima)


def _by_batch(
    papers: Iterable[Paper], limit: int | None, choices: Choices, canary: Canary | None, *, quiet: bool
) -> Choices:
    """Ask by the batch, and return the choices of the run that takes up the answers."""
    from pipeline.cli.batching import batched  # noqa: PLC0415 - as above
    from pipeline.cli.office import office  # noqa: PLC0415

    at = office(choices, quiet=quiet)
    if canary:
        with ExitStack() as stack:
            _sing(journey(replace(choices, batch=False), stack), papers, canary)
    return batched(lambda: islice(papers, limit), at)


def _say_what_is_out(choices: Choices) -> None:
    """Say so where answers that are paid for are under way, since this run would ask for them again."""
    from pipeline.cli.office import office, say_what_is_out  # noqa: PLC0415 - as above

    say_what_is_out(office(choices))
