from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.matching import folded, overlap, paired, same_words
from pipeline.text import Span

LIKENESS = st.none() | st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
MATRICES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(LIKENESS, min_size=width, max_size=width), max_size=4)
)
SPANS = st.tuples(st.integers(0, 50), st.integers(1, 20)).map(lambda drawn: Span(drawn[0], drawn[0] + drawn[1]))


def best_of_all(matrix):
    """Return the size and the sum of the best pairing, by trying every one."""
    rows, columns = range(len(matrix)), range(len(matrix[0]) if matrix else 0)
    size = min(len(rows), len(columns))
    found = [(0, 0.0)]
    for some_rows in combinations(rows, size):
        for some_columns in permutations(columns, size):
            likes = [matrix[r][c] for r, c in zip(some_rows, some_columns, strict=True)]
            told = [like for like in likes if like is not None]
            found.append((len(told), sum(told)))
    return max(found)


@given(MATRICES)
def test_no_pairing_has_more_pairs_or_of_as_many_more_likeness(matrix):
    pairs = paired(matrix)
    likes = [matrix[row][column] for row, column in pairs]
    assert None not in likes
    assert (len(pairs), sum(likes)) == best_of_all(matrix)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)


def test_more_pairs_outweigh_likeness():
    assert paired([[1.0, 0.0], [0.9, None]]) == ((0, 1), (1, 0))


@given(SPANS, SPANS)
def test_sharing_half_of_the_shorter_is_mutual(one, other):
    assert same_words(one, other) == same_words(other, one)
    assert overlap(one, other) == overlap(other, one) == len(set(range(*one)) & set(range(*other)))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Span(0, 10), Span(5, 100), True),
        (Span(0, 10), Span(6, 100), False),
        (Span(0, 10), Span(10, 20), False),
        (Span(0, 1000), Span(500, 501), True),
        (Span(5, 5), Span(0, 10), False),
    ],
)
def test_spans_are_the_same_words_from_half_of_the_shorter_on(one, other, same):
    assert same_words(one, other) is same


def test_markup_case_and_blanks_do_not_part_words():
    assert folded("\\textbf{BTTA‑DG}  Net") == folded("btta-dg net")
