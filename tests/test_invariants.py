"""What must never happen, line by line: each with its number and what is true instead."""

import asyncio
import json
import re
import sqlite3
from itertools import pairwise
from pathlib import Path

import httpx2
import pytest
from completions import completion, error
from fakeserver import (
    FakeServer,
    Flood,
    Hang,
    Say,
    Trickle,
    abstract,
    answering,
    said,
)
from runs import asking, claimsheet, records, write_papers
from virtual import run as in_virtual_time

from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.engine import OpenAIEngine, Patience
from pipeline.engines.openai.pace import Limits
from pipeline.engines.openai.transport import transport
from pipeline.exchange import Request
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template

ROOT = Path(__file__).parents[1]
KEY = "sk-planted-0123456789abcdef"
LOCAL = "http://127.0.0.1:9/v1"
KNOWN = frozenset(read_taxonomy().names)
ENDS = {
    1: Say(completion(refusal="I can't help with that.")),
    2: Say(error("filtered", code="content_filter"), 400),
    3: Say(completion(content="", finish_reason="content_filter")),
    4: Say(completion(content='{"system"', finish_reason="length")),
    5: Say(error("too long", code="context_length_exceeded"), 400),
    6: Say(completion(content="no json at all")),
    7: Say(error("oops"), 500),
}
STATES = {
    "refused": 1, "content_filter": 2, "truncated": 1, "too_long": 1, "format_error": 1, "provider_error": 1,
}  # fmt: skip


def every_end(call):
    """Let papers 1 to 7 end in all the ways there are, the others well."""
    return ENDS.get(call.paper) or answering(call)


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    """Let asks go over the real wire; other tests mock it."""
    monkeypatch.setattr("pipeline.engines.openai.engine.transport", transport)


@pytest.fixture
def papers(tmp_path):
    return write_papers(tmp_path / "papers.jsonl", range(12))


# 1. A paper without an account.


def test_1_every_paper_ends_in_exactly_one_state_and_the_counts_add_up(tmp_path, papers):
    with papers.open("a") as file:
        file.write('{"id": "none"}\n')
    with FakeServer(every_end) as server:
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--retries", 1))
    assert done.code == 3
    cards, failures = records(tmp_path / "cards.jsonl"), records(tmp_path / "cards.failures.jsonl")
    ids = [record["paper"]["id"] for record in [*cards, *failures]]
    assert sorted(ids) == sorted(f"key:{name}" for name in [*range(12), "none"])
    (record,) = records(tmp_path / "cards.run.json")
    assert record["states"] == STATES | {"ok": 5, "no_abstract": 1}
    assert record["papers"] == len(ids)


def test_1_cards_on_standard_output_leave_a_line_for_each_other_paper_on_standard_error(papers):
    with FakeServer(every_end) as server:
        done = claimsheet("extract", papers, "-o", "-", *asking(server.address, "--retries", 0, "--quiet"))
    assert done.code == 3
    assert len(done.out.splitlines()) == 5
    told = done.err.splitlines()
    assert all(f"key:{number}: " in line for number, line in zip(ENDS, told, strict=True))
    assert "refused" in told[0]


# 2. A result under the wrong id.


def test_2_each_answer_lands_under_its_own_id_in_whatever_order_answers_come(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(40))
    with FakeServer(lambda call: Say(completion(said(call.paper)), after=0.02 * (call.paper * 7 % 5))) as server:
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address)).code == 0
    cards = records(tmp_path / "cards.jsonl")
    assert [(card["paper"]["id"], card["system"]) for card in cards] == [(f"key:{n}", [f"FOO{n}"]) for n in range(40)]


def test_2_one_id_with_two_abstracts_is_told_with_both_places_and_nothing_is_asked(tmp_path):
    papers = tmp_path / "papers.jsonl"
    papers.write_text("".join(json.dumps({"id": "a", "abstract": abstract(n)}) + "\n" for n in (1, 2)))
    with FakeServer() as server:
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
    assert (done.code, server.calls) == (2, [])
    assert "papers.jsonl:1" in done.err
    assert "papers.jsonl:2" in done.err


# 3. An answer served across another model, base URL, prompt, schema, parameter or output mode.


