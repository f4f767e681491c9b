"""What IEEE Xplore's plain text becomes."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

THREE = (DATA / "ieee" / "three.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("ieee", THREE)[0]
    assert (paper.id, paper.title) == ("doi:10.5555/pebble.1", 'Sorting Pebbles, "Grain by Grain," in Large Heaps')
    assert paper.authors == ("P. Stein", "J. A. Kies", "U. Ton")
    assert (paper.venue, paper.year) == ("Transactions on Stones, Sand, and Loam", 2025)
    assert paper.keywords == ("Pebbles", "Heaps", "Sorting")
    assert paper.url == "https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=1&isnumber=2"


def test_an_abstract_may_quote_and_be_wrapped() -> None:
    assert papers("ieee", THREE)[0].abstract == (
        'Pebbles lie in heaps. The word "sorting," in short, means to part them. Sorting takes 20% less time.'
    )


def test_the_address_may_stand_behind_the_keywords_and_the_doi_below_the_citation() -> None:
    second = papers("ieee", THREE)[1]
    assert (second.id, second.title) == ("doi:10.5555/sand", "Is Sand Counted?")
    assert (second.venue, second.year) == ("1987 2nd Workshop on Sand, Grains and Dust (WSGD)", 1987)
    assert (second.keywords, (second.url or "")[:5]) == (("Sand",), "http:")


def test_a_paper_may_have_no_authors_and_no_abstract() -> None:
    third = papers("ieee", THREE)[2]
    assert (third.title, third.authors, third.venue) == ("Front Cover", (), "2003 Conference on Clay")
    assert third.missing == 'the source gives "Not available." in place of an abstract'


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    assert kinds("ieee", THREE[: THREE.index(b" takes 20%")]) == ["broken"]


def test_it_is_known_by_its_first_line_and_the_address_of_a_paper() -> None:
    assert taken_by(THREE, "IEEE Xplore Citation Download.txt") == "ieee"
    assert taken_by(b'We sort pebbles, "grain by grain," as others do.\n\nAbstract: there is none.\n') == "text"


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("ieee", data)
