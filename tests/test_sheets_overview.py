from __future__ import annotations

from sheet_cards import LLM, VISION, chinese, failures, faithful, near, readable_cards, unfaithful

from pipeline.card import Card
from pipeline.sheets.entry import Standing, entry
from pipeline.sheets.overview import Overview, overview


def seen(*cards: Card) -> Overview:
    return overview((entry(number, each) for number, each in enumerate(cards, 1)), failures(), near())


def test_the_largest_area_comes_first_and_papers_keep_their_order_and_number():
    told = [(area.name, list(area.numbers), area.gains) for area in seen(*readable_cards()).areas]
    assert told == [(LLM, [2, 3, 4], 4), (VISION, [1], 1)]


def test_areas_of_one_size_come_as_met():
    assert [area.name for area in seen(unfaithful(), faithful()).areas] == [VISION, LLM]


def test_no_card_gives_no_area():
    assert seen().areas == ()
    assert seen().counts.papers == 0


def test_gains_figures_and_standings_are_counted_over_all_papers():
    counts = seen(faithful(), unfaithful(), chinese()).counts
    assert (counts.papers, counts.gains, counts.with_figures) == (3, 5, 4)
    assert counts.standings[Standing.ABSENT] > 0
    assert sum(counts.flags.values()) == 2


def test_the_largest_multiple_is_known_whichever_paper_comes_first():
    for cards in ((faithful(), chinese()), (chinese(), faithful())):
        assert [claim.amount for claim in seen(*cards).largest] == [3.67]


def test_the_papers_of_pairs_are_known_by_number_and_heading():
    first, second = seen(*readable_cards()).pairs
    assert [(named.number, named.name) for named in first.papers] == [(1, "RIFT: A Study"), (2, "PARD")]
    assert second.papers[1].number is None
