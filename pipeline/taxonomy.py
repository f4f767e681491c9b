"""The task areas that a card can name, with the cue words that speak for each."""

from __future__ import annotations

import tomllib
from math import isfinite
from typing import Any

from pydantic import Field

from pipeline.errors import UsageError
from pipeline.record import Record


class Area(Record):
    """One area: its name, and cue phrases (lower case) with their weights."""

    name: str
    cues: dict[str, float] = Field(default_factory=dict)


class Taxonomy(Record):
    """The areas in the order of their file; the last one is where nothing else fits."""

    areas: tuple[Area, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The areas' names, in order."""
        return tuple(area.name for area in self.areas)


def taxonomy_from_toml(text: str) -> Taxonomy:
    """Return the taxonomy that `text` describes: `[[area]]` tables, each a `name` and, where known, `cues`.

    Raises:
        UsageError: `text` is not such a table; the message names the area and what is wrong with it.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise UsageError(f"The areas are not valid TOML: {fault}.") from fault
    rows = tables.pop("area", None)
    if tables:
        raise UsageError(f'Areas stand in [[area]] tables; "{next(iter(tables))}" is none.')
    if not isinstance(rows, list) or not rows:
        raise UsageError('No areas are given. Write one [[area]] table with a "name" for each.')
    areas = tuple(_area(row, place) for place, row in enumerate(rows, start=1))
    names = [area.name for area in areas]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f'The area "{twice}" is given twice.')
    return Taxonomy(areas=areas)


def _area(row: Any, place: int) -> Area:  # noqa: ANN401 - TOML is what it is
    if not isinstance(row, dict):
        raise UsageError(f"Area {place} is not a table.")
    name = row.get("name")
    if not isinstance(name, str) or not name.strip():
        raise UsageError(f'Area {place} has no "name".')
    unknown = sorted(row.keys() - {"name", "cues"})
    if unknown:
        raise UsageError(f'The area "{name}" has an unknown key "{unknown[0]}"; it takes "name" and "cues".')
    cues = row.get("cues", {})
    if not isinstance(cues, dict):
        raise UsageError(f'The "cues" of the area "{name}" are no table of phrases and weights.')
    return Area(name=name.strip(), cues={phrase.lower(): _weight(name, phrase, cues[phrase]) for phrase in cues})


def _weight(area: str, phrase: str, weight: Any) -> float:  # noqa: ANN401 - TOML is what it is
    if not phrase.strip():
        raise UsageError(f'The area "{area}" has an empty cue.')
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight) or weight <= 0:
        raise UsageError(f'The cue "{phrase}" of the area "{area}" needs a weight above 0.')
    return float(weight)
