"""Runs that are killed, interrupted, locked out or out of room: nothing paid is lost or asked for twice."""

import errno
import os
import random
import resource
import shlex
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from completions import completion, error
from fakeserver import FakeServer, Hang, Say, abstract, answering, said
from runs import asking, claimsheet, ended, records, started, write_papers

from pipeline.engines.openai.transport import transport
from pipeline.sheetfiles import render_folder

KILLS = 3
WITHIN = 10.0  # seconds after a signal: three are promised, a busy machine gets more, what hangs would take a minute
BOTH = pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
FULL = Path("/dev/full")
OUTPUTS = ("cards.jsonl", "cards.failures.jsonl")


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    """Let asks go over the real wire; other tests mock it."""
    monkeypatch.setattr("pipeline.engines.openai.engine.transport", transport)


def mixed(call):
    """Refuse every seventh paper, cut every ninth, answer the others; not at once."""
    if call.paper % 7 == 3:
        return Say(completion(refusal=f"no to {call.paper}: 拒否"), after=0.03)
    if call.paper % 9 == 4:
        return Say(completion(content="{", finish_reason="length"), after=0.03)
    return Say(completion(said(call.paper)), after=0.03)


def outputs(folder):
    return [(folder / name).read_bytes() for name in OUTPUTS]


# kill -9


def test_killed_again_and_again_a_run_ends_as_if_nothing_had_been(tmp_path):
    chance, count, workers = random.Random(7), 60, 4  # noqa: S311 - moments to kill at, no secrets
    papers = write_papers(tmp_path / "papers.jsonl", range(count))
    with FakeServer(mixed) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", workers))
        for _ in range(KILLS):
            process = started(*line)
            server.wait_for(len(server.calls) + chance.randint(1, 12))
            time.sleep(chance.uniform(0, 0.02))
            process.kill()
            ended(process)
        broken_off = len(server.calls)
        done = claimsheet(*line)
        calls = list(server.calls)
        calm = ("extract", papers, "-o", tmp_path / "calm" / "cards.jsonl", *asking(server.address))
        assert claimsheet(*calm, "--cache-dir", tmp_path / "calm" / "answers").code == 3
    assert broken_off > KILLS
    assert done.code == 3
    assert outputs(tmp_path) == outputs(tmp_path / "calm")
    once = count + sum(paper % 9 == 4 and paper % 7 != 3 for paper in range(count))  # the cut ones are asked twice
    assert len(calls) <= once + KILLS * workers
    left = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert left == {*OUTPUTS, "cards.run.json", "papers.jsonl"}


# Signals


@BOTH
def test_a_signal_ends_a_run_whose_calls_hang_and_what_came_is_kept(tmp_path, number, code):
    papers = write_papers(tmp_path / "papers.jsonl", range(12))
    with FakeServer(lambda call: answering(call) if call.paper < 8 else Hang()) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", 4))
        process = started(*line)
        server.wait_for(12)
        signalled = time.monotonic()
        process.send_signal(number)
        done = ended(process)
        assert time.monotonic() - signalled < WITHIN
        assert done.code == code
        assert shlex.join(["claimsheet", *map(str, line)]) in done.err
        assert "Traceback" not in done.err
        assert not (tmp_path / "cards.jsonl").exists()
        assert not list(tmp_path.glob(".cards*"))
    with FakeServer(port=_port(server)) as again:
        assert claimsheet(*line).code == 0
    assert set(again.papers()) == {8, 9, 10, 11}
    assert len(records(tmp_path / "cards.jsonl")) == 12


