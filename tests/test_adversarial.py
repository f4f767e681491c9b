"""Replies with a planted fault, and faithful ones: the first must be caught, the second left alone.

A faulty reply counts as caught only by what the faithful reply that it was made from does not have too, at the place
of the fault; a flag only where the row names it, or where it says that the words stand elsewhere.
"""

from collections import Counter
from functools import cache

import pytest
from grounded import card_of, rows

FAULTY = rows("adversarial.jsonl")
FAITHFUL = {row["id"]: row for row in rows("faithful.jsonl")}
KINDS = {
    "changed digit",
    "swapped baseline",
    "number from another sentence",
    'dropped "up to"',
    "invented dataset",
    "flipped direction",
    "unit changed",
    "invented system",
    "evidence of the wrong sentence",
    "injected instruction",
}
ELSEWHERE = {"value-outside-evidence", "baseline-outside-evidence"}


@cache
def marks(name: str) -> frozenset[tuple[str, str]]:
    return marks_of(FAITHFUL[name])


def marks_of(row):
    review = card_of(row).review
    return frozenset(
        {(item.where, "unsupported") for item in review.unsupported}
        | {(item.where, item.flag) for item in review.findings}
    )


def is_caught(row) -> bool:
    signs = {row["flag"]} if row["flag"] else {"unsupported", *ELSEWHERE}
    where = row["where"]
    return any(
        sign in signs and (place == where or place.startswith(f"{where}.") or where.startswith(f"{place}."))
        for place, sign in marks_of(row) - marks(row["faithful"])
    )


def test_the_set_holds_enough_of_every_kind():
    counts = Counter(row["fault"] for row in FAULTY)
    assert set(counts) == KINDS
    assert min(counts.values()) >= 6
    assert len(FAULTY) >= 100
    assert len(FAITHFUL) >= 60


def test_at_most_one_planted_fault_in_thirty_goes_by():
    missed = [row["id"] for row in FAULTY if not is_caught(row)]
    assert len(missed) * 30 <= len(FAULTY), missed


def test_at_most_one_faithful_reply_in_thirty_is_called_unsupported():
    blamed = [name for name, row in FAITHFUL.items() if card_of(row).review.unsupported]
    assert len(blamed) * 30 <= len(FAITHFUL), blamed


@pytest.mark.parametrize("name", FAITHFUL)
def test_a_faithful_reply_has_every_value_in_its_abstract(name):
    card = card_of(FAITHFUL[name])
    values = [value for gain in card.claimed_gains for value in gain.values]
    assert all(value.start is not None for value in values)
