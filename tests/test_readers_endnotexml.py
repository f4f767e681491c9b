"""EndNote's XML: texts within elements of style, lists of authors and keywords, addresses at any depth."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

TWO = (DATA / "endnotexml" / "two.xml").read_bytes()


def test_it_is_known_by_the_element_around_its_records() -> None:
    assert taken_by(TWO) == "endnotexml"
    assert taken_by(b"<OAI-PMH><ListRecords><record>", "a.xml") == "arxivxml"


def test_each_fact_is_found_within_its_styles() -> None:
    paper, other = papers("endnotexml", TWO)
    assert (paper.id, paper.title) == ("doi:10.5555/pebble.1", "Sorting Pebbles")
    assert paper.authors == ("Stein, Petra", "Kies, Jo")
    assert (paper.year, paper.venue, paper.url) == (2021, "Journal of Stones", "https://example.org/1")
    assert paper.keywords == ("pebbles", "sorting")
    assert paper.abstract.startswith("We sort pebbles by size and colour")
    assert (other.title, other.year, other.missing) == ("On Loam", 1999, "the source gives no abstract")


def test_a_file_that_is_cut_keeps_its_whole_records() -> None:
    assert kinds("endnotexml", TWO[:-60]) == ["paper", "broken"]


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("endnotexml", data)
