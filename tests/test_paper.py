"""The forms in which two readings of one abstract are equal."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.paper import beyond_ascii, letters, normal_form

_PIECES = (
    *"aB3 \n\t_-.", "  ", "\xa0", "\x85", "\u2028", "\u3000", "\x1f", "é", "e\u0301", "\u0345", "ﬁ", "²", "K", "İ", "ß",
    "ǅ", "Σ", "漢", "–", "“", "़", "\U0001d400", "\u200b",
)  # fmt: skip
_TEXTS = st.lists(st.sampled_from(_PIECES)).map("".join) | st.text()


def as_defined(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def letters_as_defined(text: str) -> bytes:
    return "".join(filter(str.isalnum, as_defined(text).casefold())).encode()


@given(_TEXTS)
def test_the_normal_form_is_nfkc_with_single_blanks_and_none_at_the_ends(text: str):
    assert normal_form(text) == as_defined(text)


@given(_TEXTS)
def test_the_letters_are_those_and_the_digits_of_the_normal_form_without_case(text: str):
    assert letters(text) == letters_as_defined(text)


@pytest.mark.parametrize("around", ["{}", "a{}b", "é{}", "x {} y"])
def test_both_forms_hold_for_every_character(around: str):
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if not unicodedata.category(character).startswith("C") or character.isspace():
            text = around.format(character)
            assert normal_form(text) == as_defined(text)
            assert letters(text) == letters_as_defined(text)


@given(st.text(st.characters()))
def test_what_is_beyond_ascii_is_given_in_its_order_half_pairs_and_all(text: str):
    assert beyond_ascii(text) == "".join(character for character in text if character > "\x7f")
