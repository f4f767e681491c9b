"""Faults that users of such tools reported, each a kind to be immune to.

Where a row of the table wants a process of its own its test stands in `test_crash.py`: a torn last line, two runs on
one output, a full disk, Ctrl-C over hung calls. Active content in abstracts and replies is line 11 of
`test_invariants.py`, a closed pipe is in `test_cli.py`, packed calls are in `test_packing.py`, expired and orphaned
batches in `test_batches_*.py`.
"""

import asyncio
import gzip
import json
import unicodedata
import zlib
from collections import Counter

import httpx2
import pytest
from completions import ANSWER, completion, error
from fakeserver import FakeServer, Garbage, Hang, Reset, Say, Trickle, abstract, answering, first_try, rate_limit, said
from runs import asking, claimsheet, ended, records, started, write_papers
from virtual import run as in_virtual_time

from pipeline.engines.interface import AskFailed
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.engine import OpenAIEngine, Patience
from pipeline.engines.openai.transport import LARGEST, transport
from pipeline.errors import ProviderError
from pipeline.exchange import Request
from pipeline.outputmode import OutputMode

CONTENT = json.dumps(said(1))
QUOTA = Say(error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"), 429)


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    """Let asks go over the real wire; other tests mock it."""
    monkeypatch.setattr("pipeline.engines.openai.engine.transport", transport)


@pytest.fixture
def extract(tmp_path):
    """Return a function that extracts papers with a server and tells the end, the cards and the failures."""

    def run(server, papers, *options):
        source = papers if hasattr(papers, "read_bytes") else write_papers(tmp_path / "papers.jsonl", papers)
        done = claimsheet("extract", source, "-o", tmp_path / "cards.jsonl", *asking(server.address, *options))
        files = (tmp_path / "cards.jsonl", tmp_path / "cards.failures.jsonl", tmp_path / "cards.run.json")
        return done, *(records(path) if path.exists() else [] for path in files)

    return run


def states(failures):
    return {failure["paper"]["id"]: failure["state"] for failure in failures}


# failed, refused or truncated replies cached and replayed


def test_failed_refused_and_truncated_replies_are_asked_again_and_only_those(extract):
    bad = {
        1: Say(completion(refusal="no")),
        2: Say(completion(content="{", finish_reason="length")),
        3: Say({}, 500),
        4: Say(completion(content="no json")),
    }
    with FakeServer(lambda call: bad.get(call.paper) or answering(call)) as server:
        assert extract(server, range(8), "--retries", 0)[0].code == 3
        bad.clear()
        before = len(server.calls)
        assert extract(server, range(8), "--retries", 0)[0].code == 0
        assert sorted(call.paper for call in server.calls[before:]) == [1, 2, 3, 4]


# 401 or 404 retried per item, empty output, exit 0


@pytest.mark.parametrize(("status", "code"), [(401, "invalid_api_key"), (404, "model_not_found")])
def test_a_key_or_model_that_nobody_knows_ends_the_run_with_address_and_model(extract, status, code):
    with FakeServer(lambda call: Say(error("no", code=code), status)) as server:
        done, cards, *_ = extract(server, range(100), "--concurrency", 3)
    assert (done.code, cards) == (4, [])
    assert len(server.calls) <= 3
    assert server.address in done.err
    assert "'m'" in done.err


# exhausted quota taken for a rate limit


def test_an_exhausted_quota_stops_at_once_and_what_arrived_is_kept(extract):
    quota = [10]
    with FakeServer(lambda call: answering(call) if len(server.calls) <= quota[0] else QUOTA) as server:
        done, *_ = extract(server, range(30), "--concurrency", 2)
        assert done.code == 4
        assert "credit" in done.err
        assert len(server.calls) <= 12
        quota[0] = 1000
        assert extract(server, range(30))[0].code == 0
        assert max(server.papers()[paper] for paper in range(10)) == 1


# all workers wake at the same second after Retry-After


def test_workers_wake_apart_and_none_before_the_server_said(extract):
    limit = rate_limit({"retry-after-ms": "300"})
    with FakeServer(first_try(dict.fromkeys(range(8), limit))) as server:
        assert extract(server, range(8), "--concurrency", 8)[0].code == 0
    first = {call.paper: call.at for call in server.calls if call.attempt == 1}
    again = {call.paper: call.at for call in server.calls if call.attempt == 2}
    assert all(again[paper] - first[paper] >= 0.3 for paper in range(8))
    assert len({round(moment, 3) for moment in again.values()}) > 1


# a server that accepts and never answers, or trickles bytes


@pytest.mark.parametrize("fault", [Hang(), Trickle()], ids=["hang", "trickle"])
def test_a_call_that_hangs_once_costs_its_deadline_and_is_asked_again(extract, fault):
    with FakeServer(first_try({2: fault})) as server:
        done, cards, _, (record,) = extract(server, range(4), "--timeout", 0.3)
    assert (done.code, len(cards)) == (0, 4)
    assert record["asked"]["retries"] == {"timeout": 1}


# refusal dereferenced or looped; content filter 400 kills the run


def test_a_refusal_and_both_content_filters_cost_one_call_each_and_the_others_are_done(extract):
    bad = {
        0: Say(completion(refusal="I can't help with that.")),
        1: Say(error("filtered", code="content_filter"), 400),
        2: Say(completion(content="", finish_reason="content_filter")),
    }
    with FakeServer(lambda call: bad.get(call.paper) or answering(call)) as server:
        done, cards, failures, _ = extract(server, range(6))
    assert (done.code, len(cards), len(server.calls)) == (3, 3, 6)
    assert states(failures) == {"key:0": "refused", "key:1": "content_filter", "key:2": "content_filter"}


# JSON in code fences, after <think>, with a trailing note, single quotes, two objects


@pytest.mark.parametrize(
    "content",
    [f"```json\n{CONTENT}\n```", f"<think>Hm {{a}}</think>{CONTENT}", f"Here:\n{CONTENT}\nDone."],
    ids=["fences", "think", "notes"],
)
def test_one_object_is_read_whatever_stands_around_it(extract, content):
    with FakeServer(lambda call: Say(completion(content=content))) as server:
        done, (card,), *_ = extract(server, [1])
    assert (done.code, card["system"], len(server.calls)) == (0, ["FOO1"], 1)


@pytest.mark.parametrize(
    "content",
    [CONTENT.replace('"', "'"), CONTENT + json.dumps(ANSWER), CONTENT.replace("{", '{"task": "x", ', 1), "\ud800{}"],
    ids=["single quotes", "two objects", "a key twice", "half a character"],
)
def test_what_is_not_exactly_one_object_ends_in_a_format_error_with_what_was_written(extract, content):
    with FakeServer(lambda call: Say(completion(content=content))) as server:
        done, _, (failure,), _ = extract(server, [1])
    assert (done.code, failure["state"], failure["attempts"]) == (3, "format_error", 2)
    assert failure["raw"] == content.encode(errors="backslashreplace").decode()[:2000]


# cut JSON closed by a repair library and accepted


def test_a_cut_reply_is_never_closed_but_asked_for_once_more_with_room(extract):
    with FakeServer(first_try({1: Say(completion(content=CONTENT[:-1], finish_reason="length"))})) as server:
        done, cards, *_ = extract(server, [1])
    assert (done.code, len(cards)) == (0, 1)
    room = [call.body["max_completion_tokens"] for call in server.calls]
    assert room[1] == 2 * room[0]
    assert "repair" not in str(server.calls[1].body["messages"]).lower()


# whitespace loop to the token limit


def test_a_loop_of_blanks_is_truncated_after_one_call_and_its_tokens_are_counted(extract):
    looped = completion(content="{" + " \n" * 400, finish_reason="length", completion_tokens=8192)
    with FakeServer(lambda call: Say(looped)) as server:
        done, _, (failure,), (record,) = extract(server, [1])
    assert (done.code, failure["state"], len(server.calls)) == (3, "truncated", 1)
    assert record["tokens"]["output"] == 8192


# prompt silently cut by a local server


def test_a_prompt_that_a_server_cut_is_flagged_on_each_card_and_told_once(extract):
    with FakeServer(lambda call: Say(completion(said(call.paper), prompt_tokens=50))) as server:
        done, cards, *_ = extract(server, range(5))
    assert all("prompt-cut" in card["review"]["flags"] for card in cards)
    assert done.err.count("cuts prompts") == 1


# usage missing; unknown price shown as $0.00


def test_usage_that_is_missing_or_absurd_is_unknown_and_never_nought(extract):
    bodies = [completion(said(n)) for n in range(3)]
    del bodies[0]["usage"]
    bodies[1]["usage"] = {"prompt_tokens": -5, "completion_tokens": 10**400}
    bodies[2]["usage"] = {"prompt_tokens": "900", "completion_tokens": True}
    with FakeServer(lambda call: Say(bodies[call.paper])) as server:
        done, cards, _, (record,) = extract(server, range(3), "--price", "1,2")
    assert (done.code, len(cards)) == (0, 3)
    assert set(record["tokens"].values()) == {None}
    assert record["asked"]["cost_usd"] is None


# max_tokens, temperature, json_schema, developer role refused by a model or server


def test_what_a_server_refuses_is_told_once_is_in_record_and_provenance_and_never_sent_again(extract):
    refusals = {
        "response_format": "'response_format' of type 'json_schema' is not supported",
        "temperature": "Unsupported value: 'temperature' does not support 0",
        "max_completion_tokens": "Unrecognized request argument supplied: max_completion_tokens",
    }

    def strict(call):
        for field, told in refusals.items():
            if field == "response_format" and call.body.get(field, {}).get("type") != "json_schema":
                continue
            if field in call.body:
                return Say(error(told), 400)
        return answering(call)

    with FakeServer(strict) as server:
        done, cards, _, (record,) = extract(server, range(20), "--concurrency", 4)
        assert done.code == 0
        assert len(server.calls) <= 20 + 3 * 4
        assert sorted(record["asked"]["left_out"]) == sorted(refusals)
        assert {card["provenance"]["output_mode"] for card in cards} == {"json_object"}
        assert all(done.err.count(f"{field} is refused") == 1 for field in refusals)
        assert {message["role"] for call in server.calls for message in call.body["messages"]} == {"system", "user"}
        asked = len(server.calls)
        assert extract(server, range(20))[0].code == 0
        assert len(server.calls) == asked


def test_asking_all_anew_after_something_was_refused_writes_over_its_own_cards(extract):
    refusal = Say(error("'response_format' of type 'json_schema' is not supported"), 400)
    with FakeServer(
        lambda call: refusal if call.body.get("response_format", {}).get("type") == "json_schema" else answering(call)
    ) as server:
        assert extract(server, range(3))[0].code == 0
        assert extract(server, range(3), "--refresh")[0].code == 0


# output order differs from run to run, duplicate ids overwrite


def test_cards_stand_in_input_order_at_any_concurrency(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(30))
    with FakeServer(lambda call: Say(completion(said(call.paper)), after=0.01 * (call.paper * 7 % 5))) as server:
        for workers in (2, 16):
            places = ("-o", tmp_path / f"{workers}.jsonl", "--cache-dir", tmp_path / str(workers))
            options = asking(server.address, "--concurrency", workers)
            assert claimsheet("extract", papers, *places, *options).code == 0
    assert (tmp_path / "2.jsonl").read_bytes() == (tmp_path / "16.jsonl").read_bytes()
    assert [card["paper"]["id"] for card in records(tmp_path / "2.jsonl")] == [f"key:{n}" for n in range(30)]


@pytest.mark.parametrize("workers", [1, 64])
def test_equal_abstracts_that_fail_under_other_ids_are_told_alike_by_any_number_of_workers(tmp_path, workers):
    bad = [Say(completion(content="no json"), after=0.05), Say(completion(refusal="no"), after=0.05), Say(b"", 500)]
    rows = [{"id": f"{twin}/{paper}", "abstract": abstract(paper)} for paper in range(3) for twin in range(3)]
    (tmp_path / "papers.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with FakeServer(lambda call: bad[call.paper]) as server:
        options = asking(server.address, "--concurrency", workers, "--retries", 0)
        done = claimsheet("extract", tmp_path / "papers.jsonl", "-o", tmp_path / "cards.jsonl", *options)
    failures = records(tmp_path / "cards.failures.jsonl")
    assert [(failure["state"], failure["attempts"]) for failure in failures] == [
        *[("format_error", 2)] * 3,
        *[("refused", 1)] * 3,
        *[("provider_error", 1)] * 3,
    ]
    record = json.loads((tmp_path / "cards.run.json").read_text())
    assert (done.code, len(server.calls), record["requests"], record["cache_hits"]) == (3, 4, 4, 0)


# a torn last line blocks resume or swallows the next record


def test_cards_that_were_cut_short_do_not_block_the_next_run_and_no_id_comes_twice(extract, tmp_path):
    with FakeServer() as server:
        extract(server, range(6))
        whole = (tmp_path / "cards.jsonl").read_bytes()
        (tmp_path / "cards.jsonl").write_bytes(whole[:-100])
        assert extract(server, range(6))[0].code == 0
        assert (tmp_path / "cards.jsonl").read_bytes() == whole
    assert len(server.calls) == 6


# | head traceback; cp1252 consoles; progress frames in CI logs


def test_a_console_of_another_code_page_gets_signs_it_knows_and_no_traceback(tmp_path):
    rows = [{"id": "論文 🙂", "title": "速い ﬁ́ é", "abstract": "検索は遅い。 " + abstract(1)}]
    papers = tmp_path / "papers.jsonl"
    papers.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    console = {"encoding": "cp1252", "env": {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}}
    show = ended(started("show", papers, "--paper", "1", **console))
    made = ended(started("run", papers, "-o", tmp_path / "out", "--engine", "extractive", **console))
    assert (show.code, made.code) == (0, 0)
    assert "Traceback" not in show.err + made.err
    assert "FOO1" in show.out


def test_progress_in_a_log_is_a_few_plain_lines(extract):
    with FakeServer() as server:
        done, *_ = extract(server, range(50))
    assert "\r" not in done.err
    assert "\x1b" not in done.err
    assert len(done.err.splitlines()) <= 15


# BOM, CRLF, UTF-16, Latin-1, 200 kB fields, "nan" as an abstract


@pytest.mark.parametrize("missing", ["nan", "NaN", "None", "null", "N/A", "-"])
def test_a_word_for_no_abstract_is_never_sent(extract, tmp_path, missing):
    papers = tmp_path / "some.jsonl"
    rows = ({"id": "a", "abstract": missing}, {"id": "b", "abstract": abstract(1)})
    papers.write_text("\n".join(map(json.dumps, rows)))
    with FakeServer() as server:
        _, _, failures, _ = extract(server, papers)
    assert set(server.papers()) == {1}
    assert states(failures) == {"key:a": "no_abstract"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_list_is_read_right_or_refused_whatever_wrote_it(extract, tmp_path, encoding, end):
    papers = tmp_path / "some.txt"
    papers.write_bytes(f"{abstract(1)} Café.{end}{end}{abstract(2)}{end}".encode(encoding))
    with FakeServer() as server:
        done, cards, *_ = extract(server, papers)
    if done.code == 2:
        assert "some.txt" in done.err
        return
    assert [card["paper"]["abstract"] for card in cards] == [f"{abstract(1)} Café.", abstract(2)]


def test_a_field_of_200_kb_is_read_and_sent_whole(extract, tmp_path):
    long = abstract(1) + " It works well." * 14_000
    (tmp_path / "some.jsonl").write_text(json.dumps({"id": "a", "abstract": long}))
    with FakeServer() as server:
        done, (card,), *_ = extract(server, tmp_path / "some.jsonl")
    assert done.code == 0
    assert card["paper"]["abstract"] == long
    assert len(server.calls[0].body["messages"][-1]["content"]) > 200_000


# planted .env moves the base URL and takes the key: line 10 of test_invariants.py


# JSON with CJK, emoji, combining marks: spans shifted


@pytest.mark.parametrize("sign", ["漢字", "🙂👩‍🔬", "e\u0301", "\U00020000", "\u2028"])
def test_offsets_are_code_points_and_slice_to_the_evidence_whatever_signs_stand_before(extract, tmp_path, sign):
    text = f"{sign} {abstract(1)} {sign}"
    (tmp_path / "some.jsonl").write_text(json.dumps({"id": "a", "abstract": text}), encoding="utf-8")
    with FakeServer(lambda call: Say(completion(said(1)))) as server:
        done, (card,), *_ = extract(server, tmp_path / "some.jsonl")
    assert done.code == 0
    kept = card["paper"]["abstract"]
    assert unicodedata.normalize("NFC", sign) in unicodedata.normalize("NFC", kept) or sign.isspace()
    (gain,) = card["claimed_gains"]
    (value,) = gain["values"]
    assert kept[value["start"] : value["end"]] == value["text"] == "3x"
    assert value["verdict"] == "exact"


# Kinds beyond the table


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (Reset(), "no connection"),
        (Garbage(b"SSH-2.0-OpenSSH_9.6\r\n"), "no connection"),
        (Garbage(b"HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n"), "no connection"),
        (Say(completion(said(2)), cut_at=40), "no connection"),
        (Say(b"<html>busy</html>"), "no completion"),
        (Say(b"[" * 100_000), "no completion"),
        (Say(b" " * (LARGEST + 1)), "no connection"),
        (Say(["busy"], 503), "HTTP 503"),
        (Say("busy", 502), "HTTP 502"),
    ],
    ids=["reset", "not http", "broken head", "cut body", "html", "deep", "huge", "a list", "a string"],
)
def test_what_breaks_once_is_asked_again_under_its_own_name(extract, fault, cause):
    with FakeServer(first_try({2: fault})) as server:
        done, cards, _, (record,) = extract(server, range(4))
    assert (done.code, len(cards), len(server.calls)) == (0, 4, 5)
    assert record["asked"]["retries"] == {cause: 1}


def test_no_reply_is_asked_for_packed_since_it_would_grow_beyond_the_bound_while_it_is_unpacked(extract):
    with FakeServer(answering) as server:
        extract(server, range(2))
    assert [call.headers["accept-encoding"] for call in server.calls] == ["identity"] * 2


def test_a_reply_that_is_packed_all_the_same_is_unpacked_and_one_that_only_says_so_is_asked_for_again(extract):
    def packed(call):
        content = json.dumps(completion(said(call.paper))).encode()
        is_broken = (call.paper, call.attempt) == (1, 1)
        return Say(content if is_broken else gzip.compress(content), headers={"content-encoding": "gzip"})

    with FakeServer(packed) as server:
        done, cards, _, (record,) = extract(server, range(3))
    assert (done.code, len(cards), len(server.calls)) == (0, 3, 4)
    assert record["asked"]["retries"] == {"no connection": 1}


@pytest.mark.parametrize("packing", ["gzip", "deflate"])
def test_a_packed_reply_that_grows_beyond_the_bound_breaks_off_there(extract, packing):
    pack = gzip.compress if packing == "gzip" else zlib.compress
    bomb = pack(b" " * (LARGEST + 1))
    with FakeServer(first_try({1: Say(bomb, headers={"content-encoding": packing})})) as server:
        done, cards, _, (record,) = extract(server, range(3))
    assert len(bomb) < LARGEST / 500
    assert (done.code, len(cards), record["asked"]["retries"]) == (0, 3, {"no connection": 1})


@pytest.mark.parametrize(
    ("packing", "body", "told"),
    [
        ("br", b"\x8b\x00", "packed (br), which it was asked not to be"),
        ("gzip", gzip.compress(b"x" * 1_000, mtime=0)[:-9], "not whole"),
        ("gzip", b"plain", "incorrect header check"),
    ],
    ids=["another packing", "cut", "not packed"],
)
def test_a_reply_that_cannot_be_unpacked_is_told_as_that(extract, packing, body, told):
    with FakeServer(lambda call: Say(body, headers={"content-encoding": packing})) as server:
        done, _, (failure, other), _ = extract(server, range(2), "--retries", 0)
    assert (done.code, failure["state"], other["state"]) == (3, "provider_error", "provider_error")
    assert told in failure["message"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTPS_PROXY", "http://me:secret@::::"),
        ("ALL_PROXY", "gopher://me:secret@proxy.example.org"),
        ("SSL_CERT_FILE", "/no/such.pem"),
        ("SSL_CERT_FILE", __file__),
    ],
)
@pytest.mark.parametrize("command", ["extract", "doctor"])
def test_what_the_environment_names_and_cannot_be_used_is_the_user_s_to_mend(
    tmp_path, monkeypatch, command, name, value
):
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody-at-all")
    given = (write_papers(tmp_path / "p.jsonl", [1]), "-o", tmp_path / "c.jsonl", "--engine", "openai")
    options = given if command == "extract" else ()
    done = claimsheet(command, *options, "--base-url", "https://models.example.invalid/v1", "--model", "m")
    assert (done.code, name in done.err, "secret" in done.err) == (2, True, False)
    assert not (tmp_path / "c.jsonl").exists()


