"""What Ovid's export for reading becomes."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

TWO = (DATA / "ovid" / "two.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("ovid", TWO)[0]
    assert paper.title == "Sorting pebbles by size."
    assert paper.authors == ("Stein, Petra", "Kiesel, Jo")
    assert (paper.year, paper.venue) == (2015, "Small Stones")
    assert paper.keywords == ("pebbles", "sorting", "heaps")


def test_an_abstract_keeps_its_paragraphs_and_ends_before_the_references() -> None:
    assert papers("ovid", TWO)[0].abstract == "Pebbles lie in heaps. We sort them.\n\nSorting takes 20% less time."


def test_each_number_in_brackets_begins_a_record() -> None:
    assert [paper.id for paper in papers("ovid", TWO)][1] == "doi:10.5555/sand"
    assert papers("ovid", TWO)[1].year == 1987


def test_it_is_known_by_its_first_record() -> None:
    assert taken_by(TWO, "list.txt") == "ovid"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("ovid", data)
