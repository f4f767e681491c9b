import pytest
from grounded import gain, told
from hypothesis import given
from hypothesis import strategies as st

from pipeline.review.direction import nearest, turns


def blamed(abstract: str, claim: str) -> bool:
    card = told(abstract, gain(claim, kind="qualitative"))
    return any("it tells" in item.reason for item in card.review.unsupported)


@pytest.mark.parametrize(
    ("abstract", "claim"),
    [
        ("PARD reduces cost by 5%.", "PARD increases cost by 5%."),
        ("PARD reduces cost by 5%.", "Cost goes up and grows by 5%."),
        ("It reduces cost by 5x while improving accuracy by 2.5%.", "It reduces accuracy by 2.5%."),
        ("It reduces cost by 5x while improving accuracy by 2.5%.", "Cost rises by 5x."),
        ("PARD is 4x faster than AR.", "PARD is 4x slower than AR."),
        ("PARD outperforms a linear baseline.", "PARD is worse than a linear baseline."),
        ("Success is 3 points lower than that of suction.", "It is 3 points better than suction in success."),
        ("Filters do not degrade task success.", "Filters degrade task success."),
        ("Filters improve task success.", "Filters do not improve task success."),
        ("Its accuracy is comparable to that of B.", "It outperforms B in accuracy."),
        ("It cuts complexity, with higher accuracy.", "Complexity is increased, with higher accuracy."),
        ("查询延迟降低了42%。", "查询延迟提高42%。"),
    ],
)
def test_what_goes_the_other_way_is_found(abstract, claim):
    assert blamed(abstract, claim)


@pytest.mark.parametrize(
    ("abstract", "claim"),
    [
        ("PARD reduces cost by 5%.", "Cost falls by 5% with PARD."),
        ("It reduces cost by 5x while improving accuracy by 2.5%.", "Accuracy rises by 2.5% and cost drops by 5x."),
        ("It improves latency by 20%.", "Latency is reduced by 20%."),
        ("It improves the error by 20%.", "It lowers the error by 20%."),
        ("PARD improves accuracy without degrading speed.", "Accuracy improves and speed does not degrade."),
        ("It achieves comparable or superior results.", "It is superior to others."),
        ("Combining it with worse-performing models improves it.", "Worse-performing models improve it."),
        ("It has 36% fewer errors and 2.1% higher recall.", "Recall grows by 2.1%, errors shrink by 36%."),
        ("We study billiards.", "Our proof is better."),
        ("查询延迟降低了42%。", "查询延迟减少42%。"),
    ],
)
def test_what_goes_the_same_way_in_other_words_is_left_alone(abstract, claim):
    assert not blamed(abstract, claim)


def test_the_turn_of_a_figure_is_that_of_its_own_clause():
    text = "it reduces cost by 5x, and improving accuracy by 2.5% is easy"
    at = text.index("2.5%")
    met = nearest(turns(text), text, at, at + 4)
    assert met is not None
    assert met.word == "improving"
    assert nearest((), text, 0, 1) is None


WORDS = st.sampled_from(["not", "higher", "lower", "-", "更", "降低", ",", "improves", "and"])


@given(st.text(max_size=80) | st.lists(WORDS).map(" ".join))
def test_turns_stand_in_order_at_their_own_words(text):
    found = turns(text)
    assert [turn.start for turn in found] == sorted(turn.start for turn in found)
    assert all(turn.word == turn.text[turn.start : turn.end] for turn in found)
    assert all(isinstance(turn.denied, bool) and isinstance(turn.near, frozenset) for turn in found)
