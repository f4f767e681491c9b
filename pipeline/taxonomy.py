"""The task areas that a card can name, with the cue words that speak for each."""

from __future__ import annotations

from pipeline.record import Record


class Area(Record):
    """One area: its name, and cue phrases (lower case) with their weights."""

    name: str
    cues: dict[str, float] = {}


class Taxonomy(Record):
    """The areas in the order of their file; the last one is where nothing else fits."""

    areas: tuple[Area, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The areas' names, in order."""
        return tuple(area.name for area in self.areas)
