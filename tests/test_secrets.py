"""A key stands in no file and no stream, whatever happens and however much is logged."""

import json

import pytest
from completions import completion, error
from fakeserver import FakeServer, Reset, Say, answering, said
from runs import asking, claimsheet, ended, started, write_papers

KEY = "sk-planted/0123456789+abcdef"
PARTS = (KEY, KEY.replace("/", r"\/"), "planted/0123456789", KEY.partition("/")[2])


def echo(call):
    """Misbehave in a way for each paper, the key in every word of it."""
    told = f"your key is {KEY}"
    header = {"x-echo": call.headers["authorization"]}
    reply = completion(said(call.paper) | {"task": told})
    ways = (
        Say(completion(said(call.paper)), headers=header),
        Say(reply),
        Say(json.dumps(reply).replace("/", r"\/").encode()),
        Say(completion(refusal=told)),
        Say(completion(content=f"no json, but {told}")),
        Say(error(told, code="content_filter"), 400),
        Say({"error": told}, 400, header),
        Say(error(told), 500) if call.attempt == 1 else answering(call),
        Say(f"<html>{told}</html>".encode()) if call.attempt == 1 else answering(call),
        Reset() if call.attempt == 1 else answering(call),
    )
    return ways[call.paper % len(ways)]


def refused(call):
    return Say(error(f"Incorrect API key provided: {KEY}", code="invalid_api_key"), 401)


def run(folder, script, *options, program=None, calls=True, **environment):
    """Run everything in `folder`, temporary files and cache included, and tell how it ended."""
    for name in ("tmp", "home"):
        (folder / name).mkdir()
    papers = write_papers(folder / "papers.jsonl", range(10))
    own = {"TMPDIR": str(folder / "tmp"), "HOME": str(folder / "home"), "OPENAI_API_KEY": f"{KEY}\n"}
    with FakeServer(script) as server:
        places = ("-o", folder / "out", "--cache-dir", folder / "answers")
        line = ("run", papers, *places, *asking(server.address, "--retries", 1), *options)
        done = ended(started(*line, program=program, cwd=folder, env=own | environment))
        assert all(call.headers["authorization"] == f"Bearer {KEY}" for call in server.calls)
        assert bool(server.calls) == calls
    return done


def where_it_stands(folder, done):
    """Return each place in which the key, or the telling part of it, can be read."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert len(files) > 1
    places = files | {"stdout": done.out.encode(), "stderr": done.err.encode()}
    return [name for name, content in places.items() if any(part.encode() in content for part in PARTS)]


@pytest.mark.parametrize("log", [{}, {"OPENAI_LOG": "debug", "PYTHONASYNCIODEBUG": "1"}], ids=["quiet", "debug"])
def test_a_run_that_meets_every_echo_of_the_key_writes_it_nowhere(tmp_path, log):
    done = run(tmp_path, echo, **log)
    assert done.code == 3
    assert (tmp_path / "out" / "sheet.html").exists()
    assert where_it_stands(tmp_path, done) == []


def test_a_key_that_is_refused_is_not_shown(tmp_path):
    done = run(tmp_path, refused, OPENAI_LOG="debug")
    assert done.code == 4
    assert "[key]" in done.err
    assert where_it_stands(tmp_path, done) == []


def test_a_bug_of_ours_leaves_a_trace_without_the_key(tmp_path):
    program = (
        "import os, sys\n"
        "from pipeline.engines.openai import engine\n"
        "def broken(*_):\n"
        "    raise RuntimeError('a header was ' + os.environ['OPENAI_API_KEY'].strip())\n"
        "engine.Answer = broken\n"
        "from pipeline.__main__ import main\n"
        "main(sys.argv[1:])\n"
    )
    done = run(tmp_path, answering, program=program)
    assert done.code == 1
    (trace,) = (tmp_path / "tmp").glob("claimsheet-trace-*")
    assert "a header was [key]" in trace.read_text()
    assert where_it_stands(tmp_path, done) == []


def test_an_address_where_nobody_is_takes_no_key_into_a_message(tmp_path):
    done = run(tmp_path, answering, "--retries", 0, "--limit", 3, "--base-url", "http://127.0.0.1:1/v1", calls=False)
    assert done.code == 3
    assert where_it_stands(tmp_path, done) == []


def test_who_pays_at_openai_is_told_to_no_other_host(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-1")
    papers = write_papers(tmp_path / "papers.jsonl", range(1))
    with FakeServer() as server:
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address)).code == 0
        assert not {"openai-organization", "openai-project"} & set(server.calls[0].headers)


def test_a_server_that_needs_no_key_gets_none_wherever_it_stands(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    papers = write_papers(tmp_path / "papers.jsonl", range(1))
    with FakeServer() as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address), "--provider", "ollama")
        assert claimsheet(*line).code == 0
        assert KEY not in server.calls[0].headers["authorization"]
