import json
from datetime import UTC, datetime

import pytest

from pipeline.engines.openai.faults import Nobody, NotThisPaper, Refusal, TryAgain, fault, server_wait
from pipeline.failure import State

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


def refusal(status, error=None, headers=None):
    body = {"error": error} if error else None
    return Refusal(status, headers or {}, json.dumps(body), body)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_what_passes_is_tried_again(status):
    assert isinstance(fault(refusal(status)), TryAgain)


@pytest.mark.parametrize("status", [301, 308, 401, 402, 403, 404, 405, 407])
def test_what_would_fail_for_every_paper_stops_the_run(status):
    assert isinstance(fault(refusal(status)), Nobody)


@pytest.mark.parametrize(
    "error",
    [
        {"type": "insufficient_quota", "code": "insufficient_quota", "message": "You exceeded your current quota"},
        {"type": "requests", "code": "billing_hard_limit_reached", "message": "Billing hard limit"},
    ],
)
def test_an_exhausted_quota_is_no_rate_limit_though_it_comes_as_a_429(error):
    assert isinstance(fault(refusal(429, error)), Nobody)


def test_a_rate_limit_that_speaks_of_quota_in_its_message_is_still_a_rate_limit():
    error = {"type": "requests", "code": "rate_limit_exceeded", "message": "Rate limit: quota of 3 a minute"}
    assert isinstance(fault(refusal(429, error)), TryAgain)


@pytest.mark.parametrize(
    ("status", "code", "state"),
    [
        (400, "content_filter", State.CONTENT_FILTER),
        (400, "context_length_exceeded", State.TOO_LONG),
        (413, None, State.TOO_LONG),
        (400, None, State.PROVIDER_ERROR),
        (422, "anything", State.PROVIDER_ERROR),
    ],
)
def test_what_concerns_one_paper_ends_that_paper_alone(status, code, state):
    found = fault(refusal(status, {"code": code, "message": "no"} if code else None))
    assert isinstance(found, NotThisPaper)
    assert found.state is state


def test_an_unknown_model_stops_the_run_whatever_its_status():
    assert isinstance(fault(refusal(400, {"code": "model_not_found", "message": "no such model"})), Nobody)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0.0),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "1"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "4"}, 4.0),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, 0.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "inf"}, 0.0),
        ({"retry-after": "nan"}, 0.0),
    ],
)
def test_every_form_of_a_servers_wait_is_read(headers, seconds):
    assert server_wait(headers, NOW) == seconds
