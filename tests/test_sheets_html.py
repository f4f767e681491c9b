from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from html.parser import HTMLParser
from importlib.resources import files

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheet_cards import ATTACKS, bare, card, every_card, faithful, hostile, readable_cards, rendered, unfaithful

from pipeline.card import Card, Evidence, Statement, Verdict
from pipeline.paper import Paper
from pipeline.sheets.entry import entry
from pipeline.sheets.html.passages import passages
from pipeline.sheets.readable import readable, visible
from pipeline.sheets.wording import LANGUAGES, wording

WORDS = wording("en")
VOID = {"meta", "input", "rect"}


class Page(HTMLParser):
    """What a browser would make of a page: its elements, their attributes, and where text stands."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        super().__init__(convert_charrefs=True)
        self.source = rendered(".html", cards).decode()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def text(self) -> str:
        return " ".join("".join(data for tag, data in self.texts if tag not in {"style", "script"}).split())


def attribute(page: Page, name: str) -> list[str]:
    return [attrs[name] or "" for _, attrs in page.elements if name in attrs]


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(every_card())


def test_every_element_that_opens_closes_in_order(page: Page):
    assert page.open == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_parser_that_forgives_nothing_reads_the_page(language: str):
    strict = html5lib.HTMLParser(strict=True)
    strict.parse(rendered(".html", every_card(), language), transport_encoding="utf-8")
    assert strict.errors == []


def test_the_policy_allows_the_page_s_own_script_and_style_and_nothing_else(page: Page):
    (policy,) = [attrs["content"] for _, attrs in page.elements if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (content,) = [data for at, data in page.texts if at == tag]
        (promised,) = re.findall(rf"{tag}-src 'sha256-([^']+)'", policy)
        assert hashlib.sha256(content.encode()).digest() == b64decode(promised)


def test_nothing_is_requested_and_no_attribute_acts(page: Page):
    for tag, attrs in page.elements:
        assert tag not in {"img", "iframe", "link", "object", "embed", "base", "form", "use", "image"}
        assert not [
            name
            for name in attrs
            if name.startswith("on") or name in {"src", "srcset", "style", "action", "background"}
        ]
    assert "@import" not in page.source
    assert "url(" not in page.source


def test_only_web_addresses_and_places_of_the_page_are_links(page: Page):
    addresses = {address for address in attribute(page, "href") if not address.startswith("#")}
    assert addresses == {
        "https://arxiv.org/abs/2601.00001",
        "https://github.com/example/pard",
        "https://good.example/%22%3E%3Cscript%3Ealert%281%29%3C/script%3E",
        "https://good.example/%3E%29%5Bx%5D%28javascript:alert%281%29%29",
    }


def test_every_place_that_is_linked_stands_once_on_the_page(page: Page):
    places = attribute(page, "id")
    assert len(set(places)) == len(places)
    assert {address[1:] for address in attribute(page, "href") if address.startswith("#")} <= set(places)


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_read_as_it_is_written(attack: str, page: Page):
    assert readable(attack) in page.text()


def test_hidden_characters_of_data_reach_no_page(page: Page):
    assert not set("\u202e\u2066\u200b\ufeff\x00\x1b\U000e0041") & set(page.source)


def test_the_script_and_style_are_small():
    here = files("pipeline.sheets.html")
    assert sum(len(here.joinpath(name).read_bytes()) for name in ("sheet.css", "sheet.js")) < 60_000


def test_what_is_not_in_the_abstract_is_told_in_words():
    text = Page((unfaithful(),)).text()
    assert "42 points not in the abstract" in text
    assert "Training costs too much. not in the abstract" in text
    assert "“DRIFT”: this name is not in the abstract" in text


def test_a_paper_of_which_nothing_is_stated_says_so_at_each_place():
    text = Page((bare(),)).text()
    assert text.count("not stated") == 3
    assert "No claimed gain." in text
    assert "abs:00000000000000bb" in text


def test_every_source_and_every_failure_stands_on_the_page():
    text = Page((faithful(),)).text()
    assert "first list.txt:3" in text
    assert "second_list.txt:11" in text
    assert "the model refused: I cannot help with that" in text


def test_the_filters_know_each_card_by_its_attributes():
    page = Page(readable_cards())
    told = [attrs for tag, attrs in page.elements if tag == "article"]
    assert [attrs["data-n"] for attrs in told] == ["2", "3", "4", "1"]
    assert [attrs["data-multiplier"] for attrs in told] == ["3.67", "0", "0", "0"]
    assert [attrs["data-kind"] for attrs in told] == ["quantitative", "quantitative comparative", "", "quantitative"]
    assert [attrs["data-flags"] for attrs in told] == ["1", "1", "1", "4"]


def marked(card: Card) -> dict[str, str]:
    """Return the words that each key lights, as the page would."""
    lit: dict[str, str] = {}
    for passage in passages(entry(1, card), WORDS):
        for key in passage.keys:
            lit[key] = lit.get(key, "") + passage.text
    return lit


def test_the_lit_words_are_the_spans():
    assert marked(faithful()) == {
        "p": "Decoding is \\textbf{slow} because each step yields one token.",
        "m": "PARD, a parallel draft model",
        "g1": "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8B",
        "g1-1": "3.67$\\times$",
        "g2": "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8Bat $65\\%$ of the memory",
        "g2-1": "65\\%",
        "f1": "up to \\textbf{3.67$\\times$}",
    }


def test_each_statement_has_one_place_and_a_sign_where_its_words_end():
    cut = passages(entry(1, faithful()), WORDS)
    assert sorted(anchor for passage in cut for anchor in passage.anchors) == [
        "f1",
        "g1",
        "g1-1",
        "g2",
        "g2-1",
        "m",
        "p",
    ]
    assert [passage.labels for passage in cut if passage.labels] == [("P",), ("M",), ("1", "2"), ("2",)]


def test_a_page_holds_the_abstract_without_loss(page: Page):
    for each in every_card():
        shown = visible(each.paper.abstract)
        assert "".join(passage.text for passage in passages(entry(1, each), WORDS)) == shown
        assert " ".join(shown.split()) in page.text()


def test_a_span_outside_the_abstract_lights_nothing():
    assert "p" not in marked(hostile())


@given(st.text(min_size=1, max_size=60), st.lists(st.tuples(st.integers(-2, 62), st.integers(-2, 62)), max_size=6))
def test_any_spans_cut_any_abstract_without_loss(text: str, spans: list[tuple[int, int]]):
    evidence = tuple(Evidence(start=start, end=end, verdict=Verdict.EXACT) for start, end in spans)
    paper = card(Paper(id="abs:1", abstract=text), problem=Statement(text="said", evidence=evidence))
    cut = passages(entry(1, paper), WORDS)
    assert "".join(passage.text for passage in cut) == visible(text)
    covered = {at for start, end in spans if 0 <= start < end <= len(text) for at in range(start, end)}
    lit, at = set[int](), 0
    for passage in cut:
        if passage.keys:
            lit.update(range(at, at + len(passage.text)))
        at += len(passage.text)
    assert lit == covered
