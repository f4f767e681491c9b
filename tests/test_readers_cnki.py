"""What CNKI's own text export becomes."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

TWO = (DATA / "cnki" / "two.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("cnki", TWO)[0]
    assert paper.id == "doi:10.5555/j.0000-0000.2020.03"
    assert (paper.title, paper.venue, paper.year) == ("卵石分类的新方法", "石头学报", 2020)
    assert paper.authors == ("石小明", "沙丽")
    assert paper.keywords == ("卵石", "分类", "颜色")
    assert paper.abstract == "研究卵石的分类方法,先称重,再按颜色分开。"


def test_a_record_without_an_abstract_says_so() -> None:
    paper = papers("cnki", TWO)[1]
    assert (paper.year, paper.missing) == (2019, "the source gives no abstract")


def test_it_is_known_by_its_first_tag() -> None:
    assert taken_by(TWO, "list.txt") == "cnki"


def test_a_long_gap_behind_a_chinese_sign_is_looked_at_once() -> None:
    # Where it is looked at from each of its lines, this takes minutes.
    gap = "\n" * 200_000
    title = f"Title-题名: 卵石{gap}(pebbles)\nAuthor-作者: 石小明\n"
    assert papers("cnki", title.encode())[0].title == "卵石 (pebbles)"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("cnki", data)
