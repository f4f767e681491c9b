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


def test_what_a_style_sets_high_or_low_does_not_run_into_its_number() -> None:
    styled = b"""<xml><records><record><abstract><style face="normal">We sort all 10</style><style
    face="superscript">3</style><style face="normal"> pebbles with CO</style><style face="italic subscript">2</style>
    <style>.</style></abstract></record></records></xml>"""
    (paper,) = papers("endnotexml", styled)
    assert " ".join(paper.abstract.split()) == "We sort all 10^3 pebbles with CO2 ."


def test_a_file_that_is_cut_keeps_its_whole_records() -> None:
    assert kinds("endnotexml", TWO[:-60]) == ["paper", "broken"]


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("endnotexml", data)
