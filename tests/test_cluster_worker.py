"""Workers without Ray: what each of them sends, and when they stop."""

from __future__ import annotations

from decimal import Decimal

import pytest
from cluster_room import Near
from completions import completion, error
from fakeserver import FakeServer, Say, abstract, answering, said

from pipeline.choices import Choices
from pipeline.cluster.kit import packed
from pipeline.cluster.shards import cut
from pipeline.cluster.steward import Steward, Terms
from pipeline.cluster.worker import worked
from pipeline.engines.interface import EngineName
from pipeline.engines.openai.transport import transport
from pipeline.paper import Paper


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    """Let asks go over the real wire; other tests mock it."""
    monkeypatch.setattr("pipeline.engines.openai.engine.transport", transport)


class Room:
    """Shards of eight papers and a steward for them."""

    def __init__(self, folder, address, shards=2, money=None, **options):
        self.folder = folder
        papers = [Paper(id=f"key:{n}", abstract=abstract(n)) for n in range(8 * shards)]
        list(cut(papers, folder, 8, None))
        chosen = {"engine": EngineName.OPENAI, "base_url": address, "model": "m", "cache_dir": folder / "answers"}
        self.kit = packed(Choices(**chosen | {"concurrency": 4} | options))
        self.service = Near(Steward(folder, Terms(options.get("rpm"), options.get("tpm"), money, 2)))

    def work(self, number):
        return worked(number, self.kit, self.service)


def test_a_wrong_key_costs_one_request_and_the_others_do_not_begin(tmp_path):
    with FakeServer(key="another") as server:
        room = Room(tmp_path, server.address)
        first, second = room.work(0), room.work(1)
    assert len(server.calls) == 1
    assert [result.exit_code for result in (first, second)] == [4, 4]
    assert "invalid_api_key" in first.message or "Incorrect API key" in first.message
    assert second.message == first.message


def test_a_quota_that_ends_midway_ends_every_worker(tmp_path):
    def script(call):
        told = error("you are out of money", "insufficient_quota", "insufficient_quota")
        return answering(call) if call.paper < 3 else Say(told, 429)

    with FakeServer(script) as server:
        room = Room(tmp_path, server.address)
        assert [room.work(number).exit_code for number in range(2)] == [4, 4]
    assert sum(call.paper >= 3 for call in server.calls) <= 4


def test_one_request_goes_alone_until_an_answer_came(tmp_path):
    with FakeServer(lambda call: Say(completion(said(call.paper)), after=0.05)) as server:
        assert Room(tmp_path, server.address, shards=1).work(0).exit_code == 0
    at = [call.at for call in server.calls]
    assert at[1] - at[0] >= 0.05


def test_every_request_is_leased_a_second_try_too(tmp_path):
    def script(call):
        return Say(error("oops"), 500) if call.attempt == 1 and call.paper == 2 else answering(call)

    with FakeServer(script) as server:
        room = Room(tmp_path, server.address, shards=1, rpm=6_000)
        assert room.work(0).exit_code == 0
    assert len(server.calls) == 9
    assert sum(lease.requests for lease in room.service.leases) >= 9


def test_workers_spend_no_more_than_they_were_lent(tmp_path):
    money = Decimal("0.02")
    with FakeServer() as server:
        room = Room(tmp_path, server.address, shards=4, money=money, max_cost=float(money), price="1,1", concurrency=1)
        results = [room.work(number) for number in range(4)]
    contents = b"".join(result.content for result in results)
    assert all(result.exit_code == 0 for result in results)
    assert b'"state":"pending"' in contents
    assert 0 < len(server.calls) < 32
    assert sum(room.service.lent) >= money / 2
    left = room.service.lend(Decimal(0))
    assert 0 <= left < money


def test_what_a_worker_would_tell_a_person_comes_back(tmp_path):
    def script(call):
        modern = call.body.get("response_format", {}).get("type") == "json_schema"
        refused = error("'response_format' of type 'json_schema' is not supported")
        return Say(refused, 400) if modern else answering(call)

    with FakeServer(script) as server:
        result = Room(tmp_path, server.address, shards=1).work(0)
    assert result.exit_code == 0
    assert any("refused" in told for told in result.told)


def test_what_is_wrong_on_one_machine_names_the_machine(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "node7")
    result = Room(tmp_path, "https://api.example.org/v1", shards=1).work(0)
    assert result.exit_code == 2
    assert "OPENAI_API_KEY" in result.message
    assert "(on node7)" in result.message
