"""Readings scored against the labels of others, as rows of Markdown tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bench.quality.public import Abstract
    from bench.quality.readings import Reading

_ASPECTS = {"challenge": "problem", "approach": "method", "outcome": "gains"}

Readings = Sequence["Reading | None"]
"""One an abstract, null where nothing is known of it."""


def aclsum_table(abstracts: Sequence[Abstract], by_name: Mapping[str, Readings]) -> Iterator[str]:
    """Yield the share of the named sentences that experts highlighted, and of abstracts that were answered.

    Counted where the abstract has a highlight of the aspect at all: elsewhere it stands in the introduction.
    """
    yield from _head("", *(f"{aspect} {part}" for aspect in _ASPECTS for part in ("share", "answered")))
    for name, readings in by_name.items():
        yield _row(name, *(cell for aspect in _ASPECTS for cell in _highlighted(abstracts, readings, aspect)))


def csabstruct_table(abstracts: Sequence[Abstract], by_name: Mapping[str, Readings]) -> Iterator[str]:
    """Yield how the named sentences go with crowd labels: a reading of roles, not of what matters most."""
    yield from _head(
        "", "problem", "method", "gains precision", "gains recall", "gains F1", "silent where no result is labelled"
    )
    for name, readings in by_name.items():
        pairs = _known(abstracts, readings)
        stated = [(r.problem, a.labelled("background", "objective")) for a, r in pairs]
        proposed = [(r.method, a.labelled("method", "objective")) for a, r in pairs]
        claimed = [(r.gains, a.labelled("result")) for a, r in pairs]
        precision = _share(claimed)
        recall = _share([(labelled, told) for told, labelled in claimed])
        silent = [not told for told, labelled in claimed if not labelled]
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        yield _row(name, _share(stated), _share(proposed), precision, recall, f1, _mean(silent))


def roles_table(rows: Iterator[tuple[str, float, float]]) -> Iterator[str]:
    """Yield accuracy and macro-F1 of each way to tell roles."""
    yield from _head("", "accuracy", "macro-F1")
    yield from (_row(*row) for row in rows)


def _highlighted(abstracts: Sequence[Abstract], readings: Readings, aspect: str) -> tuple[float, float]:
    pairs = [
        (getattr(reading, _ASPECTS[aspect]), abstract.labelled(aspect))
        for abstract, reading in _known(abstracts, readings)
        if abstract.labelled(aspect)
    ]
    return _share(pairs), _mean([bool(told) for told, _ in pairs])


def _known(abstracts: Sequence[Abstract], readings: Readings) -> list[tuple[Abstract, Reading]]:
    return [(abstract, reading) for abstract, reading in zip(abstracts, readings, strict=True) if reading]


def _share(pairs: Sequence[tuple[frozenset[int], frozenset[int]]]) -> float:
    """Return the share of the first of each pair that is in the second."""
    named = sum(len(told) for told, _ in pairs)
    return sum(len(told & labelled) for told, labelled in pairs) / named if named else 0.0


def _mean(told: Sequence[bool]) -> float:
    return sum(told) / len(told) if told else 0.0


def _head(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield "|" + "---|" * len(titles)


def _row(*cells: str | float) -> str:
    return "| " + " | ".join(cell if isinstance(cell, str) else f"{cell:.3f}" for cell in cells) + " |"
