"""`claimsheet verify`: compute cards again from their abstracts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_WRONG = 3
_LONGEST = 100


def verify(cards: Annotated[Path, typer.Argument(help="A file of cards.")]) -> int:
    """Compute every verdict and review of CARDS again from the abstracts alone; exit 3 if any stored one is wrong."""
    from pipeline.recordfiles import read_cards  # noqa: PLC0415 - --help needs no pydantic
    from pipeline.terminal import inert  # noqa: PLC0415
    from pipeline.verify import verify as mismatches  # noqa: PLC0415

    read = wrong = 0
    for read, card in enumerate(read_cards(cards), start=1):
        found = mismatches(card)
        wrong += bool(found)
        for item in found:
            stored, expected = (_cut(text) for text in (item.stored, item.expected))
            typer.echo(inert(f"{read}. {card.paper.id}: {item.where}: {stored}, where {expected} is right"))
    typer.echo(f"{read} cards, {wrong} of them not as their abstracts make them.", err=True)
    return _WRONG if wrong else 0


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
