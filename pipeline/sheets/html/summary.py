"""The batch at a glance: what the head of the page counts and draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.sheets.entry import Chapter, Entry, Part

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
    def of(cls, chapters: Sequence[Chapter]) -> Summary:
        """Return the summary of the sheet's chapters."""
        entries = [entry for chapter in chapters for entry in chapter.entries]
        gains = [gain for entry in entries for gain in entry.gains]
        standings = Counter(part.standing for entry in entries for part in _parts(entry))
        flags = Counter(flag for entry in entries for flag in entry.flags)
        return cls(
            papers=len(entries),
            gains=len(gains),
            with_figures=sum(1 for gain in gains if gain.figures),
            parts=sum(standings[standing] for standing in _CHECKED),
            bands=tuple(_bands(standings)),
            flags=tuple(sorted(flags, key=lambda flag: (-flags[flag], flag))),
            largest=max((len(chapter.entries) for chapter in chapters), default=0),
        )


def _parts(entry: Entry) -> Iterator[Part]:
    yield from (entry.problem, entry.method)
    for gain in entry.gains:
        yield gain.claim
        yield from (figure.part for figure in gain.figures)


def _bands(standings: Counter[Standing]) -> Iterator[Band]:
    total = sum(standings[standing] for standing in _CHECKED)
    start = 0.0
    for standing in _CHECKED:
        if standings[standing]:
            width = round(100 * standings[standing] / total, 2)
            yield Band(standing, standings[standing], round(start, 2), width)
            start += width
