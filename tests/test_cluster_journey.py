"""A journey through a cluster, without Ray: what is done, what is not done again, and in which order it comes out."""

from __future__ import annotations

import json

import pytest
from cluster_room import HereAndNow
from completions import completion
from fakeserver import FakeServer, Say, abstract, answering
from runs import asking, claimsheet, records, write_papers

from pipeline.engines.openai.transport import transport

OUTPUTS = ("cards.jsonl", "failures.jsonl", "sheet.html", "sheet.md", "sheet.csv")
VARYING = {"seconds"}


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    """Let asks go over the real wire, and let Ray be installed."""
    monkeypatch.setattr("pipeline.engines.openai.engine.transport", transport)
    monkeypatch.setattr("pipeline.cli.clustering.find_spec", lambda name: name)


@pytest.fixture
def cluster(monkeypatch):
    return HereAndNow(monkeypatch)


def mixed(call):
    """Refuse some papers and cut some, answer the others well."""
    if call.paper % 11 == 3:
        return Say(completion(refusal="I can't help with that."))
    if call.paper % 13 == 5 and call.attempt % 2:
        return Say(completion(content='{"system"', finish_reason="length"))
    return answering(call)


def outputs(folder):
    return [(folder / name).read_bytes() for name in OUTPUTS]


def told(folder):
    record = json.loads((folder / "run.json").read_text())
    return {name: value for name, value in record.items() if name not in VARYING}


def parts(folder):
    return sorted(path.name for path in folder.glob(".cards.jsonl.parts/*"))


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_asking_through_a_cluster_gives_the_bytes_of_one_machine(tmp_path, cluster, strict):
    papers = write_papers(tmp_path / "papers.jsonl", range(40))
    with papers.open("a") as file:
        # An abstract once more, a broken line, and a paper without an abstract.
        file.write(json.dumps({"id": "again", "abstract": abstract(7)}) + "\n")
        file.write(json.dumps({"id": "refused again", "abstract": abstract(3)}) + '\n{"id": "none"}\nno json\n')
    with FakeServer(mixed) as server:
        options = asking(server.address, "--price", "1,2", *strict)
        one = claimsheet("run", papers, "-o", tmp_path / "one", *options)
        asked = len(server.calls)
        cache = ("--cache-dir", tmp_path / "cache of the cluster")
        many = claimsheet("run", papers, "-o", tmp_path / "many", *options, *cache, "--ray", "auto")
    assert len(cluster.worked) > 4
    assert (many.code, one.code) == (3, 3)
    assert outputs(tmp_path / "many") == outputs(tmp_path / "one")
    assert told(tmp_path / "many") == told(tmp_path / "one")
    assert len(server.calls) == 2 * asked


def test_the_embedded_engine_gives_the_bytes_of_one_machine(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(20))
    options = ("run", papers, "--engine", "extractive", "-o")
    one, many = (claimsheet(*options, tmp_path / name, *ray) for name, *ray in (("one",), ("many", "--ray", "auto")))
    assert (one.code, many.code) == (0, 0)
    assert outputs(tmp_path / "many") == outputs(tmp_path / "one")
    assert told(tmp_path / "many") == told(tmp_path / "one")
    # What is known of a paper besides its abstract matters to this engine, so that each is worked on.
    assert cluster.worked == [2, 1, 0]


def test_a_run_that_was_broken_off_goes_on_with_the_shards_that_are_missing(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(40))
    with FakeServer() as server:
        line = ("run", papers, "-o", tmp_path / "out", *asking(server.address), "--ray", "auto")
        cluster.fail_after = 2
        assert claimsheet(*line).code == 130
        assert not (tmp_path / "out" / "cards.jsonl").exists()
        cluster.fail_after = None
        assert claimsheet(*line, "--cache-dir", tmp_path / "of another machine").code == 0
        assert max(server.papers().values()) == 1
    assert sorted(cluster.worked) == [0, 1, 2, 3, 4]
    assert len(records(tmp_path / "out" / "cards.jsonl")) == 40
    assert told(tmp_path / "out")["cache_hits"] == 16


def test_a_list_that_grew_is_worked_on_at_its_end(tmp_path, cluster):
    with FakeServer() as server:
        line = ("run", tmp_path / "papers.jsonl", "-o", tmp_path / "out", *asking(server.address), "--ray", "auto")
        for count, done in ((24, {0, 1, 2}), (30, {3})):
            write_papers(tmp_path / "papers.jsonl", range(count))
            cluster.worked.clear()
            assert claimsheet(*line).code == 0
            assert set(cluster.worked) == done
    assert len(records(tmp_path / "out" / "cards.jsonl")) == 30


