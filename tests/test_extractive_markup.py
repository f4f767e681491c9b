"""Markup comes off, words stay, and the way back is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.engines.extractive.markup import demark

MARKED = st.text(alphabet=st.sampled_from("ab C1.%$\\{}*_`~<>/()é漢 \n"), max_size=60)


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("no markup at all", "no markup at all"),
        (r"\textbf{Name (Its Long Form)}, a", "Name (Its Long Form), a"),
        (r"up to \textbf{2.5$\times$} faster", "up to 2.5× faster"),
        (r"by 40\% and $35$\%", "by 40% and 35%"),
        ("**C**ross **N**et and _slow start_", "Cross Net and slow start"),
        (r"shown before \citep[see][]{doe2020} here", "shown before  here"),
        (r"in $O(n \log(n))$ time", r"in $O(n \log(n))$ time"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("<jats:p>Aim.</jats:p>", "Aim."),
    ],
)
def test_markup_comes_off_and_words_stay(marked, plain):
    assert demark(marked).text == plain


@given(MARKED)
def test_each_character_knows_where_it_came_from(marked):
    text, origin = demark(marked)
    assert len(text) == len(origin)
    assert all(0 <= place < len(marked) for place in origin)
    assert list(origin) == sorted(origin)


def test_a_span_leads_back_to_the_marked_text():
    marked = r"it is \textbf{2.5$\times$} faster"
    plain = demark(marked)
    start = plain.text.index("2.5")
    low, high = plain.raw_span(start, start + len("2.5×"))
    assert marked[low:high].startswith(r"2.5$\times")
