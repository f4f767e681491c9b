from __future__ import annotations

import pytest
from sheet_cards import best_on, faithful

from pipeline.card import Card
from pipeline.sheets.claims import claims_of
from pipeline.sheets.clashes import Clash, Meetings
from pipeline.sheets.entry import entry


def met(*cards: Card, most: int = 9, most_claims: int = 9) -> tuple[Clash, ...]:
    """Return the clashes of cards, each read twice as a sheet does."""
    meetings = Meetings()
    papers = {number: entry(number, each) for number, each in enumerate(cards, 1)}
    for paper in papers.values():
        meetings.add(tuple(claims_of(paper)))
    again = (claim for number in meetings.papers for claim in claims_of(papers[number]))
    found = meetings.clashes(again, most, most_claims)
    assert len(found) == min(most, len(meetings))
    return found


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [
        ("ImageNet", "ImageNet-1k and COCO", None),
        ("ImageNet", "the imagenet benchmark", None),
        ("GSM8K and MATH", "GSM-8K", "GSM8K"),
        ("SWE-bench", "SWE-Bench", "SWE-bench"),
        ("LLMs", "LLMs", None),
        ("several benchmarks", "several benchmarks", None),
    ],
)
def test_claims_of_the_best_meet_where_they_name_the_same_data(one: str, other: str, name: str | None):
    found = met(best_on("abs:1", one), best_on("abs:2", other))
    assert [clash.name for clash in found] == ([name] if name else [])


def test_claims_that_name_no_data_meet_by_their_papers_task():
    (clash,) = met(best_on("abs:1", None, "image captioning"), best_on("abs:2", "several sets", "Image Captioning"))
    assert (clash.name, clash.by_task) == ("image captioning", True)
    assert [claim.paper.number for claim in clash.claims] == [1, 2]


def test_a_paper_does_not_clash_with_itself():
    twice = best_on("abs:1", "ImageNet")
    twice = twice.model_copy(update={"claimed_gains": twice.claimed_gains * 2})
    assert met(twice) == ()


def test_only_claims_of_the_best_clash():
    assert met(faithful(), faithful()) == ()


def test_of_too_many_clashes_those_of_most_claims_are_told():
    cards = [best_on(f"abs:{at}", name) for at, name in enumerate(("GSM8K", "GSM8K", "COCO", "COCO", "COCO", "MS2"))]
    assert [(clash.name, clash.count) for clash in met(*cards)] == [("COCO", 3), ("GSM8K", 2)]
    assert [(clash.name, clash.count) for clash in met(*cards, most=1)] == [("COCO", 3)]


def test_of_too_many_claims_the_first_are_told_and_all_are_counted():
    (clash,) = met(*(best_on(f"abs:{at}", "COCO") for at in range(5)), most_claims=2)
    assert [claim.paper.number for claim in clash.claims] == [1, 2]
    assert clash.count == 5


def test_only_papers_that_claim_the_best_are_read_again():
    meetings = Meetings()
    for number, each in enumerate((faithful(), best_on("abs:1", "COCO"), faithful(), best_on("abs:2", "MS2")), 1):
        meetings.add(tuple(claims_of(entry(number, each))))
    assert list(meetings.papers) == [2, 4]
