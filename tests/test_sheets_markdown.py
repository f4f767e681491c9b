from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from sheet_cards import ATTACKS, every_card, hostile, readable_cards, rendered

from pipeline.card import Card
from pipeline.sheets.markdown import escaped
from pipeline.sheets.readable import readable

GOLDEN = Path(__file__).parent / "golden" / "sheet.md"
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def markdown(cards: tuple[Card, ...]):
    return rendered(".md", cards).decode()


def tokens(text: str):
    for token in MARKDOWN.parse(text):
        yield token
        yield from token.children or ()


def test_the_sheet_is_the_golden_one():
    assert markdown(readable_cards()) == GOLDEN.read_text("utf-8")


def test_no_data_becomes_an_image_a_fence_or_html():
    met = [
        token
        for token in tokens(markdown(every_card()))
        if token.type in {"image", "fence", "code_inline", "html_block", "html_inline"}
    ]
    assert {token.content for token in met} <= {"<br>", "<!-- -->"}


def test_only_web_addresses_and_the_papers_of_pairs_become_links():
    links = [token.attrs["href"] for token in tokens(markdown(every_card())) if token.type == "link_open"]
    assert sorted(links) == [
        "#1-rift-a-study",
        "#2-pard",
        "#2-pard",
        "https://arxiv.org/abs/2601.00001",
        "https://github.com/example/pard",
        "https://good.example/%22%3E%3Cscript%3Ealert%281%29%3C/script%3E",
        "https://good.example/%3E%29%5Bx%5D%28javascript:alert%281%29%29",
    ]


def test_every_row_of_a_table_has_the_columns_of_its_head():
    html = MARKDOWN.render(markdown(every_card()))
    for table in re.findall(r"<table>.*?</table>", html, re.DOTALL):
        widths = {len(re.findall(r"<t[hd]", row)) for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)}
        assert len(widths) == 1


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_reads_as_it_is_written(attack: str):
    read = readable(attack)
    assert "".join(token.content for token in tokens(escaped(read)) if token.type == "text") == read


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_in_a_cell_is_that_text(text: str):
    read = readable(text)
    parsed = list(tokens(f"| a |\n| --- |\n| x{escaped(read)}x |"))
    assert "".join(token.content for token in parsed if token.type == "text") == f"ax{read}x"


def test_addresses_and_mentions_in_data_are_broken_for_github():
    text = escaped("https://a.example www.a.example WWW.a.example me@a.example")
    assert text == "https\\://a.example www\\.a.example WWW\\.a.example me<!-- -->@a.example"


def test_a_paper_without_gains_says_so_and_what_is_missing_stands_there():
    text = markdown(readable_cards())
    section = text[text.index("### 4.") : text.index("## applications")]
    assert "No claimed gain." in section
    assert section.count("*not stated*") == 3
    assert "**Not stated:** size of the gain, code" in section


def test_what_is_not_in_the_abstract_is_marked_in_words():
    text = markdown(readable_cards())
    assert "**42 points** (⚠ not in the abstract)" in text
    assert "Training costs too much. (⚠ not in the abstract)" in text
    assert "“DRIFT”: this name is not in the abstract" in text


def test_hidden_characters_of_data_reach_no_sheet():
    assert not set("\u202e\u2066\u200b\ufeff\x00\x1b\U000e0041") & set(markdown((hostile(),)))
