from __future__ import annotations

import pytest
from sheet_cards import card, failures, readable_cards

from pipeline.failure import State
from pipeline.paper import Paper, Source
from pipeline.sheets import about
from pipeline.sheets.about import About, Names


def test_the_head_counts_papers_by_state_and_names_files_and_engines():
    told = About.of(readable_cards(), failures())
    assert told.states == ((State.OK, 4), (State.REFUSED, 1), (State.FORMAT_ERROR, 1))
    assert told.sources == 7
    assert told.files == ("export.jsonl", "first list.txt", "second_list.txt", "列表.txt", "a.txt", "=x.txt")
    assert told.all_files == 6
    assert told.engines == ("extractive",)
    assert told.title == "ICLR 2026"


def test_without_a_venue_a_sheet_has_no_title():
    assert About.of(()).title is None


def test_of_too_many_names_the_first_are_held_and_the_others_counted_once_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(about, "_MOST_NAMES", 2)
    names = Names()
    for name in ("b", "a", None, "", "b", "c", "d", "c", "\ud800"):
        names.add(name)
    assert names.first == ("b", "a")
    assert len(names) == 5
    assert str(names) == "b, a, …"


def test_a_title_of_too_many_venues_shows_that_there_are_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(about, "_MOST_NAMES", 1)
    cards = [
        card(Paper(id=f"abs:{at}", venue=venue, sources=(Source(path=venue, position=1),), abstract="x"))
        for at, venue in enumerate(("ICML", "ICLR", "ICML"))
    ]
    told = About.of(cards)
    assert (told.title, told.files, told.all_files) == ("ICML, …", ("ICML",), 2)