def test_3_an_answer_is_served_to_the_very_same_ask_alone(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    (tmp_path / "card.md").write_text(_variant("prompts/card.md", "You ", "You, reader, "))
    (tmp_path / "areas.toml").write_text(_variant("prompts/areas.toml", 'name = "', 'name = "other '))
    with FakeServer(lambda call: Say(completion(said(call.paper) | {"area": _an_area(call)}))) as server:
        ask = asking(server.address)
        others = (
            (*ask, "--model", "n"),
            (*ask, "--base-url", server.address.replace("127.0.0.1", "localhost")),
            (*ask, "--prompt", tmp_path / "card.md"),
            (*ask, "--areas", tmp_path / "areas.toml"),
            (*ask, "--output-mode", "json_object"),
        )
        for number, options in enumerate((ask, *others), start=1):
            assert claimsheet("extract", papers, "-o", tmp_path / f"{number}.jsonl", *options).code == 0
            assert len(server.calls) == number
        same = (*ask, "--timeout", 9, "--retries", 2, "--concurrency", 3, "--rpm", 1000, "--quiet")
        assert claimsheet("extract", papers, "-o", tmp_path / "same.jsonl", *same).code == 0
    assert len(server.calls) == 6
    assert (tmp_path / "same.jsonl").read_bytes() == (tmp_path / "1.jsonl").read_bytes()


def test_3_a_parameter_is_part_of_the_key():
    paper = Paper(id="key:1", abstract=abstract(1))
    asks = [Asking(LOCAL, "m", read_template(), read_taxonomy(), parameters={"temperature": t}) for t in (0, 1)]
    assert len({ask.request(paper).key for ask in asks}) == 2


def _variant(path, old, new):
    text = (ROOT / path).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


def _an_area(call):
    """Return the first area that the call names."""
    system = call.body["messages"][0]["content"]
    return next(name for name in re.findall(r"^- (.+)$", system, re.MULTILINE) if name in KNOWN or name[6:] in KNOWN)


# 4. A failure taken for success.


def test_4_no_failure_is_kept_so_an_equal_run_asks_those_papers_again_and_only_those(tmp_path, papers):
    with FakeServer(every_end) as server:
        for name in ("one", "two"):
            ask = asking(server.address, "--retries", 0)
            assert claimsheet("extract", papers, "-o", tmp_path / f"{name}.jsonl", *ask).code == 3
    assert all(count == 1 for paper, count in server.papers().items() if paper not in ENDS)
    assert all(server.papers()[paper] % 2 == 0 for paper in ENDS)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


# 5. A paid answer lost after it arrived. (Kills, signals and full disks: test_crash.py.)


def test_5_what_came_before_the_provider_broke_off_is_never_asked_again(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(30))
    quota = Say(error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"), 429)
    with FakeServer(lambda call: answering(call) if len(server.calls) <= 20 else quota) as server:
        broken = claimsheet(
            "extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address), "--concurrency", "4"
        )
    assert broken.code == 4
    assert not (tmp_path / "cards.jsonl").exists()
    answered = {call.paper for call in server.calls[:20]}
    port = server.address
    with FakeServer(port=_port(port)) as again:
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(port)).code == 0
    asked_again = set(again.papers())
    assert set(range(30)) - answered <= asked_again
    # What was in flight when the provider broke off may be lost, and no more than that.
    assert asked_again & answered <= {call.paper for call in server.calls[16:20]}


def _port(address):
    return int(address.rpartition(":")[2].partition("/")[0])


# 6. More doomed calls than workers.


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, error("Incorrect API key provided", code="invalid_api_key")),
        (403, error("not allowed")),
        (404, error("The model `m` does not exist", code="model_not_found")),
        (429, error("You exceeded your current quota", "insufficient_quota", "insufficient_quota")),
        (400, [{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
                          "details": [{"reason": "API_KEY_INVALID"}]}}]),
        (404, {"error": "model 'm' not found"}),
        (401, {"detail": "Unauthorized"}),
        (403, b"Forbidden"),
    ],
)  # fmt: skip
def test_6_what_is_hopeless_for_all_is_asked_no_more_often_than_there_are_workers(tmp_path, status, body):
    papers = write_papers(tmp_path / "papers.jsonl", range(300))
    with FakeServer(lambda call: Say(body, status)) as server:
        done = claimsheet(
            "extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--concurrency", 4, "--quiet")
        )
    assert done.code == 4
    assert len(server.calls) <= 4
    assert server.address in done.err
    assert "'m'" in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "cards.jsonl").exists()


# 7. More than 1 + retries requests for one paper's ask, or a retry earlier than the server asked.


def test_7_no_paper_is_asked_about_more_than_once_and_the_retries(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", range(12))
    with FakeServer(lambda call: Say({}, 500) if call.paper % 3 == 0 else answering(call)) as server:
        claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--retries", 2))
    assert {paper: count for paper, count in server.papers().items() if count > 1} == {0: 3, 3: 3, 6: 3, 9: 3}


def test_7_nobody_goes_out_before_a_servers_wait_is_over_not_even_who_waits_for_the_pace_already():
    sent = []

    async def handler(request):
        sent.append(asyncio.get_running_loop().time())
        await asyncio.sleep(0.1)
        if len(sent) == 1:
            return httpx2.Response(429, headers={"retry-after": "30"}, json=error("slow", code="rate_limit_exceeded"))
        return httpx2.Response(200, json=completion())

    async def scene():
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(handler)) as client:
            patience = Patience(retries=3, timeout=5, concurrency=8, limits=Limits(rpm=60))
            engine = OpenAIEngine(endpoint(LOCAL, KEY), patience, client)
            request = Request(LOCAL, OutputMode.TEXT, {"model": "m", "messages": []})
            await asyncio.gather(*(engine.ask(request) for _ in range(8)))

    in_virtual_time(scene())
    assert sent[0] < 1
    assert min(sent[1:]) >= 30
    gaps = [later - earlier for earlier, later in pairwise(sent[1:])]
    assert min(gaps) > 0.5, "the pace that the user gave holds after a pause too"


