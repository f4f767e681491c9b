"""A run on a real cluster of two machines, both of them this one. What needs no Ray is in `test_cluster_*.py`."""

from __future__ import annotations

import json
import threading
from collections import Counter
from importlib.util import find_spec

import pytest
from completions import completion
from fakeserver import FakeServer, Say, said
from runs import asking, ended, records, started, write_papers

from pipeline.cluster import stream
from pipeline.cluster.connection import connected
from pipeline.errors import MachineError

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "claimsheet[cluster]"'),
    pytest.mark.filterwarnings("ignore"),  # what Ray warns of is Ray's
]

SHARD = 8
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False, "node_ip_address": "127.0.0.1"}


def patiently(start, tries=3):
    """Start a machine; Ray gives it 30 seconds, which a busy processor may take."""
    for left in reversed(range(tries)):
        try:
            return start()
        except Exception:
            if not left:
                raise
    return None


@pytest.fixture(scope="module")
def head():
    """A machine of one core, on loopback alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's word for staying on loopback
        patch.setenv("RAY_AUTH_MODE", "disabled")  # its token is kept at home, and each test has a home of its own
        from ray.cluster_utils import Cluster  # noqa: PLC0415 - not everywhere

        cluster = patiently(lambda: Cluster(initialize_head=True, head_node_args=NODE))
        yield cluster
        cluster.shutdown()


@pytest.fixture
def cluster(head):
    """Both machines."""
    if len(head.list_all_nodes()) == 1:
        patiently(lambda: head.add_node(**NODE))
    return head


def slowly(call):
    """Answer most papers well, and refuse some."""
    if call.paper % 9 == 4:
        return Say(completion(refusal="I can't help with that."), after=0.1)
    return Say(completion(said(call.paper)), after=0.1)


def outputs(folder):
    return [(folder / name).read_bytes() for name in ("cards.jsonl", "cards.failures.jsonl")]


def extract(papers, folder, *options, tries=3):
    """Run the command, and once more, as its message says, where Ray fell apart, which it may on a busy processor.

    In a process of its own: Ray ends that in which it comes to grief.
    """
    end = ended(started("extract", papers, "-o", folder / "cards.jsonl", *options), within=300)
    if end.code == MachineError.exit_code and tries > 1:
        return extract(papers, folder, *options, tries=tries - 1)
    return end


def test_the_embedded_engine_gives_the_bytes_of_one_machine(cluster, tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(24))
    with papers.open("a") as file:
        file.write("no json\n")
    for name, *ray in (("one",), ("two", "--ray", cluster.address)):
        end = extract(papers, tmp_path / name, "--engine", "extractive", *ray)
        assert end.code == 3, end.err
    assert outputs(tmp_path / "two") == outputs(tmp_path / "one")


def test_a_wrong_key_stops_all_with_no_more_requests_than_workers(cluster, tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(24))
    with FakeServer(key="another") as server:
        end = extract(papers, tmp_path, *asking(server.address), "--ray", cluster.address)
    assert end.code == 4, end.err
    assert 1 <= len(server.calls) <= 2
    assert not (tmp_path / "cards.jsonl").exists()


def readers():
    """Return the threads in which Ray Data reads on."""
    return [thread for thread in threading.enumerate() if thread.name == "iter_threaded"]


def test_a_stream_that_is_left_midway_leaves_no_reader_that_would_reach_for_ray_after_its_end(cluster, monkeypatch):
    def numbered(row, **_given):  # sent by value, since workers know no tests
        return {"number": row["number"], "exit_code": 0, "message": "", "content": b"", "told": ()}

    monkeypatch.setattr(stream, "_row", numbered)
    with connected(cluster.address):
        for _ in range(3):
            parts = stream.through(range(12), None, None, 1)
            assert next(parts).exit_code == 0
            assert readers()
            parts.close()
            assert not readers()


def test_workers_share_the_money_and_a_second_run_does_what_is_missing(cluster, tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(24))
    with FakeServer() as server:
        options = (*asking(server.address, "--concurrency", 1, "--price", "1,1"), "--ray", cluster.address)
        first = extract(papers, tmp_path, *options, "--max-cost", "0.015")
        assert first.code == 3, first.err
        record = json.loads((tmp_path / "cards.run.json").read_text())
        second = extract(papers, tmp_path, *options, "--max-cost", "1")
        calls = server.papers()
    assert second.code == 0, second.err
    assert record["states"]["pending"] > 0
    assert 0 < record["asked"]["cost_usd"] <= 0.015
    assert calls == dict.fromkeys(range(24), 1)


def test_a_machine_that_dies_midway_changes_no_byte_and_loses_no_more_than_what_is_in_flight(cluster, tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(48))
    at_death = []

    def kill(server):
        while sorted(Counter(call.paper // SHARD for call in server.calls).values())[-2:-1] < [3]:
            server.wait_for(len(server.calls) + 1, within=120)
        at_death.append(len(server.calls))
        cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    with FakeServer(slowly) as server:
        options = asking(server.address, "--concurrency", 2)
        killer = threading.Thread(target=kill, args=(server,))
        killer.start()
        two = extract(papers, tmp_path / "two", *options, "--ray", cluster.address)
        killer.join()
        calls = len(server.calls)
        one = extract(papers, tmp_path / "one", *options, "--cache-dir", tmp_path / "of one")
    assert at_death[0] < 48
    assert calls - 48 <= 2 + 1  # two in flight, and a refusal, which no cache keeps
    assert (two.code, one.code) == (3, 3), two.err
    assert outputs(tmp_path / "two") == outputs(tmp_path / "one")
    assert len(records(tmp_path / "two" / "cards.jsonl")) == 43
