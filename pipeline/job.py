"""A whole job: papers in; cards, failures and the run record out, all or nothing.

Every output is opened before the first paper is asked about.
"""

from __future__ import annotations

import logging
import platform
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import __version__
from pipeline.edition import release
from pipeline.errors import InputError, UsageError
from pipeline.journal import Journal, NoMemory
from pipeline.lock import locked
from pipeline.recordfiles import read_cards, read_run
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
    """Where the records of a job go; a stream takes cards alone, and failures are told line by line.

    `sheets` are what `render` makes of the records when these stand.
    """

    cards: Path | Sink
    failures: Path | None = None
    record: Path | None = None
    overwrite: bool = False
    sheets: tuple[Path, ...] = ()
    render: Callable[[], None] | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """All that is written over."""
        return tuple(each for each in (self.cards, self.failures, self.record, *self.sheets) if isinstance(each, Path))


def in_folder(folder: Path, *, overwrite: bool) -> Outputs:
    """Return the outputs of `run` in `folder`, but for the sheets."""
    return Outputs(folder / "cards.jsonl", folder / "failures.jsonl", folder / "run.json", overwrite)


def beside(cards: Path, *, overwrite: bool) -> Outputs:
    """Return the outputs of `extract`: `cards.failures.jsonl` and `cards.run.json` beside `cards.jsonl`."""
    return Outputs(cards, cards.with_suffix(".failures.jsonl"), cards.with_suffix(".run.json"), overwrite)


@contextmanager
def held(outputs: Outputs, provenance: Provenance) -> Iterator[None]:
    """Keep `outputs` for one run while the block runs.

    Raises:
        UsageError: one of them is a folder, or is there already, made in another way, and may not be written over.
        MachineError: another run holds them.
    """
    if not isinstance(outputs.cards, Path):
        yield
        return
    folders = [path for path in outputs.files if path.is_dir()]
    if folders:
        raise UsageError(f"{folders[0]} is a folder, and a file of that name is to be written. Name another -o.")
    with locked(outputs.cards):
        if not outputs.overwrite:
            _refuse_other(outputs.cards, outputs.record, provenance)
        yield


def execute(
    papers: Iterable[Paper | BrokenRecord],
    way: Journey,
    outputs: Outputs,
    watch: Callable[[Outcome], None],
    tally: Tally,
) -> None:
    """Take all `papers` on their `way` and write what comes out; `watch` sees each outcome, `tally` counts them.

    The outputs are `held`.

    Raises:
        ClaimsheetError: what ends a run; no output is touched then.
    """
    started = time.monotonic()
    with ExitStack() as stack:
        memory = stack.enter_context(Journal(_journal(outputs.cards))) if isinstance(outputs.cards, Path) else None
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


def _journal(cards: Path) -> Path:
    return cards.with_name(f".{cards.name}.journal")


def _refuse_other(cards: Path, record: Path | None, provenance: Provenance) -> None:
    """Refuse to write over what was made in another way, as the first card tells; the record where there is none."""
    try:
        first = next(read_cards(cards), None) if cards.exists() else None
        maker = first.provenance if first else read_run(record).provenance if record else None
    except InputError as error:
        raise UsageError(f"{error} Name another output with -o, or pass --overwrite.") from error
    if maker is None:
        return
    # The output mode is not compared: what the server refuses decides it, and it may differ within one run.
    old, new = (made.model_dump(exclude={"output_mode"}) for made in (maker, provenance))
    differing = [f"{part} {old[part]!r}, now {new[part]!r}" for part in new if old[part] != new[part]]
    if differing:
        raise UsageError(
            f"{cards} was made with {'; '.join(differing)}. Name another output with -o, or pass --overwrite."
        )


def _record(way: Journey, tally: Tally, seconds: float) -> RunRecord:
    return RunRecord(
        claimsheet=__version__,
        provenance=way.provenance,
        asked=way.asked,
        **counted(tally),
        seconds=round(seconds, 3),
        versions={"python": platform.python_version()} | {name: release(name) for name in _LIBRARIES},
    )
