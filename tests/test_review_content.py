"""The words that carry content, and whether there are any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.review.content import content_words, has_content

WORDS = st.lists(
    st.sampled_from(["we", "State-of-the-Art", "reduces", "3.67", "x", "提升", "é", "the art", ";", "GPT-4"])
)


def test_the_forms_of_a_word_are_one():
    assert content_words("It reduces, reduced: reduction") == content_words("reducing")


def test_chinese_is_read_by_its_characters():
    assert content_words("提升 speed") == {"提", "升", "speed"}


@pytest.mark.parametrize("text", ["", "We show that it is", "state-of-the-art", "3.67 ± 0.2"])
def test_what_stands_in_any_abstract_says_nothing_of_one(text: str):
    assert not content_words(text)


@given(st.one_of(st.text(), WORDS.map(" ".join)))
def test_a_text_has_content_where_it_has_content_words(text: str):
    assert has_content(text) == bool(content_words(text))
