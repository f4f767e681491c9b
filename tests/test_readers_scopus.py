"""What Scopus's plain text becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

THREE = (DATA / "scopus" / "three.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("scopus", THREE)[0]
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:12345678", "key:2-s2.0-105000000001"))
    assert (paper.title, paper.year) == ("Sorting Pebbles by Size", 2025)
    assert paper.venue == "Journal of Stones: Series B, Small"
    assert paper.authors == ("Stein, Petra", "van der Kies, Jo A.")
    assert paper.keywords == ("heaps", "pebbles", "sorting")


def test_a_heading_within_an_abstract_is_no_field() -> None:
    assert papers("scopus", THREE)[0].abstract == (
        "BACKGROUND: Pebbles lie in heaps. METHODS: We sort them by size.\nRESULTS: Sorting takes 20% less time."
    )


def test_an_older_head_gives_names_by_family_name_and_initials() -> None:
    second = papers("scopus", THREE)[1]
    assert second.authors == ("Korn, A.B.", "Lehm, U., Jr.", "Ton, C.")
    assert (second.id, second.also, second.venue) == ("doi:10.5555/sand", ("key:2-s2.0-0000000002",), "Sand Letters")


def test_where_no_author_is_known_there_is_none() -> None:
    third = papers("scopus", THREE)[2]
    assert (third.id, third.title, third.authors) == ("key:2-s2.0-0000000003", "Clay is not counted", ())
    assert (third.venue, third.year) == ("2003 2nd Workshop on Clay, CLAY 2003", 2003)
    assert third.missing == 'the source gives "[No abstract available]" in place of an abstract'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"\n", b"\r\n"),
        (b"SOURCE: Scopus\n\n", b"SOURCE: Scopus\n"),
        (b"SOURCE: Scopus\n\n", b"SOURCE: Scopus\n\nScopus\nEXPORT DATE: 04 March 2026\n\n"),
        (b"Scopus\nEXPORT DATE: 03 March 2026\n\n", b""),
        (b"2026\n\n", b"2026\n"),
        (b"DOCUMENT TYPE: Article\nSOURCE: Scopus\n", b"DOCUMENT TYPE: Article\n"),
        (b"20% less time.", b"20% less time.\n\n(2020) was a bad year.\n\nOf 3 methods,\n(2024) ours is the best."),
    ],
)
def test_what_stands_around_records_makes_no_difference(before: bytes, after: bytes) -> None:
    other = THREE.replace(before, after)
    assert other != THREE
    assert [paper.title for paper in papers("scopus", other)] == [paper.title for paper in papers("scopus", THREE)]


def test_a_head_may_have_no_line_for_authors() -> None:
    other = THREE.replace(b"[No author name available]\n", b"")
    assert [(paper.title, paper.authors) for paper in papers("scopus", other)][2] == ("Clay is not counted", ())


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    assert kinds("scopus", THREE[: THREE.index(b" takes 20%")]) == ["broken"]


def test_it_is_known_by_its_heading_or_by_the_last_field_of_a_record() -> None:
    assert taken_by(THREE, "scopus.txt") == "scopus"
    assert taken_by(THREE.partition(b"\n\n")[2], "scopus.txt") == "scopus"
    assert taken_by(b"Scopus is a database. We count what it holds.\n\nAnother abstract is here.\n") == "text"


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("scopus", data)
