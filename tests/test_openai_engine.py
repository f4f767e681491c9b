import asyncio
import json

import httpx
import httpx2
import pytest
from completions import completion, error
from openai import AsyncOpenAI
from virtual import run

from pipeline.engines.interface import AskFailed
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.engine import OpenAIEngine, Patience
from pipeline.errors import ProviderError
from pipeline.exchange import Request
from pipeline.failure import State
from pipeline.outputmode import OutputMode

ADDRESS = "http://127.0.0.1:9/v1"
KEY = "sk-a-secret-key"
REQUEST = Request(ADDRESS, OutputMode.JSON_SCHEMA, {"model": "m", "messages": [{"role": "user", "content": "ä 漢"}]})


def ask(request=REQUEST, **patience):
    """Ask once in virtual time; return the answer and the seconds that passed."""

    async def scene():
        engine = OpenAIEngine(endpoint(ADDRESS, KEY), Patience(retries=3, timeout=5, **patience))
        try:
            answer = await engine.ask(request)
        finally:
            await engine.close()
        return answer, asyncio.get_running_loop().time()

    return run(scene())


@pytest.fixture
def route(httpx2_mock):
    return httpx2_mock.post(f"{ADDRESS}/chat/completions")


def test_what_goes_out_is_the_payload_to_the_byte_with_the_key_in_its_header(route):
    route.respond(json=completion())
    answer, _ = ask()
    sent = route.calls.last.request
    assert sent.content == REQUEST.payload
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.headers["content-type"] == "application/json"
    assert json.loads(answer.reply.raw) == completion()
    assert answer.attempts == 1


def test_the_headers_are_those_of_the_sdk_but_for_its_own_retries(route):
    route.respond(json=completion())
    ask()
    ours = route.calls.last.request.headers

    async def by_the_sdk():
        async with AsyncOpenAI(api_key=KEY, base_url=ADDRESS, max_retries=0) as client:
            await client.post("/chat/completions", cast_to=httpx2.Response, content=REQUEST.payload)

    run(by_the_sdk())
    theirs = route.calls.last.request.headers
    not_sent = {"x-stainless-retry-count", "x-stainless-read-timeout"}
    assert dict(ours) == {name: told for name, told in theirs.items() if name not in not_sent}


def test_what_passes_is_asked_again_and_the_tries_are_counted(route):
    route.side_effect = [
        httpx2.ConnectError("reset"),
        httpx.Response(500, json=error("oops")),
        httpx.Response(200, html="<html>busy</html>"),
        httpx.Response(200, json=completion()),
    ]
    answer, _ = ask()
    assert answer.attempts == 4


def test_no_more_than_one_and_the_retries_are_sent(route):
    route.respond(503)
    with pytest.raises(AskFailed) as caught:
        ask()
    assert route.call_count == 4
    assert caught.value.attempts == 4
    assert caught.value.state is State.PROVIDER_ERROR


def test_a_servers_wait_is_the_least_that_is_waited(route):
    route.side_effect = [
        httpx.Response(429, headers={"retry-after": "7"}, json=error("slow down", "requests", "rate_limit_exceeded")),
        httpx.Response(200, json=completion()),
    ]
    assert 7 <= ask()[1] <= 10


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, error("Incorrect API key provided", code="invalid_api_key")),
        (403, error("not allowed")),
        (404, error("The model `m` does not exist", code="model_not_found")),
        (429, error("You exceeded your current quota", "insufficient_quota", "insufficient_quota")),
        (307, {}),
    ],
)
def test_what_no_paper_can_pass_stops_at_once_and_names_address_and_model(route, status, body):
    route.respond(status, json=body, headers={"location": "http://elsewhere.example/"} if status == 307 else {})
    with pytest.raises(ProviderError) as caught:
        ask()
    assert route.call_count == 1
    assert ADDRESS in str(caught.value)
    assert "'m'" in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_filtered_prompt_is_asked_once(route):
    route.respond(400, json=error("filtered", code="content_filter"))
    with pytest.raises(AskFailed) as caught:
        ask()
    assert route.call_count == 1
    assert caught.value.state is State.CONTENT_FILTER
    assert "filtered" in (caught.value.raw or "")


def test_a_refusal_is_an_answer_and_not_tried_again(route):
    route.respond(json=completion(refusal="I can't help with that."))
    assert ask()[0].attempts == 1
