from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.completion import Usage
from pipeline.estimate import Pace, ReplySize, Survey, dollars, expected_reply
from pipeline.price import given_price
from pipeline.tokens import tokenizer_for

GOLDEN = Path(__file__).parent / "golden"
PRICE = given_price("1,10")
PACE = Pace(concurrency=2)


def body(content="Some words."):
    return {"messages": [{"role": "user", "content": content}]}


def counted(model="gpt-4o", asks=10):
    survey = Survey(model)
    for _ in range(asks):
        survey.to_ask(body())
    return survey


class BySize:
    """A price that doubles for asks of more than 50 tokens."""

    label = "by size"

    def expected(self, input_tokens, output_tokens):
        return Decimal(input_tokens * (2 if input_tokens > 50 else 1))

    def paid(self, reply):
        raise AssertionError("nothing is paid for an estimate")


def test_every_paper_is_counted_once_and_the_kinds_add_up():
    survey = counted(asks=3)
    survey.answered(Usage(output=200))
    survey.repeated()
    survey.without_abstract()
    told = survey.estimate(PRICE, PACE)
    assert (told.papers, told.to_ask, told.answered, told.repeated, told.without_abstract) == (6, 3, 1, 1, 1)


def test_only_papers_to_ask_cost_tokens_money_and_time():
    survey = Survey("gpt-4o")
    survey.answered(Usage(output=200))
    survey.without_abstract()
    told = survey.estimate(PRICE, PACE)
    assert (told.input_tokens, told.output_tokens, told.cost, told.seconds) == (0, 0, 0, 0)


def test_where_nothing_is_asked_nothing_is_paid_whatever_the_price():
    survey = counted(asks=0)
    survey.answered(Usage(output=10))
    told = survey.estimate(None, PACE)
    assert told.cost == 0
    assert "nothing to ask" in told.table


def test_the_cost_is_that_of_the_tokens_at_the_rates():
    told = counted().estimate(PRICE, PACE)
    assert told.input_tokens == 10 * tokenizer_for("gpt-4o").request(body())
    assert told.cost == PRICE.expected(told.input_tokens, told.output_tokens)


def test_each_ask_is_priced_by_its_own_size():
    survey = counted(asks=10)
    assert survey.estimate(BySize(), PACE).cost == survey.estimate(BySize(), PACE).input_tokens
    survey.to_ask(body("word " * 100))
    told = survey.estimate(BySize(), PACE)
    assert told.input_tokens < told.cost < 2 * told.input_tokens


def test_an_unknown_price_is_an_unknown_cost_and_never_zero():
    told = counted().estimate(None, PACE)
    assert told.cost is None
    assert "unknown price" in told.summary
    assert "$" not in told.summary + told.table


def test_a_reply_is_as_long_as_the_answers_at_hand_are_in_the_mean():
    survey = counted("gpt-5-mini", asks=4)
    for output in (900, 1_000, 1_101, None):
        survey.answered(Usage(output=output))
    told = survey.estimate(PRICE, PACE)
    assert told.reply == ReplySize(1_001, "the mean of 3 answers in the cache")
    assert told.output_tokens == 4 * 1_001


@pytest.mark.parametrize(
    "model", ["gpt-5-mini", "gpt-6-astra", "o4-mini", "openai/gpt-oss-20b", "deepseek-reasoner", "qwen3-30b-thinking"]
)
def test_without_answers_a_model_that_reasons_is_taken_to_write_more_and_the_assumption_says_so(model):
    reply = expected_reply(model, [])
    assert reply.tokens > expected_reply("gpt-4o", []).tokens
    assert "assumed" in reply.basis
    assert "reasoning" in reply.basis


@pytest.mark.parametrize("model", ["gpt-4o", "llama3.1:8b", "olmo-2", "gemma3"])
def test_of_any_other_model_a_bare_reply_is_expected(model):
    assert expected_reply(model, []) == ReplySize(400, "assumed")


def test_more_asks_in_flight_take_less_time_until_a_limit_holds_them_back():
    survey = counted("gpt-4o", asks=120)
    slow, fast = (survey.estimate(None, Pace(concurrency)).seconds for concurrency in (1, 60))
    assert slow == 60 * fast
    assert survey.estimate(None, Pace(60, rpm=60)).seconds == 120
    tokens = survey.estimate(None, PACE).input_tokens
    assert survey.estimate(None, Pace(60, tpm=tokens / 10)).seconds == 600


@pytest.mark.parametrize(
    ("amount", "told"),
    [("0", "$0"), ("0.000001", "less than $0.01"), ("0.01", "about $0.01"), ("1234.567", "about $1,234.57")],
)
def test_an_amount_is_never_shown_as_nothing_unless_it_is_nothing(amount, told):
    assert dollars(Decimal(amount)) == told


def test_the_table_says_what_each_figure_rests_on():
    survey = counted("mistral-small", asks=1_234)
    survey.answered(Usage())
    survey.repeated()
    survey.without_abstract()
    known = survey.estimate(PRICE, Pace(16, rpm=20, tpm=200_000))
    unknown = counted("gpt-5-mini", asks=2).estimate(None, Pace(4))
    told = f"{known.table}\n\n{known.summary}\n\n{unknown.table}\n\n{unknown.summary}\n"
    assert told == (GOLDEN / "estimate.txt").read_text(encoding="utf-8")