# 8. An unbounded wait.


@pytest.mark.parametrize("step", [Hang(), Trickle(), Flood()], ids=["hang", "trickle", "flood"])
def test_8_a_server_that_never_ends_an_answer_costs_one_deadline_a_request(tmp_path, step):
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    with FakeServer(lambda call: step) as server:
        ask = asking(server.address, "--timeout", 0.5, "--retries", 0)
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask)
    assert done.code == 3
    (failure,) = records(tmp_path / "cards.failures.jsonl")
    assert (failure["state"], failure["attempts"]) == ("provider_error", 1)


def test_8_a_server_slow_to_accept_is_waited_for_within_the_deadline(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    with FakeServer(accept_after=0.3) as server:
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address)).code == 0


@pytest.mark.parametrize("status", [429, 503])
def test_8_a_server_that_asks_for_hours_is_not_waited_for_but_named(tmp_path, status):
    papers = write_papers(tmp_path / "papers.jsonl", range(50))
    with FakeServer(lambda call: Say(error("later"), status, {"retry-after": "7200"})) as server:
        ask = asking(server.address, "--concurrency", 4)
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask)
    assert done.code == 4
    assert "7200 s" in done.err
    assert len(server.calls) <= 4


def test_8_limits_in_headers_that_no_ask_can_fit_do_not_hold_an_ask_for_ever():
    async def scene():
        headers = {f"x-ratelimit-{name}-tokens": value for name, value in
                   (("limit", "1"), ("remaining", "0"), ("reset", "24h"))}  # fmt: skip
        answer = httpx2.Response(200, json=completion(), headers=headers)
        transport = httpx2.MockTransport(lambda request: answer)
        async with httpx2.AsyncClient(transport=transport) as client:
            engine = OpenAIEngine(endpoint(LOCAL, KEY), Patience(concurrency=1), client)
            body = {"model": "m", "messages": [{"role": "user", "content": "long " * 2000}]}
            for _ in range(3):
                await engine.ask(Request(LOCAL, OutputMode.TEXT, body))
        return asyncio.get_running_loop().time()

    assert in_virtual_time(scene()) <= 2 * 600 + 1


# 9. Exit 0 when a paper failed or nothing was done.


@pytest.mark.parametrize("number", [*ENDS])
def test_9_one_paper_that_is_not_ok_is_enough_for_exit_3(tmp_path, number):
    papers = write_papers(tmp_path / "papers.jsonl", [0, number])
    with FakeServer(every_end) as server:
        ask = asking(server.address, "--retries", 0)
        assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask).code == 3


def test_9_a_run_that_made_no_card_is_not_a_success(tmp_path):
    (tmp_path / "papers.jsonl").write_text('{"id": "a"}\n{"id": "b", "abstract": null}\n')
    done = claimsheet("extract", tmp_path / "papers.jsonl", "-o", tmp_path / "cards.jsonl", "--engine", "extractive")
    assert done.code == 3


# 10. A key sent to a host the user did not choose. (In files and streams: test_secrets.py.)


def test_10_a_redirect_to_another_host_is_not_followed(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    papers = write_papers(tmp_path / "papers.jsonl", range(5))
    with FakeServer() as other, FakeServer(lambda call: Say({}, 307, {"location": f"{other.address}/x"})) as server:
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
    assert done.code == 4
    assert other.calls == []


def test_10_what_is_asked_of_this_machine_goes_through_no_proxy(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    with FakeServer() as proxy, FakeServer() as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.address.removesuffix("/v1"))
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address, "--private"))
    assert done.code == 0
    assert proxy.calls == []
    assert len(server.calls) == 1


