"""The batch at a glance: what the head of the page counts and draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.sheets.overview import Area, Counts

_CHECKED = (Standing.FOUND, Standing.CLOSE, Standing.DOUBTED, Standing.ABSENT)


@dataclass(frozen=True, slots=True)
class Band:
    """One stretch of a strip from 0 to 100: where it begins, how wide it is, how many it stands for."""

    standing: Standing
    count: int
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over all papers; `flags` are those that occur, the most frequent first."""

    papers: int
    gains: int
    with_figures: int
    parts: int
    bands: tuple[Band, ...]
    flags: tuple[str, ...]
    largest: int

    @classmethod
    def of(cls, counts: Counts, areas: Sequence[Area]) -> Summary:
        """Return the summary of the sheet's papers."""
        standings, flags = counts.standings, counts.flags
        return cls(
            papers=counts.papers,
            gains=counts.gains,
            with_figures=counts.with_figures,
            parts=sum(standings.get(standing, 0) for standing in _CHECKED),
            bands=tuple(_bands(standings)),
            flags=tuple(sorted(flags, key=lambda flag: (-flags[flag], flag))),
            largest=max((len(area.numbers) for area in areas), default=0),
        )


def _bands(standings: Mapping[Standing, int]) -> Iterator[Band]:
    counted = [(standing, standings[standing]) for standing in _CHECKED if standings.get(standing)]
    total = sum(count for _, count in counted)
    start = 0.0
    for standing, count in counted:
        width = round(100 * count / total, 2)
        yield Band(standing, count, round(start, 2), width)
        start += width
