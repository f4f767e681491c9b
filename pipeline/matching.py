"""When two spans speak of the same words, and which of many parts belong together."""

from __future__ import annotations

from itertools import product
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz

from pipeline.card import Verdict
from pipeline.plain import plain
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pipeline.card import Evidence, Value

_FREE = -1


def overlap(one: Span, other: Span) -> int:
    """Return how many characters two spans share."""
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def same_words(one: Span, other: Span) -> bool:
    """Tell whether two spans share at least half of the shorter."""
    shared = overlap(one, other)
    return shared > 0 and 2 * shared >= min(one.end - one.start, other.end - other.start)


def any_same_words(ones: Iterable[Span], others: Iterable[Span]) -> bool:
    """Tell whether a span of `ones` and one of `others` share at least half of the shorter."""
    return any(same_words(one, other) for one, other in product(ones, others))


def found_spans(parts: Iterable[Evidence | Value]) -> tuple[Span, ...]:
    """Return where those of `parts` stand that were found in the abstract, in order."""
    return tuple(
        Span(part.start, part.end)
        for part in parts
        if part.verdict is not Verdict.ABSENT and part.start is not None and part.end is not None
    )


def folded(text: str) -> str:
    """Return the form in which two writings of the same words are equal: no markup, no case, single blanks."""
    return " ".join(plain(text).text.casefold().split())


def all_meet(ones: Iterable[Span], others: Sequence[Span]) -> bool:
    """Tell whether each span of `ones` shares a character with one of `others`."""
    return all(any(overlap(one, other) for other in others) for one in ones)


def likeness(figures: tuple[Sequence[Span], Sequence[Span]], texts: tuple[str, str]) -> float:
    """Return how alike two claims are, from 0 to 1: two parts the figures that meet, one part the words."""
    ones, others = figures
    alone = sum(1 for here, there in ((ones, others), (others, ones)) for span in here if not all_meet((span,), there))
    shared = 1 - alone / (len(ones) + len(others)) if ones or others else 1.0
    return (2 * shared + fuzz.token_set_ratio(*map(folded, texts)) / 100) / 3


def paired(likeness: Sequence[Sequence[float | None]]) -> tuple[tuple[int, int], ...]:
    """Return the largest set of possible pairs in which each row and each column stands once, rows in order.

    Args:
        likeness: for each row and column a number from 0 to 1; null where the two cannot be a pair.
            Of equally large sets, the one with the largest sum of it is returned.
    """
    columns = len(likeness[0]) if likeness else 0
    # One pair more always outweighs all that likeness can add up to.
    whole = 1.0 + min(len(likeness), columns)
    size = max(len(likeness), columns)
    costs = [[0.0] * size for _ in range(size)]
    for row, column in product(range(len(likeness)), range(columns)):
        like = likeness[row][column]
        costs[row][column] = 0.0 if like is None else -whole - like
    chosen = _cheapest(costs)
    return tuple((row, column) for row, column in enumerate(chosen) if costs[row][column] < 0)


def _cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of each row in the cheapest assignment of a square matrix.

    The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987): cubic time.
    """
    prices = _Prices([min(row) for row in costs], [0.0] * len(costs))
    row_of = [_FREE] * len(costs)
    for row in range(len(costs)):
        _augment(costs, row, row_of, prices)
    return [row_of.index(row) for row in range(len(costs))]


class _Prices(NamedTuple):
    """What rows and columns pay; cost less both prices is never below 0, and 0 on each pair made."""

    rows: list[float]
    columns: list[float]


def _augment(costs: Sequence[Sequence[float]], free_row: int, row_of: list[int], prices: _Prices) -> None:
    """Give `free_row` a column, along the cheapest chain of rows that each move on to another column."""
    distance, previous = [inf] * len(costs), [_FREE] * len(costs)
    ahead, behind = set(range(len(costs))), list[int]()
    row, column, reached = free_row, _FREE, 0.0
    while row != _FREE:
        for other in ahead:
            through = reached + costs[row][other] - prices.rows[row] - prices.columns[other]
            if through < distance[other]:
                distance[other], previous[other] = through, column
        column = min(ahead, key=lambda other: (distance[other], other))
        reached, row = distance[column], row_of[column]
        ahead.remove(column)
        behind.append(column)
    prices.rows[free_row] += reached
    for passed in behind[:-1]:
        prices.rows[row_of[passed]] += reached - distance[passed]
        prices.columns[passed] -= reached - distance[passed]
    while column != _FREE:
        before = previous[column]
        row_of[column] = free_row if before == _FREE else row_of[before]
        column = before
