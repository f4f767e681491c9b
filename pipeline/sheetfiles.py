"""From files of cards to sheets on disk."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.printing import print_page
from pipeline.recordfiles import read_cards, read_failures, read_near_duplicates
from pipeline.sheets.interface import About, Batch, renderer_for
from pipeline.sheets.papersize import PaperSize
from pipeline.sheets.wording import wording
from pipeline.write import WholeFile, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pipeline.card import Card
    from pipeline.sheets.interface import Numbered

_OF_A_RUN = (".html", ".md", ".csv")
_PRINTED = ".pdf"


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


def render_folder(folder: Path) -> None:
    """Write the sheets of a run beside the cards and failures in `folder`."""
    with _uncollected():
        cards = tuple(enumerate(read_cards(folder / "cards.jsonl"), start=1))
        failures = tuple(read_failures(folder / "failures.jsonl"))
        about = About.of((card for _, card in cards), failures, read_near_duplicates(folder / "run.json"))
        for suffix in _OF_A_RUN:
            _write(folder / f"sheet{suffix}", Batch(cards, about))


def render_file(source: Path, target: Path, choice: Choice) -> None:
    """Write the sheet of the cards in `source` that `choice` names.

    Raises:
        UsageError: The suffix names no format, the language has no words, a pick names no card, or
            the format needs what is not installed.
        InputError: The source is no file of cards.
        MachineError: The sheet cannot be written.
    """
    words = wording(choice.language)
    if target.suffix.lower() != _PRINTED:
        renderer_for(target.suffix)
    with _uncollected():
        cards = pick(tuple(read_cards(source)), choice.picked)
        failures = _beside(source, "failures.jsonl")
        told = tuple(read_failures(failures)) if failures.exists() and not choice.picked else ()
        about = About.of((card for _, card in cards), told, read_near_duplicates(_beside(source, "run.json")))
        _write(target, Batch(cards, about, words, choice.paper if target.suffix.lower() == _PRINTED else None))


def pick(cards: Sequence[Card], picked: tuple[str, ...]) -> tuple[Numbered, ...]:
    """Return the cards that `picked` name by id or by number from 1, in that order; all where it is empty.

    One pick may name several, parted by commas (`3,7,12`). Each keeps its number among all cards, so
    that people who read different picks name a paper alike.

    Raises:
        UsageError: A pick names no card.
    """
    numbered = tuple(enumerate(cards, start=1))
    by_name = {card.paper.id.partition(":")[2]: (number, card) for number, card in numbered}
    by_name |= {card.paper.id: (number, card) for number, card in numbered}
    by_name |= {str(number): (number, card) for number, card in numbered}
    # An id may hold a comma itself.
    names = [name for given in picked for name in ([given] if given in by_name else given.split(","))]
    unknown = [name for name in names if name.strip() not in by_name]
    if unknown:
        raise UsageError(f"no card is {unknown[0]!r}: pick an id, or a number from 1 to {len(cards)}.")
    return tuple(by_name[name] for name in dict.fromkeys(map(str.strip, names))) or numbered


def _beside(cards: Path, name: str) -> Path:
    """Return where the failures or the record of the run that wrote `cards` lie, if it wrote any.

    `extract` puts `cards.run.json` beside any `cards.jsonl`, `run` a `run.json` beside its own `cards.jsonl`.
    """
    own = cards.with_suffix(f".{name}")
    return cards.with_name(name) if cards.name == "cards.jsonl" and not own.exists() else own


def _write(target: Path, batch: Batch) -> None:
    printed = target.suffix.lower() == _PRINTED
    page = target.with_suffix(".html") if printed else target
    for name, pieces in renderer_for(page.suffix).files(batch, page.name):
        path = target.with_name(name)
        if printed:
            write_file(path.with_suffix(target.suffix), print_page(b"".join(pieces)))
            continue
        with WholeFile(path) as file:
            for piece in pieces:
                file.write(piece)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Hold the search for cycles: cards have none, and looking through ten thousand costs more than reading them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
