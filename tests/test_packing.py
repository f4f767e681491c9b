"""Asking for several papers at once."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter

import pytest
from completions import completion
from fakeserver import FakeServer, Say, abstract, said
from runs import asking, claimsheet, records, write_papers

from pipeline.engines.interface import Answer, AskFailed, NotSupported
from pipeline.errors import ProviderError
from pipeline.exchange import Reply
from pipeline.failure import State
from pipeline.packing import PackingAsker
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_pack, read_taxonomy, read_template

ASKING = Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy())
NUMBER = re.compile(r"\[1\] Paper (\d+)\b")


def bytes_of(body):
    return Reply(json.dumps(body).encode())


def numbers(body):
    return [int(found) for found in NUMBER.findall(body["messages"][-1]["content"])]


def is_pack(body):
    return '<paper id="1">' in body["messages"][-1]["content"]


def well(body, without=(), spoilt=()):
    """Return the body of a good reply to a single ask or a pack; some papers left out, some spoilt."""
    if not is_pack(body):
        return completion(said(numbers(body)[0]))
    rows = [
        {"id": str(place), "record": {"task": 1} if number in spoilt else said(number)}
        for place, number in enumerate(numbers(body), start=1)
        if number not in without
    ]
    return completion({"papers": rows}, prompt_tokens=3000)


class Script:
    """Answers each request by a function of its body, which may raise."""

    def __init__(self, step=well):
        self.retries = Counter()
        self.step = step
        self.bodies = []
        self.closed = False

    async def ask(self, request):
        self.bodies.append(request.body)
        await asyncio.sleep(0)
        return Answer(bytes_of(self.step(request.body)), 1)

    async def close(self):
        self.closed = True


def asked(script, *papers, size=3, was_cut=False):
    """Ask about papers side by side and return the answers or errors."""

    async def scene():
        asker = PackingAsker(script, size, read_pack(), ASKING.taxonomy.names, lambda *_: was_cut)
        requests = [ASKING.request(Paper(id=f"key:{n}", abstract=abstract(n))) for n in papers]
        try:
            return await asyncio.gather(*map(asker.ask, requests), return_exceptions=True)
        finally:
            await asker.close()

    return asyncio.run(scene())


def records_of(answers):
    return [json.loads(json.loads(answer.reply.raw)["choices"][0]["message"]["content"]) for answer in answers]


def test_asks_go_out_together_and_each_gets_its_own_record():
    script = Script()
    answers = asked(script, 1, 2, 3, 4, 5, 6)
    assert [numbers(body) for body in script.bodies] == [[1, 2, 3], [4, 5, 6]]
    assert records_of(answers) == [said(n) for n in (1, 2, 3, 4, 5, 6)]
    assert [answer.attempts for answer in answers] == [1, 0, 0, 1, 0, 0]
    assert all(answer.shared for answer in answers)
    assert script.closed


def test_the_last_ones_go_out_in_a_smaller_pack_and_a_lone_one_alone():
    script = Script()
    answers = asked(script, 1, 2, 3, 4, 5, size=4)
    assert [numbers(body) for body in script.bodies] == [[1, 2, 3, 4], [5]]
    assert not is_pack(script.bodies[1])
    assert (answers[4].shared, answers[4].wasted) == (False, ())


@pytest.mark.parametrize("fault", [{"without": (2,)}, {"spoilt": (2,)}])
def test_a_missing_or_broken_one_is_asked_alone_and_what_it_cost_is_told(fault):
    script = Script(lambda body: well(body, **fault))
    answers = asked(script, 1, 2, 3)
    assert [numbers(body) for body in script.bodies] == [[1, 2, 3], [2]]
    assert records_of(answers) == [said(1), said(2), said(3)]
    assert [answer.attempts for answer in answers] == [1, 1, 0]
    (wasted,) = answers[1].wasted
    assert json.loads(wasted.raw)["usage"]["prompt_tokens"] == 1000


def refusing_packs(state):
    def step(body):
        if is_pack(body):
            raise AskFailed(state, "no", 1)
        return well(body)

    return step


@pytest.mark.parametrize("state", [State.REFUSED, State.CONTENT_FILTER, State.TOO_LONG])
def test_a_pack_that_is_turned_down_for_its_content_is_asked_one_by_one(state):
    script = Script(refusing_packs(state))
    answers = asked(script, 1, 2, 3)
    assert records_of(answers) == [said(1), said(2), said(3)]
    assert sum(answer.attempts for answer in answers) == len(script.bodies) == 4


def test_a_pack_that_no_server_answered_ends_so_for_each_without_another_ask():
    script = Script(refusing_packs(State.PROVIDER_ERROR))
    errors = asked(script, 1, 2, 3)
    assert [(error.state, error.attempts) for error in errors] == [
        (State.PROVIDER_ERROR, 1),
        (State.PROVIDER_ERROR, 0),
        (State.PROVIDER_ERROR, 0),
    ]
    assert len(script.bodies) == 1


@pytest.mark.parametrize("error", [NotSupported("temperature", "no"), ProviderError("nobody")])
def test_what_concerns_the_form_or_the_whole_run_reaches_each(error):
    def step(body):
        raise error

    assert [type(met) for met in asked(Script(step), 1, 2, 3)] == [type(error)] * 3


def test_nothing_is_believed_of_a_pack_that_the_server_read_in_part():
    script = Script()
    answers = asked(script, 1, 2, was_cut=True)
    assert [numbers(body) for body in script.bodies] == [[1, 2], [1], [2]]
    assert not any(answer.shared for answer in answers)


def packs(call):
    return Say(well(call.body))


def test_a_packed_run_writes_the_bytes_of_a_run_one_by_one_and_each_finds_the_others_answers(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(10))
    outputs = {}
    with FakeServer(packs) as server:
        for name, pack in (("packed", 4), ("single", 1)):
            common = (*asking(server.address), "--cache-dir", tmp_path / name, "--pack", pack)
            assert claimsheet("extract", papers, "-o", tmp_path / f"{name}.jsonl", *common).code == 0
            outputs[name] = (tmp_path / f"{name}.jsonl").read_bytes()
        calls = len(server.calls)
        assert calls == 3 + 10
        again = (*asking(server.address), "--cache-dir", tmp_path / "packed")
        assert claimsheet("extract", papers, "-o", tmp_path / "again.jsonl", *again).code == 0
        assert len(server.calls) == calls
    assert outputs["packed"] == outputs["single"] == (tmp_path / "again.jsonl").read_bytes()
    assert len(outputs["packed"].splitlines()) == 10


def test_the_record_of_a_packed_run_counts_requests_and_tokens_once(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(8))
    with FakeServer(packs) as server:
        options = (*asking(server.address), "--cache-dir", tmp_path / "cache", "--pack", 4)
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *options).code == 0
    (record,) = records(tmp_path / "cards.run.json")
    assert record["requests"] == 2
    assert record["tokens"]["input"] == 2 * 3000


def test_packs_and_batches_are_not_mixed(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(2))
    ended = claimsheet("run", papers, "-o", tmp_path / "out", *asking("http://127.0.0.1:9/v1"), "--pack", 2, "--batch")
    assert ended.code == 2
    assert "--pack" in ended.err
