"""What parts the papers of a plain list: blank lines, rules, marks, line ends."""

from __future__ import annotations

import textwrap
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.paper import Paper
from pipeline.readers.mapping import Origin
from pipeline.readers.plaintext import READER

SAND = "Sand is counted grain by grain, which takes long. " * 9 + "We do it in half the time."
LOAM, CLAY = SAND.replace("Sand", "Loam"), SAND.replace("Sand", "Clay")
PLAIN = [(None, SAND), (None, LOAM), (None, CLAY)]
TITLED = [("On Sand", SAND), ("Is Loam Heavy?", LOAM), ("On Clay", CLAY)]


def papers(text: str) -> list[Paper]:
    return list(READER.read(BytesIO(text.encode()), Origin("list.txt")))


def told(text: str) -> list[tuple[str | None, str]]:
    return [(paper.title, paper.abstract) for paper in papers(text)]


def halved(abstract: str) -> str:
    end = abstract.index(". ") + 1
    return f"{abstract[:end]}\n\n{abstract[end + 1 :]}"


@pytest.mark.parametrize("form", ["### {}\n{}\n\n", "# {}\n\n{}\n\n", "## {}\n{}\n", "## {} ##\n\n{}\n\n"])
def test_a_line_marked_as_heading_is_the_title_of_the_abstract_below_it(form: str):
    assert told("".join(form.format(*each) for each in TITLED)) == TITLED
    assert told(form.format(*TITLED[0])) == TITLED[:1]


def test_short_abstracts_below_marked_titles_are_known_too():
    assert told("# On Sand\nWe count.\n\n# On Loam\nWe dig.") == [("On Sand", "We count."), ("On Loam", "We dig.")]


def test_marked_lines_above_some_abstracts_are_headings_and_none_is_lost():
    found = told(f"# Light\n\n{SAND}\n\n# Heavy\n\n{LOAM}\n\n{CLAY}\n")
    assert found == [("Light", ""), (None, SAND), ("Heavy", ""), (None, LOAM), (None, CLAY)]


def test_the_heading_of_a_list_above_marked_titles_and_comments_at_its_head_are_no_papers():
    titles = "".join(f"## {title}\n\n{abstract}\n\n" for title, abstract in TITLED)
    assert told(f"# Soils\n\n{titles}") == TITLED
    assert told(f"# my list of papers\n# second comment\n\n{SAND}\n\n{LOAM}\n\n{CLAY}") == PLAIN
    assert told(f"# Soils\n\n{SAND}\n\n{LOAM}\n\n{CLAY}") == PLAIN


@pytest.mark.parametrize("rule", ["---", "***", "===", "___", "###", "* * *", "\n---\n", "\n* * *\n"])
def test_rules_part_papers_and_the_paragraphs_between_two_are_one_abstract(rule: str):
    paragraphs = [(title, halved(abstract)) for title, abstract in PLAIN]
    assert told(f"\n{rule}\n".join(abstract for _, abstract in paragraphs)) == paragraphs
    below = [(title, halved(abstract)) for title, abstract in TITLED]
    assert told(f"\n{rule}\n".join(f"{title}\n\n{abstract}" for title, abstract in below)) == below


def test_keywords_behind_an_abstract_are_its_own():
    for text in (f"{SAND}\n\nKeywords: sand, grains\n\n---\n\n{LOAM}", f"{SAND}\nKeywords: sand, grains\n\n{LOAM}"):
        first, second = papers(text)
        assert (first.abstract, first.keywords, second.abstract) == (SAND, ("sand", "grains"), LOAM)
        assert [(change.kind, change.cut) for change in first.cleaning] == [("keywords", "Keywords: sand, grains")]


def test_rules_that_underline_titles_or_part_chapters_part_no_papers():
    assert told("\n\n".join(f"{title}\n=====\n{abstract}" for title, abstract in TITLED)) == TITLED
    assert told(f"{SAND}\n\n{LOAM}\n\n{CLAY}\n\n---\n\n{SAND}") == [*PLAIN, (None, SAND)]
    sand, loam = SAND * 2, LOAM * 2
    assert told(f"{sand}\n\n{loam}\n\n---\n\n{loam}") == [(None, sand), (None, loam), (None, loam)]


def test_a_banner_that_counts_papers_is_none():
    banner = "".join(f"=====\nPaper {n}\n=====\n{title}\n\n{text}\n\n" for n, (title, text) in enumerate(TITLED, 1))
    assert told(banner) == TITLED


def test_titles_and_abstracts_may_have_a_line_each():
    assert told("\n".join(f"{title}\n{abstract}" for title, abstract in TITLED)) == TITLED
    found = papers("\n".join(f"{title}\nAda Korn, Bo Stein\n{abstract}" for title, abstract in TITLED))
    assert [(paper.title, paper.authors) for paper in found] == [(t, ("Ada Korn", "Bo Stein")) for t, _ in TITLED]
    assert told(f"Abstract\n{SAND}\n{LOAM}\n{CLAY}") == PLAIN


def test_a_long_list_has_one_a_line_though_some_of_its_lines_are_ill_made():
    lines = [SAND, LOAM, CLAY, SAND.removesuffix("."), f"Results: {LOAM}", *[CLAY] * 5]
    assert told("\n".join(lines)) == [(None, line) for line in lines]


def test_a_line_that_only_counts_papers_is_no_title():
    assert told(f"Paper 1\n{SAND}\n\n--- Paper 2 ---\n\n{LOAM}\n\nPaper 3\n\n{CLAY}") == PLAIN


@pytest.mark.parametrize(
    "form",
    ["{0}\n{1}\n\n", "{0}\nAda Korn, Bo Stein\n{2}\n\n", "{3}. {0}\n{1}\n\n", "{3}. {0}\nAda Korn, Bo Stein\n{2}\n\n"],
)
def test_a_title_may_stand_right_above_its_abstract_throughout_the_list(form: str):
    rows = [(title, text, textwrap.fill(text, 79), n) for n, (title, text) in enumerate(TITLED, 1)]
    found = [(title, " ".join(text.split())) for title, text in told("".join(form.format(*row) for row in rows))]
    assert found == TITLED


def test_the_first_line_of_a_wrapped_abstract_is_no_title():
    wrapped = [(None, textwrap.fill(text, 79)) for _, text in TITLED]
    assert told("\n\n".join(text for _, text in wrapped)) == wrapped
    assert told(f"On Sand\n{SAND}\n\n{LOAM}\n\n{CLAY}")[0] == (None, f"On Sand\n{SAND}")


def test_the_parts_of_one_abstract_on_lines_of_their_own_stay_together():
    text = f"Background\n{SAND}\nMethods\n{LOAM}"
    assert told(text) == [(None, text)]


def test_a_block_of_many_short_lines_is_looked_at_once():
    for line in ("Paper 1", "Abstract", "On Sand", "Ada Korn, Bo Stein"):
        assert papers(f"{line}\n" * 50_000 + SAND)


@given(
    st.lists(
        st.sampled_from(["On Sand", "# On Loam", "---", "", SAND, "Abstract", "Keywords: sand", "1. A"]), max_size=14
    )
)
def test_no_whole_abstract_is_lost_whatever_stands_around_it(lines: list[str]):
    kept = " ".join(f"{title} {abstract}" for title, abstract in told("\n".join([*lines, SAND])))
    assert kept.count(SAND) == lines.count(SAND) + 1
