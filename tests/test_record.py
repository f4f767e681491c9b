import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.card import Provenance
from pipeline.paper import Paper
from pipeline.record import Record, json_of

TEXT = st.text(st.characters(exclude_categories=("Cs",)))


class Measured(Record):
    amount: float | None


@given(st.floats() | st.none())
def test_a_number_is_written_as_pydantic_writes_it(amount):
    assert json_of(Measured(amount=amount)) == Measured(amount=amount).model_dump_json().encode()


@pytest.mark.parametrize("amount", [math.nan, math.inf])
def test_what_is_no_number_is_null(amount):
    assert json_of(Measured(amount=amount)) == b'{"amount":null}'


@given(TEXT, TEXT)
def test_a_text_is_written_as_pydantic_writes_it_in_utf_8(name, text):
    paper = Paper(id=name, abstract=text, also=(name,))
    assert json_of(paper) == paper.model_dump_json().encode()


def test_a_field_is_written_under_its_alias():
    told = Provenance(engine="openai", model="m", prompt=None, schema="s", output_mode=None)
    assert b'"schema":"s"' in json_of(told)
