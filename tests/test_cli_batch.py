import json
import re
import signal

import httpx
import pytest
from completions import completion, error
from fakebatches import FakeBatches, ServedBatches, row, unserved
from fakeserver import said
from runs import asking, claimsheet, ended, records, started, write_papers

ADDRESS = "http://127.0.0.1:9/v1"
ASK = ("--base-url", ADDRESS, "--model", "m")
THERE = ("--base-url", ADDRESS)


def number(ask):
    return int(re.search(r"Paper (\d+)", ask["body"]["messages"][-1]["content"])[1])


def answered(ask):
    return row(ask, completion(said(number(ask))))


class Provider(FakeBatches):
    """Answers a single ask like one in a batch."""

    def _answer(self, request, kind, name=None, what=None):
        if kind == "chat":
            return answered({"custom_id": "", "body": json.loads(request.content)})["response"]["body"]
        return super()._answer(request, kind, name, what)


@pytest.fixture
def provider(httpx2_mock):
    httpx2_mock._assert_all_called = False
    made = Provider(answered)
    httpx2_mock.route(url__startswith=f"{ADDRESS}/").mock(side_effect=made)
    return made


@pytest.fixture
def listed(tmp_path):
    return write_papers(tmp_path / "papers.jsonl", range(6))


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch):
    monkeypatch.setattr("pipeline.batches.waiting._FIRST_LOOK", 0.001)


def test_submit_prints_the_ids_and_collect_fills_the_cache_so_that_a_run_asks_nothing(provider, listed, tmp_path):
    submitted = claimsheet("batch", "submit", listed, *ASK)
    assert (submitted.code, submitted.out) == (0, "batch_1\n")
    assert "5 papers to submit, 1 answered already" in submitted.err
    assert f"claimsheet batch collect --base-url {ADDRESS}" in submitted.err
    assert claimsheet("batch", "collect", *THERE).code == 0
    asked = provider.count("POST", "/chat/completions")
    ran = claimsheet("run", listed, "-o", tmp_path / "out", *ASK)
    assert ran.code == 0
    assert provider.count("POST", "/chat/completions") == asked == 1
    (record,) = records(tmp_path / "out" / "run.json")
    assert (record["requests"], record["cache_hits"]) == (0, 6)


def test_the_first_paper_is_asked_at_once_so_that_a_wrong_key_or_form_is_known_before_a_day_has_passed(
    provider, listed, httpx2_mock
):
    provider.before = [lambda _: _httpx(401, error("no", code="invalid_api_key"))]
    assert claimsheet("batch", "submit", listed, *ASK).code == 4
    assert provider.files == {}
    refused = error("Unsupported parameter: 'temperature' is not supported with this model.")
    provider.before = [lambda _: _httpx(400, refused)]
    assert claimsheet("batch", "submit", listed, *ASK).code == 0
    assert all("temperature" not in ask["body"] for ask in provider.asks())


def _httpx(status, body):

    return httpx.Response(status, json=body)


def test_cards_by_batch_are_to_the_byte_those_of_a_run(provider, listed, tmp_path, monkeypatch):
    assert claimsheet("run", listed, "-o", tmp_path / "batch", *ASK, "--batch").code == 0
    assert len(provider.asks()) == 5
    monkeypatch.setenv("CLAIMSHEET_CACHE_DIR", str(tmp_path / "other"))
    assert claimsheet("run", listed, "-o", tmp_path / "single", *ASK).code == 0
    for name in ("cards.jsonl", "failures.jsonl", "sheet.html", "sheet.csv"):
        assert (tmp_path / "batch" / name).read_bytes() == (tmp_path / "single" / name).read_bytes()


