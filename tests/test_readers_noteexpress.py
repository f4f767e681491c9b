"""What NoteExpress records become."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

TWO = (DATA / "noteexpress" / "two.net").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("noteexpress", TWO)[0]
    assert paper.id == "doi:10.5555/j.0000-0000.2020.03"
    assert (paper.title, paper.venue, paper.year) == ("卵石分类的新方法", "石头学报", 2020)
    assert paper.authors == ("石小明", "沙丽")
    assert paper.keywords == ("卵石", "分类", "颜色")
    assert paper.abstract == "研究卵石的分类方法。\n先称重,再按颜色分开。"


def test_a_date_stands_for_a_year() -> None:
    assert papers("noteexpress", TWO)[1].year == 2019


def test_it_is_known_by_its_first_tag() -> None:
    assert taken_by(TWO, "list.txt") == "noteexpress"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("noteexpress", data)
