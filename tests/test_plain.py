import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.plain import Plain, plain
from pipeline.text import Span

SIGNS = st.sampled_from([
    *"ab1 $*_{}`~-–'\"\\\n", "  ", r"\textbf{", r"\times", r"\%", r"\\", r"\,", "ﬁ", "e\u0301", "\u0301", "½", "é",
    "🙂", "\xad", "\u200b", "“", "''", "``", "--", "提", "ｘ", "\u2028", "\u202e", r"\textcolor{red}{",
])  # fmt: skip
PIECES = st.lists(SIGNS).map("".join)
TEXTS = st.one_of(st.text(), PIECES)


def origins(form: Plain) -> list[Span]:
    """Return what each character of a plain form stands for."""
    return [form.span(at, at + 1) for at in range(len(form.text))]


@given(TEXTS)
def test_each_plain_character_stands_for_a_part_of_the_text_and_the_parts_are_in_order(text: str):
    parts = origins(plain(text))
    assert all(0 <= part.start < part.end <= len(text) for part in parts)
    assert parts == sorted(parts)
    assert [part.end for part in parts] == sorted(part.end for part in parts)


@given(TEXTS, st.data())
def test_the_window_of_a_part_holds_the_characters_that_stand_for_what_begins_in_it(text: str, data: st.DataObject):
    form = plain(text)
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    starts = [part.start for part in origins(form)]
    assert form.window(Span(low, high)) == (sum(s < low for s in starts), sum(s < high for s in starts))


@given(TEXTS, st.data())
def test_a_part_of_the_plain_form_stands_for_all_from_its_first_character_to_its_last(text: str, data: st.DataObject):
    form = plain(text)
    parts = origins(form)
    if parts:
        first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(parts) - 1)] * 2)))
        assert form.span(first, last + 1) == Span(parts[first].start, parts[last].end)


@given(st.text(alphabet="abcXYZ019 .,;:!?()/%<>=+", max_size=50).map(lambda text: " ".join(text.split())))
def test_a_text_that_is_plain_already_stays_as_it_is(text: str):
    form = plain(text)
    assert form.text == text
    assert origins(form) == [Span(at, at + 1) for at in range(len(text))]


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
        (r"3$\approx$", "3≈"),
        ("3\\approx\u0301", "3≈\u0301"),
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