@pytest.mark.parametrize("ending", ["expired", "cancelled"])
def test_what_an_expired_batch_finished_is_kept_the_rest_is_pending_and_asked_for_again(
    provider, listed, tmp_path, ending
):
    provider.ending = ending
    provider.script = lambda ask: answered(ask) if number(ask) < 3 else unserved(ask)
    ran = claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--batch")
    assert ran.code == 3
    (record,) = records(tmp_path / "out" / "run.json")
    assert record["states"] == {"ok": 3, "pending": 3}
    assert [card["paper"]["id"] for card in records(tmp_path / "out" / "cards.jsonl")] == ["key:0", "key:1", "key:2"]
    provider.script, provider.ending = answered, "completed"
    assert claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--batch").code == 0
    assert sorted(number(ask) for ask in provider.asks("batch_2")) == [3, 4, 5]
    assert provider.count("POST", "/chat/completions") == 1


def test_the_rest_is_asked_at_once_where_the_user_says_so(provider, listed, tmp_path):
    provider.script = lambda ask: answered(ask) if number(ask) < 3 else unserved(ask)
    assert claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--batch", "--ask-rest").code == 0
    assert provider.count("POST", "/chat/completions") == 1 + 3


def test_failures_of_a_batch_are_those_of_a_run_and_only_a_run_repairs(provider, listed, tmp_path):
    bodies = {
        1: completion(refusal="no"),
        2: completion(content="prose"),
        3: completion(content='{"system"', finish_reason="length"),
    }
    provider.script = lambda ask: row(ask, bodies.get(number(ask)) or completion(said(number(ask))))
    assert claimsheet("run", listed, "-o", tmp_path / "one", *ASK, "--batch").code == 3
    failures = {f["paper"]["id"]: f for f in records(tmp_path / "one" / "failures.jsonl")}
    assert {name: f["state"] for name, f in failures.items()} == {
        "key:1": "refused", "key:2": "format_error", "key:3": "truncated",
    }  # fmt: skip
    assert failures["key:2"]["raw"] == "prose"
    assert provider.count("POST", "/chat/completions") == 1
    assert claimsheet("run", listed, "-o", tmp_path / "two", *ASK).code == 3
    # A repair, and once more room; the refusal is told again and not asked for again.
    assert provider.count("POST", "/chat/completions") == 3
    (refused,) = records(tmp_path / "two" / "failures.jsonl")
    assert (refused["paper"]["id"], refused["state"], refused["attempts"]) == ("key:1", "refused", 1)
    assert claimsheet("run", listed, "-o", tmp_path / "two", *ASK).code == 0
    assert provider.count("POST", "/chat/completions") == 4


def test_what_costs_too_much_is_left_out_told_and_makes_the_exit_code_3(provider, listed):
    submitted = claimsheet("batch", "submit", listed, *ASK, "--price", "1000,0", "--max-cost", 5)
    assert submitted.code == 3
    assert "left out by --max-cost" in submitted.err
    assert len(provider.asks()) < 5


def test_a_limit_without_a_price_is_refused_before_anything_is_sent(provider, listed):
    assert claimsheet("batch", "submit", listed, *ASK, "--max-cost", 5).code == 2
    assert provider.calls == []


def test_what_does_not_fit_the_queue_waits_for_the_next_submit(provider, listed):
    provider.looks = 1
    few = (*ASK, "--max-enqueued-tokens", 3500)
    first = claimsheet("batch", "submit", listed, *few)
    assert first.code == 3
    assert "wait for room in the queue" in first.err
    while provider.batches and len(provider.asks()) < 5:
        claimsheet("batch", "collect", *THERE)
        claimsheet("batch", "submit", listed, *few)
    assert sorted(number(ask) for ask in provider.asks()) == [1, 2, 3, 4, 5]


def test_status_prints_a_line_a_batch_and_asks_nothing_of_the_model(provider, listed):
    provider.looks = 1
    claimsheet("batch", "submit", listed, *ASK)
    shown = claimsheet("batch", "status", *THERE)
    assert (shown.code, shown.out) == (0, "batch_1  in_progress  0/5  m\n")
    assert claimsheet("batch", "collect", *THERE).code == 0
    assert claimsheet("batch", "status", *THERE).out == ""


