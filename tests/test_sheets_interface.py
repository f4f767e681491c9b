from __future__ import annotations

import pytest
from sheet_cards import every_card, failures, readable_cards, rendered

from pipeline.errors import UsageError
from pipeline.failure import State
from pipeline.sheets.interface import SUFFIXES, About, renderer_for


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


def test_the_head_counts_papers_by_state_and_names_files_and_engines():
    told = About.of(readable_cards(), failures())
    assert told.states == ((State.OK, 4), (State.REFUSED, 1), (State.FORMAT_ERROR, 1))
    assert told.sources == 7
    assert told.files == ("export.jsonl", "first list.txt", "second_list.txt", "列表.txt", "a.txt", "=x.txt")
    assert told.engines == ("extractive",)
    assert told.title == "ICLR 2026"


def test_a_given_title_wins_and_without_any_there_is_none():
    assert About.of(readable_cards(), title="Mine").title == "Mine"
    assert About.of(()).title is None