def test_a_cookie_is_not_taken_along_to_the_next_ask(extract):
    with FakeServer(lambda call: Say(completion(said(call.paper)), headers={"set-cookie": "who=me"})) as server:
        extract(server, range(3), "--concurrency", "1")
    assert ["cookie" in call.headers for call in server.calls] == [False] * 3


@pytest.mark.parametrize(
    "body", [["no"], "no", {"error": "no"}, {"detail": "no"}, {"message": "no"}, [{"error": {"message": "no"}}]]
)
def test_an_error_of_any_shape_ends_one_paper_with_what_it_says(extract, body):
    with FakeServer(lambda call: Say(body, 400) if call.paper == 1 else answering(call)) as server:
        done, cards, (failure,), _ = extract(server, range(3))
    assert (done.code, len(cards), failure["state"]) == (3, 2, "provider_error")
    assert "no" in failure["message"]


def test_a_model_whose_words_are_half_characters_or_controls_fails_or_is_shown_inert(extract):
    odd = {1: "\ud83d", 2: "\x00\x1b[2J", 3: "\u202eevil"}
    with FakeServer(lambda call: Say(completion(said(call.paper) | {"task": odd.get(call.paper, "t")}))) as server:
        done, cards, failures, _ = extract(server, range(4))
    assert done.code == 3
    assert states(failures) == {"key:1": "format_error"}
    assert len(cards) == 3


