"""The whole way to a card with a real model behind a real server; `make local-llm` runs it.

Nothing is asserted of what the model says, which is poor: what is asserted is that every step of
the way is real, and that what the model invents is shown as invented.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from command import command

from pipeline.readers import read_papers

ROOT = Path(__file__).parents[1]
HERE = ROOT / "tests" / "local_llm"
PYTHON = ROOT / ".venv-local-llm" / "bin" / "python"
PICKED = (0, 1, 5)  # of the seeds, shortest first
WANTED = os.environ.get("CLAIMSHEET_LOCAL_LLM") == "1"

pytestmark = pytest.mark.skipif(
    not WANTED, reason="NO REAL MODEL WAS ASKED: `make local-llm` downloads one (130 MB) and asks it"
)


@pytest.fixture(scope="module")
def address():
    """The address of the server, which lives as long as these tests."""
    if not PYTHON.exists():
        pytest.fail("there is no server to start: run `make local-llm`")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([PYTHON, HERE / "server.py"], text=True, **pipes) as server:
        told = server.stdout.readline().strip()
        assert told.startswith("http://127.0.0.1:"), "the server did not start"
        yield f"{told}/v1"
        server.stdin.close()
        server.wait(timeout=30)


@pytest.fixture
def claimsheet(capfd):
    return command(capfd)


@pytest.fixture
def papers(tmp_path):
    shortest = sorted(read_papers([str(ROOT / "seeds")]), key=lambda paper: len(paper.abstract))
    path = tmp_path / "papers.jsonl"
    rows = (json.dumps({"abstract": shortest[number].abstract}) for number in PICKED)
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def asked(address):
    return ("--engine", "openai", "--base-url", address, "--model", "smollm2", "--private")


def records(path):
    return [json.loads(row) for row in path.read_text(encoding="utf-8").split("\n") if row]


def test_the_doctor_finds_the_server_well(claimsheet, address, capfd):
    ended = claimsheet("doctor", *asked(address))
    with capfd.disabled():
        print(f"\n{ended.out}")  # noqa: T201 - worth seeing
    assert ended.code == 0
    assert "fail" not in ended.out
    assert "ok    model       'smollm2' is listed" in ended.out
    assert "ok    structure   json_schema is taken and kept to" in ended.out
    assert "ok    usage" in ended.out


def test_three_abstracts_go_the_whole_way_and_what_is_invented_is_shown_as_absent(
    claimsheet, address, papers, tmp_path, capfd
):
    out = tmp_path / "out"
    way = (papers, "--prompt", HERE / "prompt.md", "--concurrency", "1", "--retries", "0", "--timeout", "900")
    ended = claimsheet("run", *way, "-o", out, *asked(address))
    (run,) = records(out / "run.json")
    cards = records(out / "cards.jsonl")
    with capfd.disabled():
        print(f"\n{ended.err}\n{told(run, cards)}")  # noqa: T201 - worth seeing

    # A reply that runs on to the end of the context is no card: truncated, and told so.
    assert ended.code == (0 if len(cards) == len(PICKED) else 3)
    assert sum(run["states"].values()) == len(PICKED)
    assert set(run["states"]) <= {"ok", "truncated"}
    assert cards

    assert run["asked"]["left_out"] == []
    assert run["requests"] >= len(PICKED)
    assert run["tokens"]["input"] > 500 * len(cards)
    assert run["tokens"]["output"] > 0
    assert {card["provenance"]["output_mode"] for card in cards} == {"json_schema"}

    sheet = (out / "sheet.md").read_text(encoding="utf-8")
    values = [(card, value) for card in cards for gain in card["claimed_gains"] for value in gain["values"]]
    # The example in the prompt says 42%, no abstract does, and a model this small repeats it.
    invented = [(card, value) for card, value in values if value["text"] not in card["paper"]["abstract"]]
    assert invented
    assert all(value["verdict"] == "absent" and value["start"] is None for _, value in invented)
    assert not any(card["review"]["grounded"] for card, _ in invented)
    assert "not in the abstract" in sheet.lower()

    again = claimsheet("run", *way, "-o", tmp_path / "again", *asked(address))
    (second,) = records(tmp_path / "again" / "run.json")
    assert again.code == ended.code
    assert second["cache_hits"] == len(cards)
    assert records(tmp_path / "again" / "cards.jsonl") == cards


def told(run, cards):
    """Return what is worth seeing of a run."""
    rows = [f"states {run['states']}, {run['requests']} requests, tokens {run['tokens']}, {run['seconds']:.0f} s"]
    for card in cards:
        values = ", ".join(f"{v['text']} ({v['verdict']})" for gain in card["claimed_gains"] for v in gain["values"])
        rows.append(f"{card['paper']['id']}: {card['problem']['text'][:80]} | values: {values or 'none'}")
    return "\n".join(rows)
