"""Numbers and bullets before the entries of a plain list."""

from __future__ import annotations

import pytest

from pipeline.readers.numbering import bare


@pytest.mark.parametrize("mark", ["{}. ", "[{}] ", "({}) ", "{}) ", "#{} ", "Paper {}: ", "- ", "• ", "* "])
def test_a_mark_that_every_entry_has_goes(mark: str):
    for start in (1, 7):
        marks = [mark.format(start + place) for place in range(3)]
        assert list(bare((None, f"{each}We count.") for each in marks)) == [(None, "We count.")] * 3
        assert list(bare((f"{each}On Sand", "3. We.") for each in marks)) == [("On Sand", "3. We.")] * 3


@pytest.mark.parametrize(
    "texts",
    [
        ["1. We count."],
        ["1. We count.", "We dig."],
        ["1. We count.", "3. We dig."],
        ["- We count.", "• We dig."],
        ["2024 was dry.", "2025 was wet."],
        ["1: We count.", "2: We dig."],
        ["1.5 grains", "2.5 grains"],
    ],
)
def test_a_mark_that_is_not_certain_stays(texts: list[str]):
    assert list(bare((None, text) for text in texts)) == [(None, text) for text in texts]


def test_a_long_list_is_numbered_to_its_end():
    entries = [(None, f"[{number}] We count.") for number in range(1, 501)]
    assert list(bare(entries)) == [(None, "We count.")] * 500