def test_collect_says_3_while_a_batch_is_at_work_and_where_there_is_none(provider, listed):
    assert claimsheet("batch", "collect", *THERE).code == 3
    provider.looks = 1
    claimsheet("batch", "submit", listed, *ASK)
    waiting = claimsheet("batch", "collect", *THERE)
    assert waiting.code == 3
    assert "still out: 1" in waiting.err
    assert claimsheet("batch", "collect", *THERE).code == 0


def test_what_a_cancelled_batch_has_done_is_collected(provider, listed):
    provider.looks = 1
    provider.script = lambda ask: answered(ask) if number(ask) == 1 else None
    claimsheet("batch", "submit", listed, *ASK)
    cancelled = claimsheet("batch", "cancel", "batch_1", *THERE)
    assert cancelled.code == 0
    assert "batch_1: cancelling" in cancelled.err
    collected = claimsheet("batch", "collect", *THERE)
    assert collected.code == 3
    assert "1 ok, 4 pending" in collected.err


def test_a_batch_that_is_not_here_cannot_be_cancelled_and_one_that_is_gone_is_forgotten(provider, listed):
    claimsheet("batch", "submit", listed, *ASK)
    assert claimsheet("batch", "cancel", "batch_9", *THERE).code == 2
    provider.batches.clear()
    assert claimsheet("batch", "collect", *THERE).code == 4
    assert claimsheet("batch", "cancel", *THERE).code == 0
    assert claimsheet("batch", "status", *THERE).out == ""


def test_the_ledger_moves_no_key_and_no_abstract_to_another_address(provider, listed):
    claimsheet("batch", "submit", listed, *ASK)
    sent = len(provider.calls)
    elsewhere = claimsheet("batch", "collect", "--base-url", "http://127.0.0.1:10/v1")
    assert elsewhere.code == 3
    assert ADDRESS in elsewhere.err
    assert len(provider.calls) == sent


def test_a_run_says_what_is_still_out_since_it_asks_for_it_again(provider, listed, tmp_path):
    provider.looks = 9
    claimsheet("batch", "submit", listed, *ASK)
    assert "still out: batch_1" in claimsheet("run", listed, "-o", tmp_path / "out", *ASK).err


def test_the_embedded_engine_has_no_batches(listed, tmp_path):
    ran = claimsheet("run", listed, "-o", tmp_path / "out", "--engine", "extractive", "--batch")
    assert ran.code == 2
    assert "--batch" in ran.err


def test_refresh_by_batch_asks_all_again_once(provider, listed, tmp_path):
    claimsheet("run", listed, "-o", tmp_path / "out", *ASK)
    asked = provider.count("POST", "/chat/completions")
    assert claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--batch", "--refresh").code == 0
    assert len(provider.asks()) == 6
    assert provider.count("POST", "/chat/completions") == asked + 1


def test_an_exhausted_quota_ends_with_exit_4_and_what_came_is_kept(provider, listed, tmp_path):
    provider.faults = [("insufficient_quota", "You exceeded your current quota")]
    ran = claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--batch")
    assert ran.code == 4
    assert "exceeded your current quota" in ran.err


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_while_it_waits_leaves_no_batch_behind(listed, tmp_path, stop):
    provider = Provider(answered, looks=10**9)
    with ServedBatches(provider) as server:
        options = asking(server.address, "--batch")
        process = started("run", listed, "-o", tmp_path / "out", *options)
        for line in process.stderr:
            if "in_progress" in line:
                break
        process.send_signal(stop)
        told = ended(process)
        assert told.code == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[stop]
        if stop != signal.SIGKILL:
            assert "still out: batch_1" in told.err
            assert f"claimsheet batch collect --base-url {server.address}" in told.err
        provider.looks = 0
        assert claimsheet("batch", "collect", "--base-url", server.address).code == 0
        assert claimsheet("run", listed, "-o", tmp_path / "out", *options).code == 0
        assert len(provider.batches) == 1
