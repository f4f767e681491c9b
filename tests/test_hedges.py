import pytest

from pipeline.hedges import claim_hedges, figure_hedge


@pytest.mark.parametrize(
    ("text", "figure", "hedge"),
    [
        ("achieves up to 3x speedup", "3x", "up to"),
        (r"achieves up to \textbf{3.67$\times$} speedup", "3.67", "up to"),
        ("by approximately $35$\\%", "35", "approximately"),
        ("roughly a 2x gain", "2x", "roughly"),
        ("At Least **7%**", "7%", "at least"),
        ("accuracy of ~90%", "90%", "~"),
        ("improves by 3x", "3x", None),
        ("up to now it was 3x", "3x", None),
    ],
)
def test_the_hedge_right_before_a_figure_is_found(text, figure, hedge):
    assert figure_hedge(text, text.index(figure)) == hedge


def test_words_that_soften_a_claim_are_told_once_and_in_order():
    assert claim_hedges("It may be competitive, and may be on par") == ("may", "competitive", "on par")
    assert claim_hedges("It wins on scandals and Mayan maps") == ()
