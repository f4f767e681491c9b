"""What arXiv's mails of new papers become."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

THREE = (DATA / "arxivmail" / "three.txt").read_bytes()


def test_an_entry_is_read_with_all_its_facts() -> None:
    paper = papers("arxivmail", THREE)[0]
    assert (paper.id, paper.title, paper.year) == ("arxiv:2603.00001", "Sorting Pebbles by Size and Colour", 2026)
    assert (paper.authors, paper.url) == (("Petra Stein", "Jo Kies"), "https://arxiv.org/abs/2603.00001")


def test_an_abstract_ends_at_its_address_and_may_name_another_paper_in_a_line_s_beginning() -> None:
    assert papers("arxivmail", THREE)[0].abstract == (
        "Pebbles lie in heaps. We sort them by size and colour with a small scale, as in arXiv:2501.00001 and "
        "elsewhere, where it takes Days. Sorting takes 20% less time."
    )


def test_a_cross_list_is_a_paper_like_the_others() -> None:
    second = papers("arxivmail", THREE)[1]
    assert (second.id, second.also, second.venue) == (
        "arxiv:2603.00002",
        ("doi:10.5555/sand",),
        "Sand Letters 1 (2026) 1-2",
    )
    assert (second.authors, second.abstract) == (("Ada Korn", "Ulrich Lehm"), "Sand is counted grain by grain.")


def test_a_paper_that_was_replaced_has_no_abstract_and_the_year_of_its_id() -> None:
    third = papers("arxivmail", THREE)[2]
    assert (third.id, third.title, third.year) == ("arxiv:hep-st/9901001", "Clay is not Counted", 1999)
    assert third.missing == "the source gives no abstract"


def test_neither_the_head_nor_the_end_of_a_mail_is_a_paper() -> None:
    assert len(papers("arxivmail", THREE)) == 3


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    assert kinds("arxivmail", THREE[: THREE.index(b" elsewhere")]) == ["broken"]


def test_it_is_known_by_how_an_entry_begins() -> None:
    assert taken_by(THREE, "mail.eml") == "arxivmail"
    assert taken_by(b"We follow\narXiv:2501.00001 and sort pebbles.\n\nAnother abstract is here.\n") == "text"


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("arxivmail", data)
