from __future__ import annotations

import pytest
from sheet_cards import every_card, readable_cards, rendered

from pipeline.errors import UsageError
from pipeline.sheets.interface import SUFFIXES, Batch, renderer_for


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_suffix_has_a_sheet_that_knows_it(suffix: str):
    assert renderer_for(suffix).suffix == suffix
    assert renderer_for(suffix.upper()).suffix == suffix


@pytest.mark.parametrize("suffix", [".docx", "", "html"])
def test_an_unknown_suffix_is_refused_with_the_known_ones(suffix: str):
    with pytest.raises(UsageError, match=r"\.html, \.md, \.csv"):
        renderer_for(suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_equal_cards_give_equal_bytes(suffix: str):
    assert rendered(suffix, every_card()) == rendered(suffix, every_card())


@pytest.mark.parametrize("suffix", [".html", ".md", ".csv"])
def test_a_sheet_without_cards_still_tells_of_the_failures(suffix: str):
    assert b"abs:00000000000000cc" in rendered(suffix, ())


def test_a_sheet_says_of_the_picked_papers_alone():
    told = Batch(readable_cards(), picked=(4, 2))
    assert [paper.number for paper in told.entries()] == [4, 2]
    assert told.overview.counts.papers == 2
    assert [paper.number for paper in told.entries([3])] == [3]
