"""Entries of Markdown whose abstracts nothing names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_reader import papers, taken_by

from pipeline.readers.markdownplain import named

SAND = "Sand is counted grain by grain, which takes long. " * 4 + "We do it in half the time."
LOAM = SAND.replace("Sand", "Loam")
PLACE = "https://arxiv.org/abs/2401.0000"


@pytest.mark.parametrize(
    "entry",
    [
        "### [{0}]({1})\nAda Korn, Bo Stein\n> {2}\n\n",
        "## {0}\n\n*Ada Korn, Bo Stein*\n\n{2}\n\n",
        "## 1. {0}\nAda Korn, Bo Stein\n[pdf]({1})\n\n{2}\n\n",
    ],
)
def test_a_paragraph_below_authors_is_the_abstract(entry: str) -> None:
    text = "# Reading\n\n" + entry.format("On Sand", f"{PLACE}1", SAND) + entry.format("On Loam", f"{PLACE}2", LOAM)
    assert taken_by(text.encode(), "list.md") == "markdown"
    found = papers("markdown", text.encode())
    assert [(paper.title, paper.abstract) for paper in found] == [("On Sand", SAND), ("On Loam", LOAM)]
    assert {paper.authors for paper in found} == {("Ada Korn", "Bo Stein")}


def test_a_quotation_or_an_address_alone_makes_an_abstract_certain_and_it_may_have_paragraphs() -> None:
    assert named(["# On Sand", f"> {SAND}", "# On Loam", f"> {LOAM}"])[1::2] == [
        f"Abstract: {SAND}",
        f"Abstract: {LOAM}",
    ]
    text = f"## [On Sand]({PLACE}1)\n\n{SAND}\n\n{LOAM}\n\n## [On Loam]({PLACE}2)\n\n{LOAM}\n"
    first, second = papers("markdown", text.encode())
    assert (first.abstract, second.abstract) == (f"{SAND}\n\n{LOAM}", LOAM)


@pytest.mark.parametrize(
    "text",
    [
        f"# Install\n\n{SAND}\n\n# Use\n\n{LOAM}\n",
        f"# Install\n\nAda Korn, Bo Stein\n\n{SAND}\n\n# Use\n\n{LOAM}\n",
        f"# Install\n\n> {SAND}\n\n```sh\nmake\n```\n\n# Use\n\n> {LOAM}\n\n- more\n",
        f"# On Sand\n\nAda Korn, Bo Stein\n\n{SAND}\n",
        "# On Sand\n\nAda Korn, Bo Stein\n\n# On Loam\n\nAda Korn, Bo Stein\n",
    ],
)
def test_prose_with_headings_is_no_list_of_papers(text: str) -> None:
    assert named(text.split("\n")) == text.split("\n")


@given(
    st.lists(
        st.sampled_from(["# On Sand", "## On Loam", SAND, f"> {LOAM}", "Ada Korn, Bo Stein", "", "- a"]), max_size=12
    )
)
def test_no_line_is_lost(lines: list[str]) -> None:
    found = named(lines)
    assert len(found) == len(lines)
    assert all(new in {old, f"Abstract: {old.removeprefix('> ')}"} for new, old in zip(found, lines, strict=True))
