from __future__ import annotations

import pytest
from sheet_cards import BEST, bare, card, faithful, formulas, hostile, unfaithful

from pipeline.paper import Paper
from pipeline.sheets.address import web_address
from pipeline.sheets.entry import Standing, entry


def test_the_heading_is_the_title_else_the_systems_else_how_the_abstract_opens():
    assert [entry(1, card).heading for card in (unfaithful(), faithful(), bare())] == [
        "RIFT: A Study",
        "PARD",
        "An essay.",
    ]


@pytest.mark.parametrize(
    ("abstract", "heading"),
    [
        ("One two. " * 20, "One two. One two. One two. One two. One two. One two. One …"),
        ("现有方法速度较慢" * 20, "现有方法速度较慢" * 3 + "现有方法速度 …"),
        ("\\textbf{Short} one", "Short one"),
        ("", "abs:1"),
    ],
)
def test_a_long_opening_is_cut_where_a_word_ends(abstract: str, heading: str):
    assert entry(1, card(Paper(id="abs:1", abstract=abstract))).heading == heading


def test_each_part_tells_how_it_stands_to_the_abstract():
    told = entry(1, unfaithful())
    (line,) = told.gains
    assert told.problem.standing is Standing.ABSENT
    assert told.method.standing is Standing.FOUND
    assert line.claim.standing is Standing.CLOSE
    assert [figure.part.standing for figure in line.figures] == [Standing.ABSENT, Standing.FOUND]
    assert line.baseline.standing is Standing.ABSENT
    assert line.setting.standing is Standing.FOUND
    assert entry(1, bare()).problem.standing is Standing.NOT_STATED


def test_the_words_of_a_part_are_the_abstract_s_own():
    told = entry(1, faithful())
    assert told.words(told.gains[0].figures[0].part) == ("3.67$\\times$",)
    assert told.words(told.method) == ("PARD, a parallel draft model",)


def test_a_span_that_leaves_the_abstract_carries_nothing():
    told = entry(1, hostile())
    assert told.problem.spans == ()
    assert told.problem.standing is Standing.ABSENT
    assert told.gains[0].claim.standing is Standing.DOUBTED


def test_a_gap_names_the_gains_that_have_it():
    gaps = {gap.code: gap.gains for gap in entry(1, faithful()).gaps}
    assert gaps == {"baseline": (2,), "dataset": (2,), "variance": (1, 2)}
    assert {gap.code: gap.gains for gap in entry(1, unfaithful()).gaps} == {"code": ()}


def test_a_flag_tells_its_message_its_gains_and_its_words():
    (warned,) = entry(1, faithful()).warned
    assert (warned.code, warned.message, warned.gains) == ("best-case-only", BEST, (1,))
    (span,) = warned.spans
    assert faithful().paper.abstract[span.start : span.end] == "up to \\textbf{3.67$\\times$}"


def test_a_flag_without_a_finding_is_told_and_equal_findings_are_told_once():
    assert [(warned.code, warned.message, warned.spans) for warned in entry(1, bare()).warned] == [
        ("no-claimed-gain", "", ())
    ]
    twice = faithful()
    findings = tuple(
        found.model_copy(update={"where": f"claimed_gains[{at}]"}) for at, found in enumerate(twice.review.findings * 2)
    )
    twice = twice.model_copy(update={"review": twice.review.model_copy(update={"findings": findings})})
    assert [warned.gains for warned in entry(1, twice).warned] == [(1, 2)]


def test_every_source_is_named():
    assert entry(1, faithful()).sources == ("first list.txt:3", "second_list.txt:11")
    assert entry(1, formulas()).sources == ("=1.txt:1",)


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://github.com/a/b?x=1&y=2#z", "https://github.com/a/b?x=1&y=2#z"),
        ("HTTP://Example.org", "http://Example.org"),
        ("https://a.example/über", "https://a.example/%C3%BCber"),
        ('https://a.example/"><b>', "https://a.example/%22%3E%3Cb%3E"),
        ("https://a.example/x)[y](z", "https://a.example/x%29%5By%5D%28z"),
    ],
)
def test_a_web_address_becomes_a_link_in_a_spelling_that_ends_nothing(url: str, link: str):
    assert web_address(url) == link


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " https://a.example",
        "data:text/html,x",
        "https://user@evil.example/",
        "https://gооd.example/",
        "https://a.example\n/x",
        "https://",
        "//a.example/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_any_other_address_stays_text(url: str):
    assert web_address(url) is None
