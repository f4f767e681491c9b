"""What the Cochrane Library's plain text becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, papers, read, spoilt, survives, taken_by

from pipeline.paper import BrokenRecord

TWO = (DATA / "cochrane" / "two.txt").read_bytes()


def test_a_trial_is_read_with_all_its_facts() -> None:
    paper = papers("cochrane", TWO)[0]
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:12345678", "key:CN-00000001"))
    assert paper.title == "Sorting pebbles by size: a randomised trial of heaps"
    assert (paper.venue, paper.year, paper.authors) == ("Journal of stones", 2015, ("Stein P", "Kiesel JA"))
    assert paper.url == "https://www.cochranelibrary.com/central/doi/10.1002/central/CN-00000001/full"
    assert paper.keywords == ("Pebbles", "Heaps", "Sorting")


def test_a_heading_within_an_abstract_is_no_tag() -> None:
    assert papers("cochrane", TWO)[0].abstract == (
        "BACKGROUND: Pebbles lie in heaps.\nAIM: To sort them.\nRESULTS: Sorting takes 20% less time."
    )


def test_the_number_of_a_review_is_no_id_for_all_its_editions_have_it() -> None:
    review = papers("cochrane", TWO)[1]
    assert (review.id, review.also) == ("doi:10.5555/sand.pub2", ())
    assert (review.authors, review.missing) == (("Korn, AB", "Lehm, U", "Ton, C"), "the source gives no abstract")


@pytest.mark.parametrize(
    ("written", "names"),
    [("Stein P; Kies J", ("Stein P", "Kies J")), ("Stein, P", ("Stein, P",)), ("Stein, Petra", ("Stein, Petra",))],
)
def test_one_tag_may_hold_one_name_or_several(written: str, names: tuple[str, ...]) -> None:
    assert papers("cochrane", f"Record #1 of 1\nID: CN-1\nAU: {written}\nTI: On Sand\n".encode())[0].authors == names


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    cut = TWO[: TWO.index(b" takes 20%")]
    [broken] = read("cochrane", cut)
    assert isinstance(broken, BrokenRecord)
    assert broken.message == "line 1 of list: the file stops in the middle of the abstract, AB"


def test_it_is_known_by_its_first_two_lines_and_leaves_the_other_exports_of_the_library() -> None:
    assert taken_by(TWO, "citation-export.txt") == "cochrane"
    assert taken_by(b"Record #1 of 1\nProvider: Stones\n\nTY  - JOUR\nTI  - On Sand\nER  - \n", "e.txt") == "ris"
    assert taken_by(b"Record #1 of 1\n@article{Stein15,\ntitle = {On Sand},\n}\n", "e.txt") == "bibtex"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("cochrane", data)
