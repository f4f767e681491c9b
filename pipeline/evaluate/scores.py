"""The scores: what each is a share of, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import starmap
from math import ceil, floor
from typing import Protocol, TypeVar

from pipeline.evaluate.findings import Count
from pipeline.record import Record

SHARES = (
    "problem", "method", "gains.precision", "gains.recall", "values.precision", "values.recall", "kind", "area",
    "system.precision", "system.recall",
)  # fmt: skip
"""The scores that are a count of a count."""

SCORES = (
    "problem", "method", "gains.precision", "gains.recall", "gains.f1", "values.precision", "values.recall",
    "values.f1", "kind", "area", "system.precision", "system.recall", "system.f1",
)  # fmt: skip
"""All scores, by the names that reports and gates use, in the order of reports."""

RESAMPLES = 2000
_TAIL = 0.025

Counts = Mapping[str, Count]
Item = TypeVar("Item")


class Draw(Protocol):
    """A source of chance, such as a seeded `random.Random`."""

    def choices(self, population: Sequence[Item], *, k: int) -> list[Item]:
        """Return `k` members of `population`, each drawn from all of it."""


class Score(Record):
    """One score over all papers.

    Attributes:
        value: from 0 to 1; null where nothing was there to be scored.
        low: lower end of the 95% interval, null where there is none.
        high: its upper end.
        right: how many are right; null for an F1, which is no share.
        of: how many of.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    right: int | None = None
    of: int | None = None


def scores(papers: Sequence[Counts], draw: Draw | None = None) -> tuple[Score, ...]:
    """Return the scores of the papers' counts, in the order of `SCORES`.

    Shares are of the sums over papers. Intervals are percentiles of the scores of resampled papers
    (the bootstrap of Efron 1979), since the gains of one paper are not independent of one another.
    There are none without `draw`, nor of one paper alone.
    """
    rows = [tuple(number for name in SHARES for number in paper[name]) for paper in papers]
    counts = _added(rows)
    values = _values(counts)
    samples = [draw.choices(rows, k=len(rows)) for _ in range(RESAMPLES)] if draw and len(rows) > 1 else []
    drawn = [_values(_added(sample)) for sample in samples]
    return tuple(_score(name, values[name], counts.get(name), [value[name] for value in drawn]) for name in SCORES)


def _added(rows: Sequence[tuple[int, ...]]) -> dict[str, Count]:
    sums = list(map(sum, zip(*rows, strict=True))) or [0] * 2 * len(SHARES)
    return dict(zip(SHARES, starmap(Count, zip(sums[::2], sums[1::2], strict=True)), strict=True))


def _values(counts: Counts) -> dict[str, float | None]:
    values = {name: right / of if of else None for name, (right, of) in counts.items()}
    for field in ("gains", "values", "system"):
        values[f"{field}.f1"] = _f1(values[f"{field}.precision"], values[f"{field}.recall"])
    return values


def _f1(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean; 0 where only one of the two can be told, null where neither can."""
    if precision is None and recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def _score(name: str, value: float | None, count: Count | None, drawn: Sequence[float | None]) -> Score:
    told = sorted(value for value in drawn if value is not None)
    right, of = count or (None, None)
    if not told:
        return Score(name=name, value=value, right=right, of=of)
    low, high = told[floor(_TAIL * len(told))], told[ceil((1 - _TAIL) * len(told)) - 1]
    return Score(name=name, value=value, low=low, high=high, right=right, of=of)
