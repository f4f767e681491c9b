"""The arithmetic of docs/scale.md."""

import pytest

from bench.scale import batches, days, days_in_batches


def test_the_tighter_of_two_limits_decides():
    assert days(1_440_000, 1_000, rpm=1_000, tpm=10_000_000) == pytest.approx(1)
    assert days(1_440_000, 1_000, rpm=1_000, tpm=500_000) == pytest.approx(2)


def test_each_queue_of_batches_takes_a_day():
    assert days_in_batches(1_000_000, 2_000, queue=1_000_000_000) == 2


@pytest.mark.parametrize(("size", "filled"), [(1_000.0, 20), (8_000.0, 40), (7_999.9, 40), (8_000.1, 41)])
def test_a_batch_is_full_at_so_many_asks_or_so_many_bytes(size: float, filled: int):
    assert batches(1_000_000, size) == filled
