"""A card computed again: one that was not touched is clean, one that was is found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from grounded import card_of, gain, rows, told
from hypothesis import given
from hypothesis import strategies as st

from pipeline.card import Card
from pipeline.cli.verify import verify as command
from pipeline.ground import seal
from pipeline.paper import Paper, abstract_id
from pipeline.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = [*rows("faithful.jsonl"), *rows("adversarial.jsonl")]
CARDS = [card_of(row) for row in ROWS]
SHIFTABLE = [card for card in CARDS if card.claimed_gains]


def edited(card: Card, change: Callable[[dict[str, Any]], object], *, resealed: bool = True) -> Card:
    """Return the card after `change` to its JSON, as one who knows of the seal would leave it."""
    data = json.loads(card.model_dump_json())
    change(data)
    touched = Card.model_validate_json(json.dumps(data))
    review = touched.review.model_copy(update={"seal": seal(touched)}) if resealed else touched.review
    return touched.model_copy(update={"review": review})


def places(card: Card) -> set[str]:
    return {item.where for item in verify(card)}


@pytest.mark.parametrize("card", CARDS, ids=[row["id"] for row in ROWS])
def test_a_card_that_was_not_touched_is_clean_after_writing_and_reading(card: Card):
    assert verify(Card.model_validate_json(card.model_dump_json())) == ()


PIECES = st.sampled_from(
    [
        "We cut cost by 5%. ",
        "It is 3× faster. ",
        "结果提升了3.5个百分点。",
        "🙂 é ",
        "GPT-4 ",
        "up to 12%\n",
        "\u200b",
        ".",
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=8).map("".join)


@given(abstract=TEXTS, text=st.text(max_size=40), number=st.lists(st.integers(-2, 9), max_size=4), value=TEXTS)
def test_whatever_is_told_of_any_abstract_is_clean(abstract: str, text: str, number: list[int], value: str):
    statement = {"text": text, "sentences": number}
    first = gain(text, tuple(number), (value,), metric=text, baseline=value, setting=text)
    card = told(abstract, first, problem=statement, method=statement, system=[text, value])
    assert verify(card) == ()


@given(card=st.sampled_from(SHIFTABLE), data=st.data())
def test_a_changed_digit_of_a_value_is_found(card: Card, data: st.DataObject):
    valued = [
        (i, j)
        for i, told_gain in enumerate(card.claimed_gains)
        for j, value in enumerate(told_gain.values)
        if value.amount is not None and value.start is not None
    ]
    if not valued:
        return
    i, j = data.draw(st.sampled_from(valued))
    changed = edited(card, lambda told: told["claimed_gains"][i]["values"][j].update(amount=987654.5))
    assert f"claimed_gains[{i}].values[{j}].amount" in places(changed)
    reworded = edited(card, lambda told: told["claimed_gains"][i]["values"][j].update(text="987654.5%"))
    assert f"claimed_gains[{i}].values[{j}].verdict" in places(reworded)


@given(card=st.sampled_from(SHIFTABLE), by=st.sampled_from([-3, -1, 1, 2]), end=st.sampled_from(["start", "end"]))
def test_a_shifted_span_is_found(card: Card, by: int, end: str):
    def shift(told: dict[str, Any]) -> None:
        span = told["claimed_gains"][0]["evidence"][0]
        span[end] = (span[end] or 0) + by

    if card.claimed_gains[0].evidence[0].start is not None:
        assert any(where.startswith("claimed_gains[0].evidence[0]") for where in places(edited(card, shift)))


@given(card=st.sampled_from(SHIFTABLE))
def test_evidence_that_was_swapped_is_found_by_the_seal_always(card: Card):
    def swap(told: dict[str, Any]) -> None:
        first, problem = told["claimed_gains"][0], told["problem"]
        first["evidence"], problem["evidence"] = problem["evidence"], first["evidence"]

    if card.claimed_gains[0].evidence != card.problem.evidence:
        assert "review.seal" in places(edited(card, swap, resealed=False))


def test_evidence_that_was_swapped_is_found_without_the_seal_by_what_it_carries():
    card = told(
        "Sensors freeze in winter. Brook cuts losses by 5%. Its draw is low.",
        gain("Brook cuts losses by 5%.", (2,), ("5%",)),
        problem={"text": "Sensors freeze in winter.", "sentences": [1]},
    )

    def swap(data: dict[str, Any]) -> None:
        first, problem = data["claimed_gains"][0], data["problem"]
        first["evidence"], problem["evidence"] = problem["evidence"], first["evidence"]

    assert {"problem.support", "claimed_gains[0].support", "review.grounded"} <= places(edited(card, swap))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data["review"].update(grounded=False), "review.grounded"),
        (lambda data: data["review"].update(flags=["best-case-only"]), "review.flags"),
        (lambda data: data["claimed_gains"][0].update(hedges=["up to"]), "claimed_gains[0].hedges"),
        (lambda data: data["claimed_gains"][0].update(not_stated=[]), "claimed_gains[0].not_stated"),
        (lambda data: data.update(links=[{"url": "u", "kind": "code", "start": 0, "end": 1}]), "links"),
    ],
)
def test_what_code_computes_is_computed_again(change: Callable[[dict[str, Any]], object], where: str):
    card = told("Brook cuts losses by 5%.", gain("Brook cuts losses by 5%.", (1,), ("5%",)))
    assert places(edited(card, change)) == {where}


def test_words_that_were_edited_and_still_stand_in_the_abstract_break_the_seal_alone():
    card = told("Brook cuts losses by 5%.", gain("Brook cuts losses by 5%.", (1,), ("5%",)))
    softened = edited(card, lambda data: data["claimed_gains"][0].update(metric="losses"), resealed=False)
    assert "review.seal" in places(softened)


def test_an_abstract_that_is_not_the_one_of_its_id_is_found():
    card = told("Brook cuts losses by 5%.")
    paper = Paper(id=abstract_id("Brook cuts losses by 5%."), abstract="Brook cuts losses by 7%.")
    assert "paper.id" in places(card.model_copy(update={"paper": paper}))


def test_a_flag_of_the_asking_is_not_the_abstracts_to_tell():
    card = told("Brook cuts losses by 5%.", gain("Brook cuts losses by 5%.", (1,), ("5%",)))
    review = card.review.model_copy(update={"flags": (*card.review.flags, "prompt-cut")})
    assert verify(card.model_copy(update={"review": review})) == ()


def test_the_command_says_which_card_is_wrong_and_leaves_with_3(tmp_path, capsys):
    good, bad = CARDS[0], edited(CARDS[1], lambda data: data["review"].update(grounded=False), resealed=False)
    path = tmp_path / "cards.jsonl"
    path.write_text(f"{good.model_dump_json()}\n{bad.model_dump_json()}\n", "utf-8")
    assert command(path) == 3
    told_lines = capsys.readouterr()
    assert told_lines.out == "2. key:a: review.grounded: False, where True is right\n"
    assert told_lines.err == "2 cards, 1 of them not as their abstracts make them.\n"
    path.write_text(f"{good.model_dump_json()}\n", "utf-8")
    assert command(path) == 0
