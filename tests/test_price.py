import json
import threading
from decimal import Decimal

import pytest
from completions import completion
from genai_prices import UpdatePrices, data_snapshot

from pipeline.errors import UsageError
from pipeline.exchange import Reply
from pipeline.price import given_price, price_of

OPENAI = "https://api.openai.com/v1"


def reply(**usage):
    return Reply(json.dumps(completion(**usage)).encode())


def rates(price):
    """Return the dollars that a million tokens of input, or of output, cost."""
    return 1_000 * price.expected(1_000, 0), 1_000 * price.expected(0, 1_000)


def test_a_listed_model_has_its_rates_and_says_whose_they_are():
    price = price_of("gpt-4o-mini", OPENAI)
    assert rates(price) == (Decimal("0.15"), Decimal("0.6"))
    assert price.label == "OpenAI gpt-4o-mini: $0.15 input, $0.6 output a million tokens"


def test_a_dated_model_has_the_price_of_its_family():
    assert rates(price_of("gpt-4o-mini-2024-07-18", OPENAI)) == rates(price_of("gpt-4o-mini", OPENAI))


def test_the_address_decides_whose_price_it_is():
    azure = price_of("gpt-4o", "https://lab.openai.azure.com/openai/v1")
    assert azure.label.startswith("Microsoft Azure gpt-4o")
    assert price_of("openai/gpt-4o-mini", "https://openrouter.ai/api/v1") is not None
    assert price_of("openai/gpt-4o-mini", OPENAI) is None


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:11434/v1",
        "http://localhost:8000/v1",
        "http://[::1]:8080/v1",
        "https://llm.lab.example/v1",
        "http://api.openai.com/v1",
    ],
)
def test_at_a_server_of_ones_own_or_an_unlisted_one_the_price_is_unknown_whatever_the_model_is_called(address):
    assert price_of("gpt-4o-mini", address) is None


@pytest.mark.parametrize(
    ("model", "address"),
    [
        ("no-such-model", OPENAI),
        ("", OPENAI),
        ("moderation", OPENAI),  # listed without any rate
        ("text-embedding-3-small", OPENAI),  # without a rate for output
        ("deepseek/deepseek-r1:free", "https://openrouter.ai/api/v1"),
    ],
)
def test_a_model_without_both_rates_has_an_unknown_price_and_not_zero(model, address):
    assert price_of(model, address) is None


def test_cached_input_is_charged_at_its_own_rate():
    price = price_of("gpt-4o-mini", OPENAI)
    plain = price.paid(reply(prompt_tokens=2_000, completion_tokens=100))
    cached = price.paid(
        reply(prompt_tokens=2_000, completion_tokens=100, prompt_tokens_details={"cached_tokens": 1_000})
    )
    assert plain == price.expected(2_000, 100)
    assert plain - cached == 1_000 * (Decimal("0.15") - Decimal("0.075")) / 1_000_000


def test_reasoning_is_a_part_of_the_output_at_openai_and_comes_on_top_at_xai():
    usage = {"prompt_tokens": 1_000, "completion_tokens": 500, "completion_tokens_details": {"reasoning_tokens": 300}}
    openai, xai = price_of("gpt-5-mini", OPENAI), price_of("grok-4", "https://api.x.ai/v1")
    assert openai.paid(reply(**usage)) == openai.expected(1_000, 500)
    assert xai.paid(reply(**usage)) == xai.expected(1_000, 800)


def test_a_rate_that_depends_on_the_size_of_an_ask_is_that_of_each_ask():
    price = price_of("gemini-2.5-pro", "https://generativelanguage.googleapis.com/v1beta/openai")
    assert price.expected(300_000, 0) > 3 * price.expected(100_000, 0)


def test_the_tier_that_the_reply_names_is_the_tier_that_is_charged():
    price = price_of("gpt-5-mini", OPENAI)
    body = completion(prompt_tokens=1_000, completion_tokens=500)
    flex = price.paid(Reply(json.dumps(body | {"service_tier": "flex"}).encode()))
    assert flex < price.paid(Reply(json.dumps(body | {"service_tier": "default"}).encode()))
    assert price.paid(Reply(json.dumps(body | {"service_tier": "default"}).encode())) == price.expected(1_000, 500)


@pytest.mark.parametrize("price", [price_of("gpt-4o-mini", OPENAI), given_price("1,2")], ids=["listed", "given"])
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<html>",
        b"[]",
        b"[" * 100_000,
        json.dumps(completion() | {"usage": None}).encode(),
        json.dumps(completion(prompt_tokens=None)).encode(),
        json.dumps(completion(completion_tokens="80")).encode(),
        json.dumps(completion(prompt_tokens=-5)).encode(),
        json.dumps(completion(prompt_tokens=True)).encode(),
    ],
)
def test_a_reply_whose_usage_tells_nothing_usable_has_an_unknown_cost(price, raw):
    assert price.paid(Reply(raw)) is None


def test_counts_that_contradict_one_another_are_an_unknown_cost():
    price = price_of("gpt-4o-mini", OPENAI)
    assert price.paid(reply(prompt_tokens=10, prompt_tokens_details={"cached_tokens": 20})) is None


def test_a_price_that_the_user_gives_is_charged_as_given():
    price = given_price(" 0.25, 2 ")
    assert rates(price) == (Decimal("0.25"), Decimal(2))
    assert price.paid(reply(prompt_tokens=1_000, completion_tokens=500)) == price.expected(1_000, 500)
    assert price.label == "given: $0.25 input, $2 output a million tokens"


def test_only_a_price_that_the_user_gives_as_zero_is_zero():
    assert given_price("0,0").paid(reply()) == 0


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "-1,2", "nan,1", "inf,1", "1;2", "$1,$2"])
def test_a_price_that_is_not_two_amounts_is_refused_with_the_way_to_write_it(text):
    with pytest.raises(UsageError, match=r"like 0\.25,2"):
        given_price(text)


def test_no_price_starts_a_thread_or_looks_for_newer_rates(monkeypatch):
    def forbidden(*_args, **_kwargs):
        raise AssertionError("an update was started")

    monkeypatch.setattr(UpdatePrices, "start", forbidden)
    monkeypatch.setattr(UpdatePrices, "fetch", forbidden)
    before = threading.active_count()
    assert price_of("gpt-4o-mini", OPENAI).paid(reply()) is not None
    assert threading.active_count() == before
    assert data_snapshot.get_snapshot().from_auto_update is False


def test_a_batch_costs_half_where_the_list_says_so_whatever_tier_a_reply_names():
    price, batch = price_of("gpt-4o-mini", OPENAI), price_of("gpt-4o-mini", OPENAI, batch=True)
    assert 2 * batch.expected(1_000, 100) == price.expected(1_000, 100)
    assert batch.label == "OpenAI gpt-4o-mini: $0.075 input, $0.3 output a million tokens"
    named = Reply(
        json.dumps(completion(prompt_tokens=1_000, completion_tokens=100) | {"service_tier": "default"}).encode()
    )
    assert batch.paid(named) == batch.expected(1_000, 100)


def test_a_batch_without_listed_rates_of_its_own_is_taken_to_cost_what_other_asks_do():
    model, address = "deepseek-chat", "https://api.deepseek.com/v1"
    assert rates(price_of(model, address, batch=True)) == rates(price_of(model, address))
