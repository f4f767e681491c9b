"""A run on a cluster of two machines, both of them this one: the bytes of a run on one machine, whatever happens."""

from __future__ import annotations

import json
import threading
from importlib.util import find_spec

import pytest
from completions import completion
from fakeserver import FakeServer, Say, said
from runs import asking, claimsheet, write_papers

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "claimsheet[cluster]"'),
    pytest.mark.filterwarnings("ignore"),  # what Ray warns of is Ray's
]

SHARD = 8
OUTPUTS = ("cards.jsonl", "cards.failures.jsonl")


@pytest.fixture(scope="module")
def cluster():
    """Two machines of one core each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's word for staying on loopback
        # Each test has a home of its own, and Ray keeps its token at home.
        patch.setenv("RAY_AUTH_MODE", "disabled")
        from ray.cluster_utils import Cluster  # noqa: PLC0415 - what it warns of at import is Ray's

        node = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
        two = Cluster(initialize_head=True, head_node_args={**node, "node_ip_address": "127.0.0.1"})
        two.node = {**node, "node_ip_address": "127.0.0.1"}
        yield two
        two.shutdown()


@pytest.fixture
def second(cluster):
    """The second machine, there for one test."""
    node = cluster.add_node(**cluster.node)
    cluster.wait_for_nodes()
    yield node
    if node in cluster.list_all_nodes():
        cluster.remove_node(node)


def slowly(call):
    """Answer most papers well, and some not."""
    if call.paper % 9 == 4:
        return Say(completion(refusal="I can't help with that."), after=0.05)
    return Say(completion(said(call.paper)), after=0.05)


def outputs(folder):
    return [(folder / name).read_bytes() for name in OUTPUTS]


def counts(path):
    told = json.loads(path.read_text())
    return {name: told[name] for name in told if name not in {"seconds", "asked"}} | {
        f"asked {name}": told["asked"][name] for name in ("left_out", "retries", "cost_usd")
    }


def test_a_machine_that_dies_midway_changes_no_byte(cluster, second, tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(48))
    with FakeServer(slowly) as server:
        options = asking(server.address, "--concurrency", 2)

        def kill():
            while len({call.paper // SHARD for call in server.calls}) < 2:
                server.wait_for(len(server.calls) + 1)
            cluster.remove_node(second, allow_graceful=False)

        killer = threading.Thread(target=kill)
        killer.start()
        line = ("extract", papers, "-o", tmp_path / "two" / "cards.jsonl", *options, "--ray", cluster.address)
        two = claimsheet(*line)
        killer.join()
        one = claimsheet("extract", papers, "-o", tmp_path / "one" / "cards.jsonl", *options)
    assert (two.code, one.code) == (3, 3)
    assert outputs(tmp_path / "two") == outputs(tmp_path / "one")
