"""What CSSCI's export becomes: titles, for it holds no abstracts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

from pipeline.readers import read_papers

TWO = (DATA / "cssci" / "two.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("cssci", TWO)[0]
    assert (paper.title, paper.venue, paper.year) == ("卵石分类的新方法", "石头学报", 2019)
    assert paper.authors == ("石小明", "沙丽")
    assert paper.keywords == ("卵石", "分类", "颜色")
    assert (paper.abstract, paper.missing) == ("", "the source gives no abstract")


def test_neither_the_heading_of_the_file_nor_the_line_between_records_is_a_fact() -> None:
    second = papers("cssci", TWO)[1]
    assert (second.title, second.authors, second.keywords) == ("沙子的计数", ("江水",), ("沙子", "计数"))


def test_it_is_known_by_the_name_of_its_first_field_in_either_encoding(tmp_path: Path) -> None:
    assert taken_by(TWO, "list.txt") == "cssci"
    (tmp_path / "LY_1.txt").write_bytes(TWO.decode().encode("gb18030"))
    found = read_papers([str(tmp_path / "LY_1.txt")])
    assert (found.files[0].format, [paper.title for paper in found]) == ("cssci", ["卵石分类的新方法", "沙子的计数"])


def test_brackets_within_an_abstract_make_no_such_file() -> None:
    assert taken_by("【目的】为卵石分类。【方法】称重。\n".encode()) == "text"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("cssci", data)
