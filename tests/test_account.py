import json
import subprocess
import sys
from decimal import Decimal

import pytest
from completions import completion

from pipeline import account as room
from pipeline.account import Account, account
from pipeline.errors import UsageError
from pipeline.exchange import Reply, Request
from pipeline.outputmode import OutputMode
from pipeline.price import given_price

TEXT = "We propose a method for the fast training of large language models on graphs. " * 40
REQUEST = Request(
    "http://127.0.0.1/v1", OutputMode.TEXT, {"model": "gpt-4o", "messages": [{"role": "user", "content": TEXT}]}
)
LOCAL = "http://127.0.0.1/v1"


def reply(**usage):
    return Reply(json.dumps(completion(**usage)).encode())


def test_the_listed_price_is_looked_up_when_something_is_to_be_paid(monkeypatch):
    looked_up = []
    monkeypatch.setattr(room, "price_of", lambda *asked: looked_up.append(asked) or given_price("1000000,0"))
    bill = account("m", "https://api.example.com/v1", None, None)
    assert (bill.start(REQUEST), looked_up) == (0, [])
    bill.end(Decimal(0), reply())
    assert looked_up == [("m", "https://api.example.com/v1")]
    assert bill.spent > 0


def test_what_answers_cost_adds_up_and_what_was_not_served_costs_nothing():
    bill = account("m", LOCAL, "1000000,2000000", None)
    once, twice = reply(prompt_tokens=1, completion_tokens=1), reply(prompt_tokens=1, completion_tokens=0)
    for served in ((once,), (), (once, twice)):
        bill.end(bill.start(REQUEST) or Decimal(0), *served)
    assert bill.spent == Decimal(7)


def test_an_unknown_price_makes_an_unknown_bill_and_never_a_free_one():
    bill = account("m", LOCAL, None, None)
    assert bill.start(REQUEST) is not None
    bill.end(Decimal(0), reply())
    assert bill.spent is None


def test_an_answer_whose_tokens_are_not_told_makes_the_bill_unknown():
    bill = Account("m", given_price("1,2"))
    bill.end(Decimal(0), Reply(b'{"choices": [{"message": {"content": ""}}]}'))
    assert bill.spent is None


def test_no_ask_starts_that_would_pass_the_limit():
    bill = account("gpt-4o", LOCAL, "1000000,0", 2000.0)
    started = [bill.start(REQUEST) for _ in range(10)]
    assert started[0] is not None
    assert started[-1] is None
    assert sum(cost for cost in started if cost is not None) <= 2000


def test_a_limit_without_a_price_is_a_wrong_command():
    with pytest.raises(UsageError, match="--price"):
        account("m", LOCAL, None, 5.0)


@pytest.mark.parametrize(("share", "cut"), [(1.0, False), (0.5, True), (0.0, False)])
def test_far_fewer_tokens_than_were_sent_are_a_cut_prompt_and_none_at_all_say_nothing(share, cut):
    sent = 40 * 15
    assert Account("gpt-4o").was_cut(REQUEST, reply(prompt_tokens=int(share * sent))) is cut


def test_a_count_that_can_be_believed_loads_no_tokenizer():
    code = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from test_account import Account, REQUEST, reply\n"
        "assert not Account('gpt-4o').was_cut(REQUEST, reply(prompt_tokens=600))\n"
        "print('bpe_openai' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "False"
