import json

import pytest
from completions import ANSWER, completion, error
from hypothesis import given
from hypothesis import strategies as st

from pipeline.batches.load import Limits, Load
from pipeline.batches.rows import ask_row, key_of, result
from pipeline.exchange import Request
from pipeline.failure import State
from pipeline.outputmode import OutputMode

AREAS = (ANSWER["area"],)
KEY = "ab" * 32


def told(body, status=200, **others):
    response = {"status_code": status, "request_id": "r", "body": body}
    return result(json.dumps({"custom_id": KEY, "response": response, "error": None} | others).encode(), AREAS)


@given(st.text())
def test_an_ask_is_the_body_of_the_request_to_the_value_under_its_own_key_on_one_line(text):
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    request = Request("http://127.0.0.1/v1", OutputMode.TEXT, body)
    row = ask_row(request)
    assert row.count(b"\n") == 1
    asked = json.loads(row)
    assert asked["body"] == request.body
    assert request.payload in row
    assert asked["custom_id"] == request.key
    assert len(asked["custom_id"]) == 64
    assert (asked["method"], asked["url"]) == ("POST", "/v1/chat/completions")
    assert key_of(row).hex() == request.key


def test_a_key_is_found_although_the_abstract_writes_one():
    text = '","custom_id":"' + "00" * 32 + '","method":"POST"}'
    request = Request("http://127.0.0.1/v1", OutputMode.TEXT, {"model": "m", "messages": [{"content": text}]})
    assert key_of(ask_row(request)).hex() == request.key


def test_a_reply_that_can_be_used_is_ok_and_is_the_very_body():
    found = told(completion())
    assert (found.key, found.state) == (KEY, State.OK)
    assert json.loads(found.reply.raw) == completion()


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (completion(refusal="I can't help with that."), State.REFUSED),
        (completion(content="", finish_reason="content_filter"), State.CONTENT_FILTER),
        (completion(content='{"system"', finish_reason="length"), State.TRUNCATED),
        (completion(content="no object"), State.FORMAT_ERROR),
        (completion(ANSWER | {"area": "astrology"}), State.FORMAT_ERROR),
    ],
)
def test_a_reply_that_cannot_be_used_ends_in_the_same_state_as_in_a_run(body, state):
    assert told(body).state is state
    assert told(body).reply is not None


@pytest.mark.parametrize(
    ("status", "body", "state", "nobody"),
    [
        (400, error("too long", code="context_length_exceeded"), State.TOO_LONG, False),
        (400, error("filtered", code="content_filter"), State.CONTENT_FILTER, False),
        (400, error("Unsupported parameter: 'temperature'"), State.PENDING, False),
        (429, error("slow down", "requests", "rate_limit_exceeded"), State.PENDING, False),
        (500, error("oops", "server_error"), State.PENDING, False),
        (429, error("quota", "insufficient_quota", "insufficient_quota"), State.PENDING, True),
        (404, error("no such model", code="model_not_found"), State.PENDING, True),
        ("500", None, State.PENDING, False),
        (200, {"choices": None}, State.PENDING, False),
    ],
)
def test_what_was_not_served_is_to_be_asked_again_and_what_never_will_be_has_its_state(status, body, state, nobody):
    found = told(body, status)
    assert (found.state, found.nobody, found.reply if status != 200 else None) == (state, nobody, None)


@pytest.mark.parametrize("error_told", [None, "text", {"code": "batch_expired", "message": "window expired"}])
def test_an_ask_that_was_not_reached_is_pending(error_told):
    found = result(json.dumps({"custom_id": KEY, "response": None, "error": error_told}).encode(), AREAS)
    assert found.state is State.PENDING
    assert found.message


@pytest.mark.parametrize("row", [b"", b"{", b"[]", b"null", b'{"custom_id": 3}', b"\xff\xfe", b"[" * 100_000])
def test_a_line_that_is_no_row_is_none(row):
    assert result(row, AREAS) is None


@given(st.binary())
def test_no_bytes_at_all_are_an_error(row):
    result(row, AREAS)


def test_a_file_ends_at_each_limit_and_not_before():
    limits = Limits(requests=2, size=100, tokens=10)
    assert limits.take(Load(2, 100, 10))
    assert not any(limits.take(load) for load in (Load(3, 1, 1), Load(1, 101, 1), Load(1, 1, 11)))
    assert Limits().take(Load(50_000, 200_000_000, 10**12))
    assert Load(1, 2, 3) + Load(4, 5, 6) == Load(5, 7, 9)
