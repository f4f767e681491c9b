import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError

from pipeline.paper import Paper
from pipeline.presence import holds, holds_any

SIGNS = st.text(alphabet="ab.*+?()[]{}|^$\\#&~- \n\t'\"×点é🙂", max_size=4)


@given(words=st.lists(SIGNS, min_size=1), text=SIGNS | st.lists(SIGNS).map("".join) | st.text())
def test_any_of_several_words_is_there_where_one_of_them_is(words: list[str], text: str):
    assert holds_any(*words)(text) == any(word in text for word in words)


def test_a_pattern_is_there_wherever_it_matches():
    has_run = holds("[a-z]{3}")
    assert has_run("12 abc 34")
    assert not has_run("ab cd")


def test_a_text_that_no_record_can_be_written_with_holds_nothing():
    half = "one \ud83d times"
    assert not holds_any("times")(half)
    with pytest.raises(PydanticSerializationError):
        Paper(id="abs:0", abstract=half).model_dump_json()
