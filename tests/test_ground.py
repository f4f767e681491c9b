"""From what was told to a card: spans, verdicts, amounts."""

from __future__ import annotations

from grounded import gain, told
from hypothesis import given
from hypothesis import strategies as st

from pipeline.card import Verdict
from pipeline.ground import seal
from pipeline.text import sentences

PIECES = r"We|cut|cost|by|5%|3×|from 4 to 2|up to|🙂|é|מים|约三倍|**PARD**|\textbf{7\%}|.|. |$x$|1.5"
WORDS = st.lists(st.sampled_from([*PIECES.split("|"), "\n\n", "\u00a0"]), max_size=25).map(" ".join)


@given(abstract=WORDS | st.text(max_size=120), claim=WORDS, numbers=st.lists(st.integers(-1, 5), max_size=3))
def test_spans_slice_the_abstract_to_sentences_and_figures_whatever_is_told(abstract, claim, numbers):
    card = told(
        abstract, gain(claim, tuple(numbers), (claim, "5%", "3x")), problem={"text": claim, "sentences": numbers}
    )
    spans = {(span.start, span.end) for span in sentences(abstract)}
    for item in (*card.problem.evidence, *card.claimed_gains[0].evidence):
        assert ((item.start, item.end) in spans) is (item.verdict is Verdict.EXACT)
    for value in (*card.claimed_gains[0].values, *card.review.unclaimed_values):
        if value.start is None:
            assert (value.end, value.verdict) == (None, Verdict.ABSENT)
        else:
            assert 0 <= value.start < value.end <= len(abstract)
    for found in card.review.findings:
        assert (found.start is None) is (found.end is None)


def test_a_value_is_sought_in_the_evidence_before_elsewhere():
    card = told("Costs fall by 5%. Time falls by 5%.", gain("Time falls by 5%.", (2,), ("5%",)))
    (value,) = card.claimed_gains[0].values
    assert value.start == 32


def test_equal_values_of_two_gains_each_take_their_own_place():
    first, second = gain("It is 3x faster.", values=("3x",)), gain("It is 3x smaller.", values=("3x",))
    card = told("It is 3x faster and 3x smaller.", first, second)
    assert [item.values[0].start for item in card.claimed_gains] == [6, 20]


def test_a_value_claimed_twice_stays_in_its_sentence_though_it_stands_elsewhere_too():
    both = (gain("Costs fall by 5%.", values=("5%",)), gain("Costs fall by 5% in all.", values=("5%",)))
    card = told("Costs fall by 5%. Time falls by 5%.", *both)
    assert [item.values[0].start for item in card.claimed_gains] == [14, 14]


def test_a_value_has_the_amount_and_unit_of_the_abstract_and_what_is_missing_of_itself():
    card = told(r"It is \textbf{3.67$\times$} faster.", gain("Faster.", values=("3.67", "8%", "many")))
    found = [(value.verdict, value.amount, value.unit) for value in card.claimed_gains[0].values]
    assert found == [(Verdict.FUZZY, 3.67, "x"), (Verdict.ABSENT, 8, "%"), (Verdict.ABSENT, None, None)]


def test_hedges_are_those_before_the_figures_and_of_the_claims_own_words():
    card = told("It saves up to 15%.", gain("It may save 15%.", values=("15%",)))
    assert card.claimed_gains[0].hedges == ("up to", "may")


def test_names_are_told_once_and_blanks_are_single():
    card = told("PARD is a model.", gain("PARD\n is  fast."), system=["PARD", " PARD ", ""])
    assert card.system == ("PARD",)
    assert card.claimed_gains[0].text == "PARD is fast."


def test_equal_input_gives_an_equal_card_and_an_equal_seal():
    first, second = (told("It saves 5%.", gain("It saves 5%.", values=("5%",))) for _ in range(2))
    assert first == second
    assert first.review.seal == seal(second)
    assert first.model_dump_json() == second.model_dump_json()
