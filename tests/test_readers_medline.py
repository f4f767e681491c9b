"""What PubMed's MEDLINE records become."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

TWO = (DATA / "medline" / "two.nbib").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("medline", TWO)[0]
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:31234567",))
    assert paper.title == "Sorting pebbles by size and colour."
    assert paper.authors == ("Stein, Petra", "Kiesel, Jo")
    assert (paper.year, paper.venue) == (2021, "Journal of small stones")
    assert paper.keywords == ("pebbles", "sorting")


def test_wrapped_lines_are_joined_and_the_abstract_in_another_language_is_left() -> None:
    assert papers("medline", TWO)[0].abstract == (
        "BACKGROUND: Pebbles lie in heaps. METHODS: We sort them by size and colour. "
        "RESULTS: Sorting takes 20% less time (P<0.01)."
    )


def test_an_abstract_in_another_language_counts_where_there_is_no_other() -> None:
    text = b"PMID- 1\nTI  - Les galets.\nOAB - Les galets sont en tas dans ce pays.\nSO  - J. 1987.\n"
    assert papers("medline", text)[0].abstract == "Les galets sont en tas dans ce pays."


def test_subject_headings_stand_for_keywords_where_the_authors_give_none() -> None:
    paper = papers("medline", TWO)[1]
    assert paper.keywords == ("Sand", "Beaches")
    assert paper.also == ("pmid:30000001",)


def test_a_file_that_stops_within_an_abstract_has_a_broken_record() -> None:
    assert kinds("medline", TWO[: TWO.index(b"Sorting takes")]) == ["broken"]


def test_ovids_records_without_a_pubmed_id_are_parted_by_blank_lines() -> None:
    text = (
        b"UI  - 1\nTI  - One\nAB  - Pebbles lie in heaps.\nSO  - J.\n\n"
        b"UI  - 2\nTI  - Two\nAB  - Sand lies there.\nSO  - J.\n"
    )
    assert [paper.title for paper in papers("medline", text)] == ["One", "Two"]
    assert taken_by(text) == "medline"


def test_a_tag_before_the_pubmed_id_is_of_the_same_record() -> None:
    assert [
        paper.id for paper in papers("medline", b"UI  - 9\nPMID- 123\nTI  - One\n\nUI  - 8\nPMID- 124\nTI  - Two\n")
    ] == [
        "pmid:123",
        "pmid:124",
    ]


def test_it_is_known_by_its_first_tag() -> None:
    assert taken_by(TWO, "list.txt") == "medline"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("medline", data)
