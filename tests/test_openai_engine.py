import json

import httpx
import httpx2
import pytest
from completions import completion, error

from pipeline.engines.interface import AskFailed
from pipeline.engines.openai import OpenAIEngine, Patience
from pipeline.engines.openai.endpoint import endpoint
from pipeline.errors import ProviderError
from pipeline.exchange import OutputMode, Request
from pipeline.failure import State

ADDRESS = "http://127.0.0.1:9/v1"
KEY = "sk-a-secret-key"
REQUEST = Request(ADDRESS, OutputMode.JSON_SCHEMA, {"model": "m", "messages": [{"role": "user", "content": "ä 漢"}]})


@pytest.fixture
def waits():
    return []


@pytest.fixture
async def engine(waits):
    async def sleep(seconds):
        waits.append(seconds)

    made = OpenAIEngine(endpoint(ADDRESS, KEY), Patience(retries=3, timeout=5), sleep=sleep)
    yield made
    await made.close()


@pytest.fixture
def route(httpx2_mock):
    return httpx2_mock.post(f"{ADDRESS}/chat/completions")


async def test_what_goes_out_is_the_payload_to_the_byte_with_the_key_in_its_header(engine, route):
    route.respond(json=completion())
    answer = await engine.ask(REQUEST)
    sent = route.calls.last.request
    assert sent.content == REQUEST.payload
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.headers["content-type"] == "application/json"
    assert json.loads(answer.reply.raw) == completion()
    assert answer.attempts == 1


async def test_what_passes_is_asked_again_and_the_tries_are_counted(engine, route, waits):
    route.side_effect = [
        httpx2.ConnectError("reset"),
        httpx.Response(500, json=error("oops")),
        httpx.Response(200, html="<html>busy</html>"),
        httpx.Response(200, json=completion()),
    ]
    answer = await engine.ask(REQUEST)
    assert answer.attempts == 4
    assert len(waits) == 3


async def test_no_more_than_one_and_the_retries_are_sent(engine, route):
    route.respond(503)
    with pytest.raises(AskFailed) as caught:
        await engine.ask(REQUEST)
    assert route.call_count == 4
    assert caught.value.attempts == 4
    assert caught.value.state is State.PROVIDER_ERROR


async def test_a_servers_wait_is_the_least_that_is_waited(engine, route, waits):
    route.side_effect = [
        httpx.Response(429, headers={"retry-after": "7"}, json=error("slow down", "requests", "rate_limit_exceeded")),
        httpx.Response(200, json=completion()),
    ]
    await engine.ask(REQUEST)
    assert len(waits) == 1
    assert waits[0] >= 7


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
async def test_what_no_paper_can_pass_stops_at_once_and_names_address_and_model(engine, route, status, body):
    route.respond(status, json=body, headers={"location": "http://elsewhere.example/"} if status == 307 else {})
    with pytest.raises(ProviderError) as caught:
        await engine.ask(REQUEST)
    assert route.call_count == 1
    assert ADDRESS in str(caught.value)
    assert "'m'" in str(caught.value)
    assert KEY not in str(caught.value)


async def test_a_filtered_prompt_is_asked_once(engine, route):
    route.respond(400, json=error("filtered", code="content_filter"))
    with pytest.raises(AskFailed) as caught:
        await engine.ask(REQUEST)
    assert route.call_count == 1
    assert caught.value.state is State.CONTENT_FILTER
    assert "filtered" in (caught.value.raw or "")


async def test_a_refusal_is_an_answer_and_not_tried_again(engine, route):
    route.respond(json=completion(refusal="I can't help with that."))
    assert (await engine.ask(REQUEST)).attempts == 1