# Outages and storms of 429, in virtual time


def ask_all(answer, *, papers, workers, seconds=0.5):
    """Ask about `papers` papers; return how they ended, calls by paper, and the seconds that passed."""
    calls = Counter()

    async def scene():
        loop = asyncio.get_running_loop()

        async def handler(request):
            calls[json.loads(request.content)["paper"]] += 1
            await asyncio.sleep(seconds)
            return answer(loop.time())

        async with httpx2.AsyncClient(transport=httpx2.MockTransport(handler)) as client:
            engine = OpenAIEngine(endpoint("http://127.0.0.1:9/v1", None), Patience(concurrency=workers), client)
            ends, numbers = Counter(), iter(range(papers))

            async def worker():
                for number in numbers:
                    body = {"model": "m", "paper": number}
                    try:
                        await engine.ask(Request("http://127.0.0.1:9/v1", OutputMode.TEXT, body))
                        ends["ok"] += 1
                    except AskFailed:
                        ends["failed"] += 1
                    except ProviderError:
                        ends["stopped"] += 1
                        return

            await asyncio.gather(*(worker() for _ in range(workers)))
        return ends, loop.time()

    ends, passed = in_virtual_time(scene())
    return ends, calls, passed


def test_an_outage_of_five_minutes_costs_no_paper():
    broken = httpx2.Response(502, text="bad gateway")

    def answer(now):
        return broken if 5 <= now < 305 else httpx2.Response(200, json=completion())

    ends, calls, passed = ask_all(answer, papers=400, workers=16)
    assert ends == {"ok": 400}
    assert max(calls.values()) <= 6
    assert passed < 400


