"""From the files of two runs to their comparison, and to its page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pipeline.cli.outcomes import left_at
from pipeline.compare import compare
from pipeline.compare.report import facts
from pipeline.errors import InputError
from pipeline.recordfiles import read_cards
from pipeline.write import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.card import Card
    from pipeline.compare import Comparison
    from pipeline.compare.report import Facts


def compared(a: Path, b: Path, page: Path | None) -> tuple[Comparison, Facts, Facts]:
    """Return what differs between two runs and the facts of each, and write the page where one is wanted.

    Raises:
        InputError: a file cannot be read, or the runs have no paper in common.
        MachineError: the page cannot be written.
    """
    cards_a, cards_b = (tuple(read_cards(left_at(place).cards)) for place in (a, b))
    comparison = compare(cards_a, cards_b)
    facts_a, facts_b = _facts(a, cards_a[0]), _facts(b, cards_b[0])
    if page:
        from pipeline.pages.comparison import render  # noqa: PLC0415 - only a page needs the template engine

        write_file(page, render(comparison, facts_a, facts_b).encode())
    return comparison, facts_a, facts_b


def _facts(place: Path, card: Card) -> Facts:
    """Return what the record of the run tells, whichever version wrote it; without one, what a card of it does."""
    made_by = facts({"provenance": card.provenance.model_dump()})
    told, record = {"cards": str(place)} | made_by, left_at(place).record
    if not record.exists():
        return told
    try:
        content = json.loads(record.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError.at(str(record), f"cannot be read ({error})", "Move it away to compare without it") from error
    if not isinstance(content, dict):
        raise InputError.at(str(record), "is no record of a run", "Move it away to compare without it")
    return told | facts(content)
