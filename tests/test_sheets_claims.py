from __future__ import annotations

from sheet_cards import card, chinese, evidence, faithful, gain, unfaithful, value

from pipeline.card import Card
from pipeline.paper import Paper
from pipeline.sheets.claims import claims, largest
from pipeline.sheets.entry import entry


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