@pytest.mark.parametrize("content", [f'base_url = "{LOCAL}"\n', 'provider = "deepseek"\n'])
def test_10_a_file_that_lies_in_the_folder_chooses_no_host(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("DEEPSEEK_API_KEY", KEY)
    (tmp_path / "claimsheet.toml").write_text(content + 'model = "m"\n')
    (tmp_path / ".env").write_text(f"OPENAI_BASE_URL={LOCAL}\nCLAIMSHEET_BASE_URL={LOCAL}\n")
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", "--private")
    assert done.code == 2
    assert "https://api.openai.com/v1" in done.err


# 11. Code or active content from data.


def test_11_a_planted_pickle_in_the_cache_is_never_loaded(tmp_path, papers):
    with FakeServer() as server:
        ask = asking(server.address, "--cache-dir", tmp_path / "answers")
        claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask)
        (tmp_path / "cards.jsonl").unlink()
        base = sqlite3.connect(tmp_path / "answers" / "cache.db")
        touch = f"cos\nsystem\n(S'touch {tmp_path / 'owned'}'\ntR.".encode()
        base.execute("UPDATE Cache SET mode = 4, value = ?", (touch,))
        base.commit()
        base.close()
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask)
    assert done.code == 5
    assert str(tmp_path / "answers") in done.err
    assert not (tmp_path / "owned").exists()
    assert not (tmp_path / "cards.jsonl").exists()


ACTIVE = '<script>alert(1)</script> =HYPERLINK("http://evil.example") javascript:alert(1) \x1b]0;owned\x07 [red]'


def test_11_what_abstracts_and_models_say_stays_inert_in_every_output(tmp_path):
    told = said(1) | {"task": f"={ACTIVE}", "system": [ACTIVE]}
    told["claimed_gains"][0] |= {"text": f"@{ACTIVE}", "metric": f"+{ACTIVE}", "baseline": ACTIVE, "setting": ACTIVE}
    (tmp_path / "papers.jsonl").write_text(
        json.dumps({"id": "a", "title": ACTIVE, "abstract": f"{ACTIVE} {abstract(1)}"})
    )
    with FakeServer(lambda call: Say(completion(told))) as server:
        done = claimsheet("run", tmp_path / "papers.jsonl", "-o", tmp_path / "out", *asking(server.address))
    assert done.code == 0
    page = (tmp_path / "out" / "sheet.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert not re.search(r"(?<!\\)<script", (tmp_path / "out" / "sheet.md").read_text(encoding="utf-8"))
    table = (tmp_path / "out" / "sheet.csv").read_text(encoding="utf-8-sig")
    assert not [cell for cell in table.replace('"', ",").split(",") if cell.startswith(("=", "@", "+"))]
    for shown in (
        ("show", tmp_path / "out" / "cards.jsonl", "--paper", 1),
        ("show", tmp_path / "papers.jsonl", "--paper", 1),
    ):
        assert "\x1b" not in claimsheet(*shown).out


def test_11_what_a_server_says_of_a_fault_cannot_steer_the_terminal(tmp_path, papers):
    with FakeServer(lambda call: Say(error("\x1b]0;owned\x07\x1b[2J no\nentry"), 401)) as server:
        done = claimsheet("extract", papers, "-o", "-", *asking(server.address, "--quiet"))
    assert done.code == 4
    assert "\x1b" not in done.err
    assert len(done.err.splitlines()) == 1


# 12. An invented fact.


def test_12_an_unknown_price_is_never_zero_and_no_limit_is_kept_by_it(tmp_path, papers):
    with FakeServer() as server:
        ask = asking(server.address)
        done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *ask)
        assert "unknown price" in done.err
        assert "$0" not in done.err
        assert records(tmp_path / "cards.run.json")[0]["asked"]["cost_usd"] is None
        limited = claimsheet("extract", papers, "-o", tmp_path / "more.jsonl", *ask, "--max-cost", 1)
    assert limited.code == 2
    assert "--price" in limited.err
    assert len(server.calls) == 12


def test_12_a_prompt_that_was_cut_in_silence_is_flagged_until_it_is_read_whole(tmp_path):
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    counted = {1: 60, 2: 60, 3: 5000}
    flags, warned = [], []
    with FakeServer(lambda call: Say(completion(said(1), prompt_tokens=counted[call.attempt]))) as server:
        for options in ((), (), ("--refresh",), ("--refresh",), ()):
            done = claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address), *options)
            flags.append("prompt-cut" in records(tmp_path / "cards.jsonl")[0]["review"]["flags"])
            warned.append("cuts prompts" in done.err)
    assert flags == [True, True, True, False, False]
    assert warned == [True, False, True, False, False]


def test_12_a_missing_abstract_is_never_sent(tmp_path):
    rows = [
        '{"id": "a"}',
        '{"id": "b", "abstract": ""}',
        '{"id": "c", "abstract": " \\n "}',
        '{"id": "d", "abstract": null}',
    ]
    papers = write_papers(tmp_path / "papers.jsonl", [1])
    with papers.open("a") as file:
        file.write("\n".join(rows))
    with FakeServer() as server:
        claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", *asking(server.address))
    assert set(server.papers()) == {1}
    assert {row["state"] for row in records(tmp_path / "cards.failures.jsonl")} == {"no_abstract"}
