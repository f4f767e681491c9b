"""What a run left on disk, found from what the user names: its folder or its file of cards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pipeline.job import beside, in_folder


class Left(NamedTuple):
    """The files of a run; failures and record may be missing."""

    cards: Path
    failures: Path
    record: Path


def left_at(place: Path) -> Left:
    """Return the files of the run at `place`, named as `run` or, where those are there, as `extract` names them."""
    cards = place / "cards.jsonl" if place.is_dir() else place
    alone, whole = (
        Left(cards, outputs.failures or cards, outputs.record or cards)
        for outputs in (beside(cards, overwrite=False), in_folder(cards.parent, overwrite=False))
    )
    return whole if cards.name == "cards.jsonl" and not alone.record.exists() else alone