def test_a_server_that_grants_ten_a_minute_without_a_word_serves_nearly_everyone_at_nearly_that_pace():
    granted = Counter()

    def answer(now):
        granted[now // 60] += 1
        limited = httpx2.Response(429, json=error("slow down", code="rate_limit_exceeded"))
        return httpx2.Response(200, json=completion()) if granted[now // 60] <= 10 else limited

    ends, calls, passed = ask_all(answer, papers=40, workers=16)
    assert ends["ok"] >= 37
    assert sum(calls.values()) < 3 * 40
    assert passed < 300


def test_a_server_that_refuses_one_in_ten_whatever_the_pace_is_not_asked_ever_more_slowly():
    drawn = iter([False, False, False, True, False, False, False, False, False, False] * 1000)
    limited = httpx2.Response(429, json=error("slow down", code="rate_limit_exceeded"))

    def answer(now):
        return limited if next(drawn) else httpx2.Response(200, json=completion())

    ends, _, passed = ask_all(answer, papers=1000, workers=16, seconds=0.2)
    assert ends == {"ok": 1000}
    assert passed < 300


def test_a_rate_limit_that_never_lifts_ends_the_run_and_not_paper_by_paper():
    limited = httpx2.Response(429, json=error("slow down", code="rate_limit_exceeded"), headers={"retry-after": "5"})
    ends, calls, passed = ask_all(lambda now: limited, papers=1000, workers=8)
    assert ends["stopped"] == 8
    assert sum(calls.values()) < 100
    assert passed < 900
