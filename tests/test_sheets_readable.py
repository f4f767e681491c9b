from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sheets.readable import SHOWN, one_line, readable, visible


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("\\textbf{3.67$\\times$}", "3.67×"),
        ("\\textbf{\\textit{3}$\\times$} faster", "3× faster"),
        ("$65\\%$ and 12% of x", "65% and 12% of x"),
        ("$65\\\\%$", "65%"),
        ("35$\\%$", "35%"),
        ("5--10$\\times$", "5–10×"),
        ("$O(n^2 \\log(n))$", "O(n² log(n))"),
        ("$\\widetilde{O}(\\sqrt{T})$", "Õ(√T)"),
        ("$p = 1.33 \\times 10^{-11}$", "p = 1.33 × 10⁻¹¹"),
        ("$\\mathbf{v}_1 \\in \\mathbb{R}^d$", "v_1 ∈ ℝ^d"),
        ("$\\frac{a+b}{2}$", "(a+b)/2"),
        ("$\\sim$3x, $\\approx 4$", "~3x, ≈ 4"),
        ("$\\\\mathrm{SE}(3)$", "SE(3)"),
        ("{\\em missing}", "missing"),
        ("\\begin{abstract} We \\end{abstract}", "We"),
        ("\\citep[RADLADS;][]{goldstein2025} shows", "[goldstein2025] shows"),
        ("\\textcolor{blue}{These}", "These"),
        ("\\href{https://a.example/x_y}{here}", "here (https://a.example/x_y)"),
        ("Erd\\H{o}s, na\\\"ive, caf\\'e", "Erdős, naïve, café"),
        ("Fig.~1 is ~7\\% off", "Fig. 1 is ~7% off"),
        ("**P**rogressively _Epsilon-Scheduling_ *x*", "Progressively Epsilon-Scheduling x"),
        ("``so'' `code`", "“so” code"),
    ],
)
def test_marks_are_resolved_to_what_they_print(written: str, read: str):
    assert readable(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 and $6 a run",
        "from $1-2 to $3 per task",
        "snake_case_name and 2 * 3 * 4",
        "\\modelname is unknown",
        "\\input{/etc/passwd}",
        "an open { brace \\textbf{x",
        "50% off # 3 & more",
        "",
    ],
)
def test_what_is_not_understood_stays_as_written(text: str):
    assert readable(text) == text


@pytest.mark.parametrize(
    "char", ["\u202e", "\u2066", "\u200b", "\ufeff", "\x00", "\x1b", "\x7f", "\u061c", "\U000e0041", "\u3164"]
)
def test_a_hidden_character_shows_where_it_stands(char: str):
    assert visible(f"ab{char}cd") == f"ab{SHOWN}cd"


@pytest.mark.parametrize(
    "text", ["👩\u200d💻", "می\u200cخواهم", "naïve — “x” × ½", "速度提升三倍", "co\u00adop", "e\u0301"]
)
def test_writing_that_needs_its_marks_keeps_them(text: str):
    assert visible(text) == text


def test_a_joiner_between_ascii_letters_is_shown():
    assert visible("ig\u200dnore") == f"ig{SHOWN}nore"


@given(st.text())
def test_showing_what_is_hidden_moves_no_offset(text: str):
    assert len(visible(text)) == len(text)


@given(st.text(alphabet=st.sampled_from("\\{}$^_*`~ %abtextbffrac12\u202e\n")))
def test_any_text_reads_as_one_line_without_hidden_characters(text: str):
    read = readable(text)
    assert read == " ".join(read.split())
    assert visible(read) == read


@given(st.text(alphabet=st.characters(categories=["L", "N"])))
def test_plain_words_read_as_they_are(text: str):
    assert readable(text) == one_line(text)


@pytest.mark.parametrize("opening", ["\\a{", "{", "$a ", "**", "*a ", "_a ", "\\textbf{", "^{", "`", "\\{", "\\frac{"])
def test_an_unclosed_mark_without_end_is_read_at_all(opening: str):
    assert readable(opening * 3000)
