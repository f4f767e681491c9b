"""A comparison as plain lines for a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pipeline.compare.comparison import Agreement, Change, Comparison

Facts = dict[str, str]
"""What the record of a run tells, by name, as it is printed."""

_NONE = "–"


def report(comparison: Comparison, a: Facts, b: Facts) -> Iterator[str]:
    """Yield the lines: the runs side by side, agreement by field, and each change with its words."""
    yield from _runs(a, b)
    yield ""
    yield f"{comparison.papers} papers in both, {len(comparison.only_a)} in A only, {len(comparison.only_b)} in B only"
    yield from (f"  only in A: {paper}" for paper in comparison.only_a)
    yield from (f"  only in B: {paper}" for paper in comparison.only_b)
    yield ""
    yield f"{'':16}{'same':>6}{'of':>7}{'share':>8}{'kappa':>8}"
    yield from map(_agreement, comparison.agreement)
    for paper, changes in groupby(comparison.changes, key=lambda change: change.paper):
        yield ""
        yield paper
        yield from (f"  {_change(change)}" for change in changes)


def facts(record: Mapping[str, object], within: str = "") -> Facts:
    """Return what the record of a run tells, parts of parts by their path: `tokens.input`."""
    told: Facts = {}
    for name, value in record.items():
        if isinstance(value, dict):
            told |= facts(value, f"{within}{name}.")
        elif value is not None:
            told[f"{within}{name}"] = str(value)
    return told


def share(agreement: Agreement) -> str:
    """Return the share of places in which the runs agree, as it is printed."""
    return f"{agreement.same / agreement.of:.3f}" if agreement.of else _NONE


def kappa(agreement: Agreement) -> str:
    """Return Cohen's kappa as it is printed."""
    return _NONE if agreement.kappa is None else f"{agreement.kappa:.3f}"


def _runs(a: Facts, b: Facts) -> Iterator[str]:
    names = list(dict.fromkeys((*a, *b)))
    name_width = max(map(len, names), default=0)
    width = max((len(a.get(name, _NONE)) for name in names), default=1)
    yield f"{'':{name_width}}  {'A':{width}}  B"
    for name in names:
        yield f"{name:{name_width}}  {a.get(name, _NONE):{width}}  {b.get(name, _NONE)}"


def _agreement(agreement: Agreement) -> str:
    counts = f"{agreement.same:>6}{agreement.of:>7}"
    return f"{agreement.field:16}{counts}{share(agreement):>8}{kappa(agreement):>8}"


def _change(change: Change) -> str:
    if change.field == "gains":
        side, text = ("A", change.a) if change.a is not None else ("B", change.b)
        return f"gain in {side} only: {_line(text)}"
    return f"{change.field}: {_line(change.a)} -> {_line(change.b)}"


def _line(text: str | None) -> str:
    return _NONE if text is None else " ".join(text.split())
