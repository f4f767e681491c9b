"""`NaN` and `Infinity` in JSON: null, but for those in strings."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_reader import kinds, papers, read

from pipeline.paper import BrokenRecord, Paper
from pipeline.readers.nonumbers import NanAsNull


def mended(content: bytes, size: int) -> bytes:
    stream = NanAsNull(io.BytesIO(content))
    assert stream.read(0) == b""
    return b"".join(iter(lambda: stream.read(size), b""))


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_a_value_that_is_no_number_is_missing(value: str):
    whole = (
        r'[{"score": VALUE, "title": "VALUE: VALUE, so", "abstract": "We write \\\": VALUE, and prove it."},'
        ' {"id": "b", "title": "B", "abstract": VALUE}]'
    )
    first, second = papers("json", whole.replace("VALUE", value).encode())
    assert first.title == f"{value}: {value}, so"
    assert first.abstract == f'We write \\": {value}, and prove it.'
    assert (second.title, second.abstract) == ("B", "")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_one_that_first_stands_beyond_the_look_ahead_is_told(value: str):
    long = "We prove it. " * 100_000
    content = f'[{{"title": "A", "abstract": "{long}"}}, {{"title": "B", "abstract": {value}, "id": "b"}}]'
    first, broken = read("json", content.encode())
    assert isinstance(first, Paper)
    assert isinstance(broken, BrokenRecord)
    assert broken.reason == f"broken JSON, {value} is no JSON value; null is; nothing after it can be read"


def test_other_words_are_still_broken():
    assert kinds("json", b'[{"title": "A", "abstract": "We prove it."}, {"title": NaNa}]') == ["paper", "broken"]


_WORDS = st.text('\\"NaN, Infinity-:[]é\n', max_size=20) | st.sampled_from(
    ["NaN", ": NaN,", "-Infinity", '"', "\\", '\\"NaN']
)
_JSON = st.recursive(
    st.none() | st.floats() | _WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(_JSON, st.integers(1, 40), st.booleans())
def test_all_but_those_values_stays_as_it_is(value: object, size: int, ascii_only: bool):  # noqa: FBT001 - drawn
    content = json.dumps(value, ensure_ascii=ascii_only)
    expected = json.loads(content, parse_constant=lambda _: None)
    assert json.loads(mended(content.encode(), size)) == expected


_OTHER_BYTES = st.binary(max_size=60).filter(lambda content: b"NaN" not in content and b"Infinity" not in content)


@given(_OTHER_BYTES, st.integers(1, 20))
def test_without_those_words_no_byte_changes(content: bytes, size: int):
    assert mended(content, size) == content
