"""How a sheet names pairs of papers that are nearly the same."""

from __future__ import annotations

import re

from sheet_cards import chinese, every_card, failures, faithful, near, rendered, unfaithful

from pipeline.sheets.alike import Headed, Named, pairs
from pipeline.sheets.entry import entry
from pipeline.sheets.wording import LANGUAGES, wording

CARDS = (chinese(), unfaithful(), faithful())
KNOWN = {told.paper.id: Headed(at, entry(at, told).heading) for at, told in enumerate(CARDS, start=1)}


def test_a_pair_names_both_papers_by_number_heading_id_and_place():
    first, _ = pairs(KNOWN, near())
    assert first.papers == (
        Named(2, unfaithful().paper.title or "", unfaithful().paper.id, "export.jsonl:1"),
        Named(3, "PARD", faithful().paper.id, entry(3, faithful()).sources[0]),
    )


def test_a_share_is_never_rounded_up():
    assert [pair.share for pair in pairs(KNOWN, near())] == [99, 80]


def test_a_paper_without_a_card_is_named_by_its_id_and_place():
    _, second = pairs(KNOWN, near())
    assert second.papers[1] == Named(None, "", failures()[0].paper.id, "first list.txt:4")


def of(first: int) -> dict[str, Headed]:
    return dict(list(KNOWN.items())[:first])


def test_a_sheet_of_picks_tells_the_pairs_of_its_papers_alone():
    assert [pair.share for pair in pairs(of(2), near())] == [99]
    assert pairs(of(1), near()) == ()


def test_each_language_tells_the_pairs():
    for language in LANGUAGES:
        words = wording(language)
        for suffix in (".html", ".md"):
            text = rendered(suffix, every_card(), language).decode()
            assert words["near"] in text
            assert words["near_share"].format(share=99) in text


def test_the_links_of_a_pair_lead_to_the_cards():
    html, markdown = (rendered(suffix, every_card()).decode() for suffix in (".html", ".md"))
    section = html.partition('<h2 id="near">')[2]
    assert re.findall(r'href="#(p\d+)"', section)[:3] == ["p1", "p2", "p2"]
    assert 'id="p1"' in html
    assert "](#2-pard)" in markdown
    assert "\n### 2. PARD\n" in markdown
