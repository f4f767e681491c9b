from __future__ import annotations

import pytest
from sheet_cards import card, chinese, evidence, faithful, gain, unfaithful, value

from pipeline.card import Card, TaskArea
from pipeline.extraction import GainKind
from pipeline.paper import Paper
from pipeline.sheets.claims import claims, clashes, largest
from pipeline.sheets.entry import entry


def best(identity: str, setting: str | None, task: str = "") -> Card:
    """Return a card whose one gain claims the state of the art in `setting`."""
    text = "We achieve state-of-the-art results."
    words = evidence(text, text)
    claimed = gain(text, *words, kind=GainKind.STATE_OF_THE_ART, setting=setting)
    return card(
        Paper(id=identity, abstract=text), claimed_gains=(claimed,), task_area=TaskArea(area="vision", task=task)
    )


def told(*cards: Card):
    return claims(entry(number, each) for number, each in enumerate(cards, 1))


def test_multiples_come_first_then_per_cent_and_points_and_what_has_no_figure_last():
    listed = told(unfaithful(), faithful(), chinese())
    assert [(claim.paper.number, claim.amount, claim.unit) for claim in listed] == [
        (2, 3.67, "x"),
        (2, 65, "%"),
        (3, 3.5, "pp"),
        (1, 42, "points"),
        (3, None, None),
    ]


def test_the_largest_of_a_unit_are_one_a_paper():
    text = "It is 2x and 5x faster, and 3x smaller."
    several = card(
        Paper(id="abs:1", abstract=text),
        claimed_gains=tuple(
            gain(text, *evidence(text, text), values=(value(text, figure, amount, "x"),))
            for figure, amount in (("2x", 2), ("5x", 5), ("3x", 3))
        ),
    )
    listed = told(faithful(), several)
    assert [claim.amount for claim in listed] == [5, 3.67, 3, 2, 65]
    assert [claim.amount for claim in largest(listed, "x", 4)] == [5, 3.67]
    assert [claim.amount for claim in largest(listed, "x", 1)] == [5]


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
    found = clashes(told(best("abs:1", one), best("abs:2", other)))
    assert [clash.name for clash in found] == ([name] if name else [])


def test_claims_that_name_no_data_meet_by_their_papers_task():
    (clash,) = clashes(told(best("abs:1", None, "image captioning"), best("abs:2", "several sets", "Image Captioning")))
    assert (clash.name, clash.by_task) == ("image captioning", True)
    assert [claim.paper.number for claim in clash.claims] == [1, 2]


def test_a_paper_does_not_clash_with_itself():
    twice = best("abs:1", "ImageNet")
    twice = twice.model_copy(update={"claimed_gains": twice.claimed_gains * 2})
    assert clashes(told(twice)) == ()


def test_only_claims_of_the_best_clash():
    assert clashes(told(faithful(), faithful())) == ()
