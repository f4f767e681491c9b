import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.exchange import Reply
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.parse import Unusable, one_object, parse

TOLD = {
    "system": ["PARD"],
    "problem": {"text": "p", "sentences": [1]},
    "method": {"text": "m", "sentences": [2]},
    "claimed_gains": [],
    "area": "theory",
    "task": "t",
}
CONTENT = json.dumps(TOLD)


def reply(content, **choice):
    message = {"role": "assistant", "content": content, "refusal": choice.pop("refusal", None)}
    return Reply(json.dumps({"choices": [{"message": message, "finish_reason": "stop", **choice}]}).encode())


def ended(made):
    result = parse(made, ["theory"])
    assert isinstance(result, Unusable)
    return result.state


@pytest.mark.parametrize(
    "content",
    [
        CONTENT,
        f"```json\n{CONTENT}\n```",
        f"<think>Maybe {{this}} or that?</think>\n{CONTENT}",
        f"Here it is:\n{CONTENT}\nI hope it helps.",
        f"{CONTENT}\n{CONTENT}",
        f"\n\n{json.dumps(TOLD, indent=2)}",
    ],
)
def test_the_one_object_is_read_whatever_stands_around_it(content):
    assert parse(reply(content), ["theory"]) == Extraction.model_validate_json(CONTENT)


@pytest.mark.parametrize(
    "content",
    [
        CONTENT + CONTENT.replace("PARD", "DRAP"),
        CONTENT.replace('"task"', '"area": "theory", "task"'),
        CONTENT.replace("[1]", "[NaN]"),
        CONTENT.replace('"', "'"),
        CONTENT[:-10],
        CONTENT.replace("[1]", '["1"]'),
        CONTENT.replace('"task": "t"', '"task": null'),
        CONTENT.replace('"theory"', '"alchemy"'),
        CONTENT.replace('"p"', '"\\ud800"'),
        "[1, 2]",
        "no",
        '{"a":' * 5000,
    ],
)
def test_what_is_not_exactly_one_valid_object_is_a_format_error(content):
    assert ended(reply(content)) is State.FORMAT_ERROR


def test_a_cut_reply_is_truncated_even_where_it_would_parse():
    assert ended(reply(CONTENT, finish_reason="length")) is State.TRUNCATED


def test_a_refusal_is_a_refusal():
    assert ended(reply(None, refusal="I can't help with that.")) is State.REFUSED


def test_a_filtered_reply_is_not_a_refusal():
    assert ended(reply("", finish_reason="content_filter")) is State.CONTENT_FILTER


@pytest.mark.parametrize("content", [None, "", "  \n"])
def test_an_empty_reply_is_a_format_error(content):
    assert ended(reply(content)) is State.FORMAT_ERROR


@pytest.mark.parametrize(
    "raw",
    [b"<html>busy</html>", b"", b"\xff\xfe", b"[]", b"{}", b'{"choices": null}', b'{"choices": [null]}', b"[" * 9000],
)
def test_what_is_no_completion_is_the_providers_error(raw):
    assert ended(Reply(raw)) is State.PROVIDER_ERROR


def test_a_format_error_keeps_what_the_model_wrote_and_says_where():
    result = parse(reply(CONTENT.replace("[1]", '["1"]')), ["theory"])
    assert isinstance(result, Unusable)
    assert "problem.sentences.0" in result.message
    assert '["1"]' in (result.content or "")


@given(st.text())
def test_no_text_makes_the_reader_fail_but_by_its_own_error(text):
    try:
        found = one_object(text)
    except ValueError:
        return
    assert isinstance(json.loads(found), dict)


@given(st.text(alphabet=st.characters(exclude_characters="{}<"), max_size=40), st.text(max_size=20))
def test_notes_around_an_object_do_not_change_it(note, value):
    written = json.dumps({"a": value})
    assert json.loads(one_object(note + written + note)) == {"a": value}


def test_a_broken_object_is_told_as_broken_and_not_by_its_parts():
    with pytest.raises(ValueError, match="not JSON"):
        one_object('{"problem": {"text": "a"}, "method": {"text": "b"},}')
