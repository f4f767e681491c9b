import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.plain import plain
from pipeline.text import Span

SIGNS = st.sampled_from([
    *"ab1 $*_{}`~-–'\"\\\n", "  ", r"\textbf{", r"\times", r"\%", r"\\", r"\,", "ﬁ", "e\u0301", "\u0301", "½", "é",
    "🙂", "\xad", "\u200b", "“", "''", "``", "--", "提", "ｘ", "\u2028", "\u202e", r"\textcolor{red}{",
])  # fmt: skip
PIECES = st.lists(SIGNS).map("".join)
TEXTS = st.one_of(st.text(), PIECES)


@given(TEXTS)
def test_each_plain_character_stands_for_a_part_of_the_text_and_the_parts_are_in_order(text: str):
    form = plain(text)
    assert len(form.text) == len(form.starts) == len(form.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(form.starts, form.ends, strict=True))
    assert form.starts == sorted(form.starts)
    assert form.ends == sorted(form.ends)


@given(st.text(alphabet="abcXYZ019 .,;:!?()/%<>=+", max_size=50).map(lambda text: " ".join(text.split())))
def test_a_text_that_is_plain_already_stays_as_it_is(text: str):
    form = plain(text)
    assert form.text == text
    assert form.starts == list(range(len(text)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"\textbf{3.67$\times$} faster", "3.67x faster"),
        ("3.67×", "3.67x"),
        (r"99.71\%", "99.71%"),
        (r"$25\\%$", "25%"),
        ("**P**rogressively **C**ompressed", "Progressively Compressed"),
        ("_Epsilon-Scheduling_ and *noise stability*", "Epsilon-Scheduling and noise stability"),
        ("ﬁnancial inﬂuence", "financial influence"),
        ("self\xadcon\u200bsumption", "selfconsumption"),
        ("state‑of‑the‑art — so", "state-of-the-art - so"),
        ("0.61--0.62", "0.61–0.62"),
        ("“junta-like” ‘so’ ``here''", '"junta-like" \'so\' "here"'),
        ("a\n b\u00a0 c~d", "a b c d"),
        ("cafe\u0301", "café"),
        ("ＧＰＴ－４", "GPT-4"),
        (r"\textcolor{blue}{These analyses}", "These analyses"),
        (r"$\geq 90\%$", ">= 90%"),
        ("snake_case", "snake_case"),
    ],
)
def test_two_ways_of_writing_the_same_words_have_one_plain_form(one: str, other: str):
    assert plain(one).text == plain(other).text


def test_a_part_of_the_plain_form_leads_back_to_what_was_read():
    text = r"by \textbf{3.67$\times$} on ﬁne 🙂 data"
    form = plain(text)
    at = form.text.index("3.67x on fine")
    span = form.span(at, at + len("3.67x on fine"))
    assert text[span.start : span.end] == r"3.67$\times$} on ﬁne"
    assert form.window(Span(0, 2)) == (0, 2)
    assert form.window(None) == (0, len(form.text))
