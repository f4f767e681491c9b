"""From files of cards to sheets on disk."""

from __future__ import annotations

import gc
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, takewhile
from typing import TYPE_CHECKING

from pipeline.cycles import unsearched
from pipeline.errors import MachineError, UsageError
from pipeline.printing import print_page
from pipeline.recordfiles import opened_cards, opened_failures, read_run
from pipeline.sheets.interface import Batch, page_name, renderer_for
from pipeline.sheets.papersize import PaperSize
from pipeline.sheets.wording import wording
from pipeline.write import WholeFile, write_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from pipeline.card import Card

_OF_A_RUN = (".html", ".md", ".csv")
_PRINTED = ".pdf"
_GENERATOR, _HEAD = b'<meta name="generator" content="claimsheet">', 2_000  # stands within so many bytes


@dataclass(frozen=True)
class Choice:
    """What of the cards a sheet shows and how.

    Attributes:
        picked: the papers, by id or number; all where it is empty.
        language: of the sheet's own words.
        paper: what a PDF is printed on.
    """

    picked: tuple[str, ...] = ()
    language: str = "en"
    paper: PaperSize = PaperSize.A4


def sheets_in(folder: Path) -> tuple[Path, ...]:
    """Return the sheets that `render_folder` writes; one of many papers goes on in files named after it."""
    return tuple(folder / f"sheet{suffix}" for suffix in _OF_A_RUN)


def render_folder(folder: Path) -> None:
    """Write the sheets of a run beside the cards and failures in `folder`."""
    near = read_run(folder / "run.json").near_duplicates
    with (
        unsearched(),
        opened_cards(folder / "cards.jsonl") as cards,
        opened_failures(folder / "failures.jsonl") as failures,
    ):
        batch = Batch(cards, failures, near)
        for sheet in sheets_in(folder):
            _write(sheet, batch)


def render_file(source: Path, target: Path, choice: Choice) -> None:
    """Write the sheet of the cards in `source`, a file of them or the folder of a run, that `choice` names.

    Raises:
        UsageError: The suffix names no format, the language has no words, a pick names no card, or
            the format needs what is not installed.
        InputError: The source is no file of cards.
        MachineError: The sheet cannot be written.
    """
    words = wording(choice.language)
    printed = target.suffix.lower() == _PRINTED
    if not printed:
        renderer_for(target.suffix)
    source = source / "cards.jsonl" if source.is_dir() else source
    near = read_run(_beside(source, "run.json")).near_duplicates
    with unsearched(), ExitStack() as stack:
        cards = stack.enter_context(opened_cards(source))
        picked = pick(cards, choice.picked) if choice.picked else None
        told = _beside(source, "failures.jsonl")
        failures = stack.enter_context(opened_failures(told)) if told.exists() and not picked else ()
        _write(target, Batch(cards, failures, near, words, choice.paper if printed else None, picked))


def pick(cards: Sequence[Card], picked: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers from 1 of the cards that `picked` name by id or by number, in that order.

    One pick may name several, parted by commas (`3,7,12`).

    Raises:
        UsageError: A pick names no card.
    """
    given = tuple(picked)
    wanted = {*given, *(name.strip() for names in given for name in names.split(","))}
    by_rest, by_id, by_number = dict[str, int](), dict[str, int](), dict[str, int]()
    for number, card in enumerate(cards, start=1):
        identity = card.paper.id
        for known, name in ((by_rest, identity.partition(":")[2]), (by_id, identity), (by_number, str(number))):
            if name in wanted:
                known[name] = number
    by_name = by_rest | by_id | by_number
    # An id may hold a comma itself.
    names = [name.strip() for one in given for name in ([one] if one in by_name else one.split(","))]
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise UsageError(f"no card is {unknown[0]!r}: pick an id, or a number from 1 to {len(cards)}.")
    return tuple(dict.fromkeys(by_name[name] for name in names))


def _beside(cards: Path, name: str) -> Path:
    """Return where the failures or the record of the run that wrote `cards` lie, if it wrote any.

    `extract` puts `cards.run.json` beside any `cards.jsonl`, `run` a `run.json` beside its own `cards.jsonl`.
    """
    own = cards.with_suffix(f".{name}")
    return cards.with_name(name) if cards.name == "cards.jsonl" and not own.exists() else own


def _write(target: Path, batch: Batch) -> None:
    printed = target.suffix.lower() == _PRINTED
    page = target.with_suffix(".html") if printed else target
    written = set()
    for name, pieces in renderer_for(page.suffix).files(batch, page.name):
        path = target.with_name(name)
        written.add(name)
        if printed:
            write_file(path.with_suffix(target.suffix), print_page(b"".join(pieces)))
            continue
        with WholeFile(path) as file:
            for piece in pieces:
                file.write(piece)
        # A template leaves cycles that hold the papers of its page.
        gc.collect()
    _clear_away(target, written)


def _clear_away(sheet: Path, written: Collection[str]) -> None:
    """Remove the further pages that a longer sheet of the same name left, which would pass for pages of this one."""
    further = (sheet.with_name(page_name(sheet.name, number)) for number in count(2))
    others = (page for page in further if page.name not in written)
    try:
        for page in takewhile(_is_ours, others):
            page.unlink()
    except OSError as error:
        raise MachineError(f"{error.filename}: of an older sheet, and cannot be removed ({error.strerror}).") from error


def _is_ours(page: Path) -> bool:
    if not page.is_file():
        return False
    with page.open("rb") as file:
        return _GENERATOR in file.read(_HEAD)
