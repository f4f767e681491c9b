"""Plain lists: what is a heading, what is an abstract, what is an error."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cleaning import placeholder_reason
from pipeline.errors import InputError
from pipeline.paper import Change, Paper, abstract_id
from pipeline.readers.heading import heading
from pipeline.readers.mapping import Origin
from pipeline.readers.plaintext import READER


def read(content: str | bytes) -> list[Paper]:
    return list(READER.read(BytesIO(content.encode() if isinstance(content, str) else content), Origin("list.txt")))


def abstracts(content: str | bytes) -> list[str]:
    return [paper.abstract for paper in read(content)]


def test_paragraphs_are_abstracts_and_the_heading_is_their_venue():
    first, second = read("ICLR 2026 论文列表\n\nWe prove it.\n\nWe refute it.\n")
    assert (first.abstract, second.abstract) == ("We prove it.", "We refute it.")
    assert (first.venue, first.year, second.venue) == ("ICLR 2026", 2026, "ICLR 2026")
    assert [(source.path, source.position) for source in second.sources] == [("list.txt", 2)]
    assert second.id == abstract_id("We refute it.")


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n \t\n\n\n"])
def test_a_heading_ends_with_its_line_however_many_blank_lines_follow(between: str):
    [paper] = read(f"\n\n# NeurIPS 2025 papers{between}We prove it.")
    assert (paper.venue, paper.abstract) == ("NeurIPS 2025", "We prove it.")


WHOLE = "We sort " + "pebbles by size and colour and " * 6 + "so on."


@pytest.mark.parametrize("heading_line", ["", "ICLR 2026 论文列表\n"])
def test_a_file_of_whole_abstracts_without_blank_lines_has_one_a_line(heading_line: str):
    told = [f"{number}: {WHOLE} {WHOLE} {WHOLE}" for number in range(250)]
    assert abstracts(heading_line + "\n".join(told) + "\n") == told


@pytest.mark.parametrize(
    "lines",
    [
        [WHOLE, WHOLE.removesuffix("."), f"{WHOLE} It is so."],
        [WHOLE, f"{WHOLE} It is so.", f"{WHOLE} Is it?"],
        [f"Background: {WHOLE}", f"Methods: {WHOLE}", f"Results: {WHOLE}"],
        [WHOLE, f"{WHOLE} It is so."],
        [WHOLE, "It is so.", f"{WHOLE} Is it?"],
    ],
)
def test_lines_that_may_be_parts_of_one_abstract_stay_together(lines: list[str]):
    assert abstracts("\n".join(lines)) == ["\n".join(lines)]


def test_a_long_line_is_no_heading_and_is_not_searched_for_the_end_of_one():
    # From each of its blanks, this takes minutes.
    assert heading(f"ICLR{' ' * 400_000}2026", alone=True) is None


@pytest.mark.parametrize("rule", ["---", "=====", "***", "\n______\n", "\n\n~~~~ \n\n"])
def test_a_rule_parts_abstracts_as_a_blank_line_does(rule: str):
    assert abstracts(f"We prove it.\n{rule}\nWe refute it.\n{rule}\n") == ["We prove it.", "We refute it."]
    assert read(f"ICLR 2026 papers on proofs\n{rule}\nWe prove it.")[0].venue == "ICLR 2026"


def test_a_list_without_a_heading_has_no_venue():
    assert [(paper.venue, paper.year) for paper in read("We prove it.\n\nWe refute it.")] == [(None, None)] * 2


@pytest.mark.parametrize(
    ("line", "venue", "year"),
    [
        ("ICLR 2026 论文列表", "ICLR 2026", 2026),
        ("ICLR 2026 论文列表（共 19 篇）", "ICLR 2026", 2026),
        ("论文列表（ICLR 2026）", "ICLR 2026", 2026),
        ("2026年ICLR录用论文列表", "ICLR 2026", 2026),
        ("# NeurIPS 2025 papers", "NeurIPS 2025", 2025),
        ("**NeurIPS'25 Papers**", "NeurIPS 2025", 2025),
        ("CVPR 2024 accepted abstracts", "CVPR 2024", 2024),
        ("Papers of ACL 2023:", "ACL 2023", 2023),
        ("Accepted Papers, ACL Findings 2023", "ACL Findings 2023", 2023),
        ("=== 3DV 2025 ===", "3DV 2025", 2025),
        ("Accepted papers 2024", None, 2024),
        ("List of abstracts", None, None),
        ("## Reading for Monday", None, None),
    ],
)
def test_a_heading_is_known_by_its_words_and_names_its_venue(line: str, venue: str | None, year: int | None):
    assert heading(line, alone=False) == (venue, year)
    assert heading(line, alone=True) == (venue, year)


@pytest.mark.parametrize(
    "line",
    [
        "We prove that P = NP",
        "We prove that P = NP.",
        "ICLR 2026 papers are longer than those of 2025.",
        "We evaluate LLMs on AIME 2024 and MATH",
        "A survey of papers in machine translation",
        "本文研究论文列表的生成方法",
        "#1 on the leaderboard",
        "Abstract",
        "ICLR 2026 papers " + "and more papers " * 10,
        "",
    ],
)
def test_a_short_abstract_is_no_heading(line: str):
    assert heading(line, alone=True) is None


def test_the_first_line_of_a_wrapped_abstract_is_no_heading():
    wrapped = "ICLR 2026 papers on vision models\nare longer than those of last year."
    assert abstracts(wrapped) == [wrapped]
    assert heading("ICLR 2026 papers on vision models", alone=True) == ("ICLR 2026", 2026)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_reads_the_same(end: str):
    assert abstracts(end.join(["One,", "two.", "", "Three."])) == ["One,\ntwo.", "Three."]


def test_inner_lines_stay_as_they_are_and_outer_white_space_goes():
    assert abstracts("  One,  \n\tindented.\t \n \u3000\n\n\nTwo.   ") == ["One,  \n\tindented.", "Two."]


def test_unicode_separators_inside_a_paragraph_break_no_line():
    text = "One\u2028two\u2029three\u0085four\x0bfive\x1csix."
    assert abstracts(f"{text}\n\nSeven.") == [text, "Seven."]


def test_a_byte_order_mark_is_dropped():
    assert abstracts(b"\xef\xbb\xbfOne.") == ["One."]


def test_a_heading_alone_is_refused():
    with pytest.raises(InputError, match=r"a heading and no abstract\. Add"):
        read(b"ICLR 2026 papers\n\n")


def test_a_paragraph_that_says_there_is_no_abstract_has_none():
    first, second, third = read("N/A\n\nThis paper has been withdrawn\n\nA.")
    assert (first.abstract, first.missing) == ("", 'the source gives "N/A" in place of an abstract')
    assert (second.abstract, second.missing) == ("", 'the paper is withdrawn: "This paper has been withdrawn"')
    assert (third.abstract, third.missing) == ("A.", None)


def test_characters_that_were_lost_before_are_told_and_stay():
    spoilt, whole = read("We parse na\ufffdve trees by 5 \ufffd 0.1 points.\n\nWe parse trees by 5 points.\n")
    assert spoilt.abstract == "We parse na\ufffdve trees by 5 \ufffd 0.1 points."
    assert spoilt.cleaning == (Change(kind="lost characters", count=2),)
    assert whole.cleaning == ()


def test_an_empty_text_has_no_papers():
    assert read(b"") == read(b"\xef\xbb\xbf \n\r\n") == []


@pytest.mark.parametrize(
    ("head", "prose"),
    [
        (b"We prove it.", True),
        (b"[1] shows that", True),
        (b"{\\bf We} prove it.", True),
        (b'{"abstract": "x"}', False),
        (b'[\n  {"abstract"', False),
        (b"\xef\xbb\xbf<?xml version", False),
        (b"@article{key,", False),
        (b"%PDF-1.7", False),
    ],
)
def test_structured_files_are_not_taken_for_prose(head: bytes, prose: bool):  # noqa: FBT001 - a parameter of the table
    assert READER.recognises(head, "x.txt") is prose


_LINE = st.text(st.characters(exclude_characters="\r\n\0", codec="utf-8"), min_size=1, max_size=30).filter(str.strip)
_PARAGRAPH = st.lists(_LINE, min_size=1, max_size=4).map(lambda lines: f"{chr(10).join(lines).strip()}.")
_BLANKS = st.lists(st.sampled_from(["", " ", "\t", "\u3000", "\u2028"]), min_size=1, max_size=3)


@given(st.lists(_PARAGRAPH, min_size=1, max_size=8), st.data())
def test_whatever_paragraphs_are_written_are_read_back(paragraphs: list[str], data: st.DataObject):
    paragraphs.insert(0, "We begin with a sentence.")
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    mark = data.draw(st.sampled_from(["", "\ufeff"]))
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += [*paragraph.split("\n"), *data.draw(_BLANKS)]
    tail = data.draw(st.sampled_from(["", end]))
    papers = read(mark + end.join(lines) + tail)
    assert [paper.abstract for paper in papers] == ["" if placeholder_reason(each) else each for each in paragraphs]
    assert [paper.sources[0].position for paper in papers] == list(range(1, len(paragraphs) + 1))


@given(st.binary(max_size=300))
def test_random_bytes_are_papers_or_an_input_error(content: bytes):
    try:
        papers = read(content)
    except InputError:
        return
    assert all(paper.abstract == paper.abstract.strip() for paper in papers)
    assert all(bool(paper.abstract) != bool(paper.missing) for paper in papers)
