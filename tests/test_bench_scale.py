"""The arithmetic of docs/scale.md."""

import pytest

from bench.scale import days, days_in_batches


def test_the_tighter_of_two_limits_decides():
    assert days(1_440_000, 1_000, rpm=1_000, tpm=10_000_000) == pytest.approx(1)
    assert days(1_440_000, 1_000, rpm=1_000, tpm=500_000) == pytest.approx(2)


def test_each_queue_of_batches_takes_a_day():
    assert days_in_batches(1_000_000, 2_000, queue=1_000_000_000) == 2
