"""From files of cards to sheets on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.recordfiles import read_cards, read_failures
from pipeline.sheets.interface import SUFFIXES, About, renderer_for
from pipeline.write import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.card import Card


def render_folder(folder: Path) -> None:
    """Write every kind of sheet of the cards and failures in `folder`."""
    cards = tuple(read_cards(folder / "cards.jsonl"))
    about = About.of(cards, tuple(read_failures(folder / "failures.jsonl")))
    for suffix in SUFFIXES:
        write_file(folder / f"sheet{suffix}", renderer_for(suffix).render(cards, about).encode())


def render_file(source: Path, target: Path, picked: tuple[str, ...]) -> None:
    """Write the sheet of the cards in `source`, of all or of those that are `picked` by id or number.

    Raises:
        UsageError: the suffix names no format, or a pick names no card.
        InputError: the source is no file of cards.
    """
    sheet = renderer_for(target.suffix)
    cards = pick(tuple(read_cards(source)), picked)
    beside = source.with_name(source.name.replace("cards.jsonl", "failures.jsonl"))
    failures = tuple(read_failures(beside)) if beside != source and beside.exists() and not picked else ()
    write_file(target, sheet.render(cards, About.of(cards, failures)).encode())


def pick(cards: tuple[Card, ...], picked: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards that `picked` name by id or by number from 1, in that order; all where it is empty.

    Raises:
        UsageError: a pick names no card.
    """
    by_name = {card.paper.id: card for card in cards} | {str(n): card for n, card in enumerate(cards, start=1)}
    unknown = [name for name in picked if name not in by_name]
    if unknown:
        raise UsageError(f"no card is {unknown[0]!r}: pick an id, or a number from 1 to {len(cards)}.")
    return tuple(by_name[name] for name in picked) or cards
