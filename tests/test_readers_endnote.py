"""What EndNote's tagged records become."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

PLAIN = (DATA / "endnote" / "plain.enw").read_bytes()
REFER = (DATA / "endnote" / "refer.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("endnote", PLAIN)[0]
    assert paper.id == "doi:10.5555/j.0000-0000.2020.03"
    assert (paper.title, paper.venue, paper.year) == ("卵石分类的新方法", "石头学报", 2020)
    assert paper.authors == ("石小明", "沙丽")
    assert paper.keywords == ("卵石", "分类", "颜色")
    assert paper.abstract == "研究卵石的分类方法,先称重,再按颜色分开。"


def test_an_abstract_of_two_paragraphs_and_keywords_a_line_each_are_read() -> None:
    paper = papers("endnote", PLAIN)[1]
    assert paper.abstract == "Pebbles lie in heaps. We sort them.\n\nSorting takes 20% less time."
    assert paper.keywords == ("pebbles", "sorting")
    assert (paper.id, paper.venue) == ("arxiv:1805.00001", "Proceedings of the Pebble Meeting")


def test_blank_lines_part_records_where_no_tag_begins_them() -> None:
    assert [(paper.title, paper.year) for paper in papers("endnote", REFER)] == [
        ("Sand in general", 1987),
        ("Loam in general", 1988),
    ]


def test_it_is_known_by_its_first_tags() -> None:
    assert taken_by(PLAIN, "list.txt") == taken_by(REFER, "list.txt") == "endnote"
    assert taken_by(b"%A comment of one line, then an entry\n@misc{a, title={A}}\n") == "bibtex"


@given(spoilt(PLAIN) | spoilt(REFER))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("endnote", data)