def test_only_parts_in_which_every_paper_is_ok_outlive_a_run(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(24))
    with FakeServer(mixed) as server:
        line = ("run", papers, "-o", tmp_path / "out", *asking(server.address), "--ray", "auto")
        assert claimsheet(*line).code == 3
        assert parts(tmp_path / "out") == ["00000002.part.jsonl"]  # papers 3 and 14 are refused
        cluster.worked.clear()
        assert claimsheet(*line).code == 3
    assert sorted(cluster.worked) == [0, 1]


def test_what_is_asked_for_anew_is_not_taken_from_parts(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(16))
    with FakeServer() as server:
        line = ("run", papers, "-o", tmp_path / "out", *asking(server.address), "--ray", "auto")
        for _ in range(2):
            assert claimsheet(*line, "--refresh").code == 0
    assert set(server.papers().values()) == {2}
    assert parts(tmp_path / "out") == []


def test_money_that_runs_out_leaves_the_rest_pending_and_more_money_goes_on(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(40))
    with FakeServer() as server:
        options = asking(server.address, "--price", "1,1", "--concurrency", 1, "--ray", "auto")
        line = ("run", papers, "-o", tmp_path / "out", *options)
        assert claimsheet(*line, "--max-cost", "0.02").code == 3
        record = told(tmp_path / "out")
        assert record["states"]["pending"] > 0
        assert 0 < record["asked"]["cost_usd"] <= 0.02
        assert claimsheet(*line, "--max-cost", "1").code == 0
        assert max(server.papers().values()) == 1


def test_a_provider_that_serves_nobody_ends_the_run_with_what_came_kept(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(16))
    with FakeServer(key="another") as server:
        end = claimsheet("run", papers, "-o", tmp_path / "out", *asking(server.address), "--ray", "auto")
    assert end.code == 4
    assert len(server.calls) == 1
    assert not (tmp_path / "out" / "cards.jsonl").exists()


def test_a_limit_a_canary_and_an_empty_list_go_with_a_cluster(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(40))
    with FakeServer() as server:
        line = ("run", papers, "-o", tmp_path / "out", *asking(server.address), "--ray", "auto", "--limit", 10)
        assert claimsheet(*line).code == 0
    assert len(records(tmp_path / "out" / "cards.jsonl")) == 10
    assert sorted(cluster.worked) == [0, 1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "-"), "standard output"),
        (("-o", "cards.jsonl", "--private"), "--private"),
        (("-o", "cards.jsonl", "--base-url", "https://me:secret@api.example.org/v1"), "a password in an address"),
    ],
)
def test_what_makes_no_sense_on_a_cluster_is_refused(tmp_path, cluster, options, told):
    papers = write_papers(tmp_path / "papers.jsonl", range(2))
    end = claimsheet("extract", papers, *options, "--ray", "auto")
    assert end.code == 2
    assert told in end.err
    assert cluster.worked == []


@pytest.mark.parametrize("url", ["postgresql://me:secret@h/a", "postgresql://h/a?password=secret"])
def test_no_password_of_a_store_goes_through_a_cluster(tmp_path, cluster, monkeypatch, url):
    monkeypatch.setenv("CLAIMSHEET_STORE", url)
    papers = write_papers(tmp_path / "papers.jsonl", range(2))
    end = claimsheet(
        "extract", papers, "-o", tmp_path / "cards.jsonl", *asking("http://127.0.0.1:9/v1"), "--ray", "auto"
    )
    assert (end.code, cluster.worked) == (2, [])
    assert "a password in an address" in end.err
    assert "secret" not in end.err


def test_a_batch_on_a_cluster_is_refused(tmp_path, cluster):
    papers = write_papers(tmp_path / "papers.jsonl", range(2))
    end = claimsheet(
        "run", papers, "-o", tmp_path / "out", *asking("http://127.0.0.1:9/v1"), "--batch", "--ray", "auto"
    )
    assert (end.code, "--batch" in end.err) == (2, True)


def test_without_ray_the_line_that_installs_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("pipeline.cli.clustering.find_spec", lambda name: None)
    papers = write_papers(tmp_path / "papers.jsonl", range(2))
    end = claimsheet("run", papers, "-o", tmp_path / "out", "--ray", "auto")
    assert end.code == 2
    assert 'pip install "claimsheet[cluster]"' in end.err