@BOTH
def test_a_second_signal_ends_at_once_what_the_first_could_not(number, code):
    # An end that hangs: the first signal is met by a task that will not be cancelled.
    program = (
        "import asyncio, sys\n"
        "from pipeline import run\n"
        "async def stubborn(*_, **__):\n"
        "    print('ready', flush=True)\n"
        "    while True:\n"
        "        try:\n"
        "            await asyncio.sleep(60)\n"
        "        except asyncio.CancelledError:\n"
        "            print('again', flush=True)\n"
        "run.work_in_order = stubborn\n"
        "from pipeline.__main__ import main\n"
        "main(sys.argv[1:])\n"
    )
    line = ("extract", "-", "-o", "-", *asking("http://127.0.0.1:9/v1", "-q"))
    process = started(*line, program=program, stdin=subprocess.PIPE)
    process.stdin.write(abstract(1))
    process.stdin.close()
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert process.stdout.readline() == "again\n"
    process.send_signal(number)
    signalled = time.monotonic()
    assert process.wait(30) == code
    assert time.monotonic() - signalled < WITHIN
    process.stdout.close()
    process.stderr.close()


def test_a_job_in_the_background_whose_interrupts_the_shell_ignores_still_hears_its_end(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    with FakeServer(lambda call: Hang()) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
        process = started(*line, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        server.wait_for(4)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        signalled = time.monotonic()
        done = ended(process)
    assert time.monotonic() - signalled < WITHIN
    assert done.code == 143
    assert "Traceback" not in done.err


def test_a_name_server_that_hangs_does_not_keep_an_interrupted_run(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    program = (
        "import socket, sys, time\n"
        "def hang(*_, **__):\n"
        "    print('looking', flush=True)\n"
        "    time.sleep(60)\n"
        "socket.getaddrinfo = hang\n"
        "from pipeline.__main__ import main\n"
        "main(sys.argv[1:])\n"
    )
    line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking("https://models.example/v1"))
    process = started(*line, program=program, env={"OPENAI_API_KEY": "sk-0123456789abcdef"})
    assert process.stdout.readline() == "looking\n"
    process.send_signal(signal.SIGINT)
    signalled = time.monotonic()
    assert ended(process).code == 130
    assert time.monotonic() - signalled < WITHIN


def test_a_run_that_asks_all_anew_goes_on_where_it_was_interrupted(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(12))
    with FakeServer() as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
        assert claimsheet(*line).code == 0

    def anew(call):
        return Say(completion(said(call.paper) | {"task": "new"}))

    with FakeServer(lambda call: anew(call) if len(server.calls) <= 5 else Hang(), port=_port(server)) as server:
        process = started(*line, "--refresh", "--concurrency", 1)
        server.wait_for(6)
        process.kill()
        ended(process)
    with FakeServer(anew, port=_port(server)) as again:
        assert claimsheet(*line, "--refresh").code == 0
    assert set(again.papers()) == set(range(5, 12))
    assert {card["task_area"]["task"] for card in records(tmp_path / "cards.jsonl")} == {"new"}


# Torn files


@pytest.mark.parametrize("torn", ["inside a line", "inside a character"])
def test_a_torn_journal_costs_its_last_line_alone(tmp_path, torn):
    papers = write_papers(tmp_path / "papers.jsonl", range(8))
    refusal = Say(completion(refusal="no 拒否"))
    quota = Say(error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"), 429)
    with FakeServer(lambda call: refusal if call.paper < 6 else quota) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", 1))
        assert claimsheet(*line).code == 4
    journal = tmp_path / ".cards.jsonl.journal"
    content = journal.read_bytes()
    assert content.count(b"\n") == 6
    cut = content.rindex("拒".encode()) + 1 if torn == "inside a character" else len(content) - 20
    journal.write_bytes(content[:cut])
    with FakeServer(lambda call: refusal if call.paper < 6 else answering(call), port=_port(server)) as again:
        assert claimsheet(*line).code == 3
    assert set(again.papers()) == {5, 6, 7}
    assert [failure["attempts"] for failure in records(tmp_path / "cards.failures.jsonl")] == [1] * 6
    assert not journal.exists()


# Two at once


def test_two_runs_on_one_cache_lose_nothing_and_ask_for_nothing_that_the_other_has(tmp_path):
    count, workers = 40, 4
    with FakeServer(lambda call: Say(completion(said(call.paper)), after=0.03)) as server:
        options = asking(server.address, "--concurrency", workers)
        there = write_papers(tmp_path / "there.jsonl", range(count))
        back = write_papers(tmp_path / "back.jsonl", reversed(range(count)))
        runs = [started("extract", papers, "-o", f"{papers}.cards", *options) for papers in (there, back)]
        assert [ended(run).code for run in runs] == [0, 0]
        both = [records(tmp_path / f"{name}.jsonl.cards") for name in ("there", "back")]
        assert [[card["paper"]["id"] for card in cards] for cards in both] == [
            [f"key:{n}" for n in numbers] for numbers in (range(count), reversed(range(count)))
        ]
        assert len(server.calls) <= count + 2 * workers
        asked = len(server.calls)
        assert claimsheet("extract", there, "-o", tmp_path / "third.jsonl", *options).code == 0
        assert len(server.calls) == asked


def test_a_second_run_on_one_output_is_told_who_holds_it_and_a_dead_holder_holds_nothing(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    with FakeServer(lambda call: Hang()) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
        first = started(*line)
        server.wait_for(4)
        second = claimsheet(*line)
        assert second.code == 5
        assert f"process {first.pid}" in second.err
        assert socket.gethostname() in second.err
        assert len(server.calls) == 4
        first.kill()
        ended(first)
    with FakeServer(port=_port(server)):
        assert claimsheet(*line).code == 0


# This machine's faults


@contextmanager
def files_no_larger_than(size):
    """Let no file grow beyond `size` bytes, which meets a writer as a full disk does."""
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_disk_that_fills_up_under_the_cache_ends_the_run_and_room_lets_it_go_on(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(200))
    (tmp_path / "cards.jsonl").write_text("")
    with FakeServer() as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", 4))
        with files_no_larger_than(300_000):
            full = claimsheet(*line)
        assert full.code == 5
        assert "--cache-dir" in full.err
        assert (tmp_path / "cards.jsonl").read_text() == ""
        met = len(server.calls)
        assert 4 < met < 200
        assert claimsheet(*line).code == 0
        assert len(server.calls) <= 200 + 4
    assert len(records(tmp_path / "cards.jsonl")) == 200


def test_a_disk_that_is_full_when_files_are_to_appear_leaves_what_was_there(tmp_path, monkeypatch):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    (tmp_path / "cards.jsonl").write_text("")

    def full(_handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with FakeServer() as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
        with monkeypatch.context() as patch:
            patch.setattr("pipeline.write.os.fsync", full)
            done = claimsheet(*line)
        assert done.code == 5
        assert "No space left" in done.err
        assert {path.name for path in tmp_path.iterdir()} == {"cards.jsonl", "papers.jsonl"}
        assert claimsheet(*line).code == 0
        assert len(server.calls) == 4


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_standard_output_that_takes_no_more_is_this_machines_fault(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    with FULL.open("wb") as full:
        done = ended(started("extract", papers, "-o", "-", "--engine", "extractive", "-q", stdout=full))
    assert done.code == 5
    assert "standard output" in done.err
    assert "Traceback" not in done.err


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", [("schema", "card"), ("--help",), ("show", "papers.jsonl")])
def test_a_full_output_is_no_bug_whatever_is_printed(tmp_path, command):
    write_papers(tmp_path / "papers.jsonl", range(2))
    with FULL.open("wb") as full:
        done = ended(started(*command, stdout=full, cwd=tmp_path))
    assert (done.code, done.err) == (5, "claimsheet: standard output: cannot be written (No space left on device).\n")


def in_the_way(folder):
    (folder / "file").write_text("in the way")
    return ("-o", folder / "file" / "cards.jsonl")


def no_journal(folder):
    (folder / ".cards.jsonl.journal").mkdir()
    return ("-o", folder / "cards.jsonl")


def no_cache(folder):
    (folder / "file").write_text("in the way")
    return ("-o", folder / "cards.jsonl", "--cache-dir", folder / "file" / "answers")


def broken_cache(folder):
    (folder / "answers").mkdir()
    (folder / "answers" / "cache.db").write_bytes(b"no database, but long enough to be taken for one. " * 100)
    return ("-o", folder / "cards.jsonl", "--cache-dir", folder / "answers")


@pytest.mark.parametrize("place", [in_the_way, no_journal, no_cache, broken_cache])
def test_what_cannot_be_written_is_told_before_the_first_call(tmp_path, place):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    options = place(tmp_path)
    with FakeServer() as server:
        done = claimsheet("extract", papers, *asking(server.address, "--quiet"), *options)
    assert (done.code, server.calls) == (5, [])
    assert len(done.err.splitlines()) == 1
    assert str(tmp_path) in done.err


@pytest.mark.parametrize("name", ["cards.jsonl", "failures.jsonl", "run.json", "sheet.html", "sheet.md", "sheet.csv"])
def test_a_folder_where_a_file_is_to_be_is_told_before_the_first_call(tmp_path, name):
    papers = write_papers(tmp_path / "papers.jsonl", range(4))
    (tmp_path / "out" / name).mkdir(parents=True)
    with FakeServer() as server:
        done = claimsheet("run", papers, "-o", tmp_path / "out", *asking(server.address, "--quiet", "--overwrite"))
    assert (done.code, server.calls) == (2, [])
    assert f"{tmp_path / 'out' / name} is a folder" in done.err
    assert [path.name for path in (tmp_path / "out").iterdir()] == [name]


def test_a_run_that_left_no_card_is_known_by_its_record(tmp_path):
    papers, out = write_papers(tmp_path / "papers.jsonl", range(2)), tmp_path / "out"
    with FakeServer(lambda call: Say(completion(refusal="no"))) as server:
        assert claimsheet("run", papers, "-o", out, *asking(server.address)).code == 3
    left = {path.name: path.read_bytes() for path in out.iterdir()}
    assert left["cards.jsonl"] == b""
    other = claimsheet("run", papers, "-o", out, "--engine", "extractive")
    assert other.code == 2
    assert "made with engine 'openai'" in other.err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == left
    assert claimsheet("run", papers, "-o", out, "--engine", "extractive", "--overwrite").code == 0


def test_nobody_else_writes_into_a_folder_while_its_sheets_are_rendered(tmp_path, monkeypatch):
    papers, out = write_papers(tmp_path / "papers.jsonl", range(2)), tmp_path / "out"
    line = ("run", papers, "-o", out, "--engine", "extractive")
    others = []

    def rendering(folder):
        monkeypatch.setattr("pipeline.sheetfiles.render_folder", render_folder)
        others.append(claimsheet(*line))
        render_folder(folder)

    monkeypatch.setattr("pipeline.sheetfiles.render_folder", rendering)
    assert claimsheet(*line).code == 0
    assert [other.code for other in others] == [5]
    assert "is writing here" in others[0].err


def test_an_input_that_changes_while_it_is_read_ends_the_run_and_touches_no_output(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(400))
    (tmp_path / "cards.jsonl").write_text("")

    def change(call):
        if call.paper == 3 and call.attempt == 1:
            write_papers(papers, range(401))
        return answering(call)

    with FakeServer(change) as server:
        line = ("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", 2))
        done = claimsheet(*line)
        assert done.code == 2
        assert "papers.jsonl" in done.err
        assert "changed" in done.err
        assert (tmp_path / "cards.jsonl").read_text() == ""
        assert claimsheet(*line).code == 0
        assert len(server.calls) <= 401 + 2
    assert len(records(tmp_path / "cards.jsonl")) == 401


def _port(server):
    return int(server.address.rpartition(":")[2].partition("/")[0])
