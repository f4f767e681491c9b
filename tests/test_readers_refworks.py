"""What RefWorks records become, CNKI's own way of writing them among them."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

CNKI = (DATA / "refworks" / "cnki.txt").read_bytes()


def test_a_record_of_cnki_is_read_with_all_its_facts() -> None:
    paper = papers("refworks", CNKI)[0]
    assert paper.id == "doi:10.5555/j.0000-0000.2020.03"
    assert paper.title == "卵石分类的新方法"
    assert paper.authors == ("石小明", "沙丽")
    assert (paper.year, paper.venue) == (2020, "石头学报")
    assert paper.url == "https://link.cnki.net/doi/10.5555/j.0000-0000.2020.03"
    assert paper.keywords == ("卵石", "分类", "颜色")


def test_an_abstract_of_several_lines_keeps_them() -> None:
    assert papers("refworks", CNKI)[0].abstract == (
        "目的研究卵石的分类方法。\n方法先称重,再按颜色分开,并与旧方法比较。\n结果新方法快了20%。"
    )


def test_a_tag_without_a_blank_and_a_date_for_a_year_are_read() -> None:
    paper = papers("refworks", CNKI)[1]
    assert (paper.authors, paper.year) == (("江水",), 2019)


def test_a_line_of_text_that_begins_like_a_tag_goes_on_with_the_abstract() -> None:
    paper = papers("refworks", CNKI)[2]
    assert paper.abstract == "Pebbles are found in most homes.\nIN 2002 we counted them."
    assert paper.authors == ("Stein,Petra", "Kiesel,Jo")
    assert paper.url == "http://example.org/homes?a=1&b=2"
    assert paper.keywords == ("Pebbles", "Homes, old")


def test_chinese_names_are_parted_by_commas_and_others_are_not() -> None:
    text = "RT Journal Article\nSR 1\nA1 颜宏,石德成，尹尚军\nT1 沙\n".encode()
    assert papers("refworks", text)[0].authors == ("颜宏", "石德成", "尹尚军")


def test_it_is_known_by_its_first_tags() -> None:
    assert taken_by(CNKI, "list.txt") == "refworks"
    assert taken_by(b"RT Tweets are a kind of text.\n\nThey are read here.\n", "list.txt") == "text"


@given(spoilt(CNKI))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("refworks", data)
