"""What lists become whose fields have names."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

THREE = (DATA / "labelled" / "three.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("labelled", THREE)[0]
    assert (paper.id, paper.title) == ("doi:10.5555/pebble.1", "Sorting Pebbles by Size")
    assert paper.authors == ("Stein, P.", "Kies, J. A.", "Ton, U.")
    assert (paper.venue, paper.year, paper.keywords) == ("Stones 2026", 2026, ("pebbles", "heaps"))


def test_an_abstract_may_begin_below_its_name_and_have_headings_and_numbers() -> None:
    assert papers("labelled", THREE)[0].abstract == (
        "Pebbles lie in heaps. We sort them by size in 2019.\n\nResults: It takes 20% less time."
    )


def test_names_may_be_in_bold_and_what_parts_records_belongs_to_none() -> None:
    second = papers("labelled", THREE)[1]
    assert (second.title, second.authors) == ("On Sand", ("Ada Korn",))
    assert (second.venue, second.year, second.abstract) == ("Sand Letters", 1987, "Sand is counted grain by grain.")


def test_chinese_names_are_known_and_an_abstract_in_two_languages_is_one() -> None:
    third = papers("labelled", THREE)[2]
    assert (third.title, third.authors, third.keywords) == ("卵石分类的新方法", ("石小明", "沙丽"), ("卵石", "分类"))
    assert third.abstract.startswith("研究卵石的分类方法，先称重，再按颜色分开。")
    assert not third.abstract.endswith("-")


@pytest.mark.parametrize(
    "text",
    [
        "Year: 2020\nTitle: On Sand\nAbstract: We count it.\n\nYear: 2021\nTitle: On Loam\nAbstract: We do not.",
        "Venue: Stones\n\nTitle: On Sand\nAbstract: We count it.\nTitle: On Loam\nAbstract: We do not.",
        "Date: 1\nTitle: On Sand\nDate: 2\nAbstract: We count it.\nTitle: On Loam\nDate: 3\nAbstract: We do not.",
        "1. Title: On Sand\n\n   Abstract: We count it.\n\n2. Title: On Loam\n\n   Abstract: We do not.",
        "Title 1: On Sand\nAbstract 1: We count it.\n\nTitle 2: On Loam\nAbstract 2: We do not.",
        "Record: 1\nTitle:\n On Sand\nAbstract:\n We count it.\n\nRecord: 2\nTitle:\n On Loam\nAbstract:\n We do not.",
        "TITLE: On Sand\nABSTRACT: We count it.\nYEAR: 2020\n****\nTITLE: On Loam\nABSTRACT: We do not.\n",
    ],
)
def test_each_record_begins_with_the_field_that_began_the_first(text: str) -> None:
    assert taken_by(text.encode(), "list.txt") == "labelled"
    found = [(paper.title, paper.abstract) for paper in papers("labelled", text.encode())]
    assert found == [("On Sand", "We count it."), ("On Loam", "We do not.")]


def test_a_heading_names_the_venue_of_all() -> None:
    text = "ICLR 2026 论文列表\n\nTitle: On Sand\nAbstract: We count it.\n".encode()
    assert [(paper.venue, paper.year) for paper in papers("labelled", text)] == [("ICLR 2026", 2026)]


def test_a_record_without_a_title_is_not_added_to_the_one_before() -> None:
    text = b"Title: On Sand\nAbstract: We count it.\n\nAbstract: We do not count loam.\n"
    assert [paper.title for paper in papers("labelled", text)] == ["On Sand", None]


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    assert kinds("labelled", THREE[: THREE.index(b" by size in")]) == ["broken"]


def test_it_is_known_by_titles_and_abstracts_and_leaves_markdown_and_prose() -> None:
    assert taken_by(THREE, "list.txt") == "labelled"
    assert taken_by(b"# List\n\n## On Sand\n\n**Abstract:** We count it.\n", "list.md") == "markdown"
    assert taken_by(b"Abstract: We count sand. Title: none.\n\nAbstract: We do not.\n") == "text"


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("labelled", data)
