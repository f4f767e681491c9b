"""A whole job: papers in; cards, failures and the run record out, all or nothing.

Every output is opened before the first paper is asked about.
"""

from __future__ import annotations

import logging
import platform
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import __version__
from pipeline.errors import InputError, UsageError
from pipeline.journal import Journal, NoMemory
from pipeline.lock import locked
from pipeline.recordfiles import read_cards
from pipeline.runrecord import RunRecord, counted
from pipeline.terminal import inert_line
from pipeline.write import WholeFile, line, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pipeline.card import Provenance
    from pipeline.paper import BrokenRecord, Paper
    from pipeline.run import Journey
    from pipeline.tally import Outcome, Tally
    from pipeline.write import Sink

_LIBRARIES = ("diskcache", "openai", "pydantic", "python-crfsuite", "tenacity")


_log = logging.getLogger("claimsheet")


@dataclass(frozen=True)
class Outputs:
    """Where the records of a job go; a stream takes cards alone, and failures are told line by line."""

    cards: Path | Sink
    failures: Path | None = None
    record: Path | None = None
    overwrite: bool = False


def in_folder(folder: Path, *, overwrite: bool) -> Outputs:
    """Return the outputs of `run` in `folder`."""
    return Outputs(folder / "cards.jsonl", folder / "failures.jsonl", folder / "run.json", overwrite)


def beside(cards: Path, *, overwrite: bool) -> Outputs:
    """Return the outputs of `extract`: `cards.failures.jsonl` and `cards.run.json` beside `cards.jsonl`."""
    return Outputs(cards, cards.with_suffix(".failures.jsonl"), cards.with_suffix(".run.json"), overwrite)


def execute(
    papers: Iterable[Paper | BrokenRecord],
    way: Journey,
    outputs: Outputs,
    watch: Callable[[Outcome], None],
    tally: Tally,
) -> None:
    """Take all `papers` on their `way` and write what comes out; `watch` sees each outcome, `tally` counts them.

    Raises:
        UsageError: an output is there already, made in another way, and may not be written over.
        ClaimsheetError: what ends a run; no output is touched then.
    """
    started = time.monotonic()
    with ExitStack() as held:
        memory = _prepare(outputs, way.provenance, held)
        with _writing(outputs) as write:

            def sink(outcome: Outcome) -> None:
                write(outcome)
                tally.add(outcome)
                watch(outcome)

            way.run(papers, sink, memory or NoMemory())
        if memory:
            memory.finish()
        if outputs.record:
            write_file(outputs.record, line(_record(way, tally, time.monotonic() - started)))


@contextmanager
def _writing(outputs: Outputs) -> Iterator[Callable[[Outcome], None]]:
    """Give a function that writes an outcome; what it wrote appears when the block ends."""
    with ExitStack() as files:
        cards = files.enter_context(WholeFile(outputs.cards)) if isinstance(outputs.cards, Path) else outputs.cards
        failures = files.enter_context(WholeFile(outputs.failures)) if outputs.failures else None

        def write(outcome: Outcome) -> None:
            if outcome.finished:
                cards.write(outcome.finished.line)
            elif outcome.failure and failures:
                failures.write(line(outcome.failure))
            elif outcome.failure:
                told = outcome.failure
                _log.error("%s: %s: %s", *map(inert_line, (told.paper.id, told.state, told.message)))

        yield write


def _prepare(outputs: Outputs, provenance: Provenance, stack: ExitStack) -> Journal | None:
    """Hold the output, see that it is not another run's, and return the journal of what was met there."""
    if not isinstance(outputs.cards, Path):
        return None
    stack.enter_context(locked(outputs.cards))
    if not outputs.overwrite:
        _refuse_other(outputs.cards, provenance)
    return stack.enter_context(Journal(outputs.cards.with_name(f".{outputs.cards.name}.journal")))


def _refuse_other(path: Path, provenance: Provenance) -> None:
    """Refuse to write over cards that were made in another way."""
    if not path.exists():
        return
    try:
        first = next(read_cards(path), None)
    except InputError as error:
        raise UsageError(f"{error} Name another output with -o, or pass --overwrite.") from error
    if first is None:
        return
    # The output mode is not compared: what the server refuses decides it, and it may differ within one run.
    old, new = (made.model_dump(exclude={"output_mode"}) for made in (first.provenance, provenance))
    differing = [f"{part} {old[part]!r}, now {new[part]!r}" for part in new if old[part] != new[part]]
    if differing:
        raise UsageError(
            f"{path} holds cards made with {'; '.join(differing)}. Name another output with -o, or pass --overwrite."
        )


def _record(way: Journey, tally: Tally, seconds: float) -> RunRecord:
    return RunRecord(
        claimsheet=__version__,
        provenance=way.provenance,
        asked=way.asked,
        **counted(tally),
        seconds=round(seconds, 3),
        versions={"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES},
    )
