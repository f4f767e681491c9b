import json
import os
import re
from pathlib import Path

import pytest
from command import command
from completions import NAMELESS, completion

from pipeline.batches.ledger import Batch, Stage, ledger_in
from pipeline.cli import cache
from pipeline.origin import origin_of
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template

ADDRESS = "http://127.0.0.1:9/v1"
WAS_ASKED = ("--base-url", ADDRESS, "--model", "m")
ASK = ("--engine", "openai", *WAS_ASKED)
ABSTRACTS = {
    "one": "Search is slow. We propose FOO, a fast index.",
    "two": "Sorting is slow. We propose BAR, a fast sorter.",
}


@pytest.fixture
def claimsheet(capfd):
    return command(capfd)


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps({"id": name, "abstract": text}) + "\n" for name, text in ABSTRACTS.items()))
    return path


@pytest.fixture
def answered(claimsheet, papers, tmp_path, httpx2_mock):
    """Answers to both papers in the cache."""
    route = httpx2_mock.post(f"{ADDRESS}/chat/completions")
    route.respond(json=completion(NAMELESS))
    assert claimsheet("extract", papers, "-o", tmp_path / "cards.jsonl", "-q", *ASK).code == 0
    return route


@pytest.fixture
def explain(claimsheet):
    def run(*arguments):
        ended = claimsheet("cache", "explain", *arguments)
        assert (ended.code, ended.err) == (0, "")
        return ended.out

    return run


def test_stats_tell_how_many_answers_of_which_model_where(claimsheet, answered):
    told = claimsheet("cache", "stats").out
    assert "answers  2" in told
    assert f"2 of m at {ADDRESS}" in told


def test_an_answered_paper_would_not_be_asked_about(explain, answered, papers):
    told = explain("key:one", papers, *WAS_ASKED)
    assert "key:one: answered, nothing would be sent" in told
    assert "0 of 1 papers to ask, 1 answered already" in told
    assert answered.call_count == 2


@pytest.mark.parametrize(
    ("options", "change"),
    [
        (("--base-url", ADDRESS, "--model", "n"), "model: m -> n"),
        (("--provider", "vllm", "--model", "m"), f"address: {ADDRESS} -> http://127.0.0.1:8000/v1"),
        ((*WAS_ASKED, "--output-mode", "text"), "output mode: json_schema -> text"),
    ],
)
def test_the_changed_part_is_named_with_the_cost_of_asking_again(explain, answered, papers, options, change):
    told = explain("2", papers, *options, "--price", "1,1")
    assert f"  {change}\n" in told
    assert re.search(r"1 of 1 papers to ask, .* tokens in, .* out, for less than \$0.01", told)


def test_a_changed_prompt_and_changed_areas_are_told_apart(explain, answered, papers, tmp_path):
    prompt, areas = tmp_path / "mine.md", tmp_path / "areas.toml"
    prompt.write_text("---\nname: mine\nversion: 1\n---\n# system\n{areas}\n# user\n{sentences}")
    areas.write_text('[[area]]\nname = "birds"\n[[area]]\nname = "other"\n')
    assert re.search(r"  prompt: card@\w{8} -> mine@\w{8}\n", explain("1", papers, *WAS_ASKED, "--prompt", prompt))
    told = explain("1", papers, *WAS_ASKED, "--areas", areas)
    assert re.search(r"  areas: \w{8} -> \w{8}\n", told)
    assert "schema" not in told


def test_a_file_alone_is_explained_by_cause(explain, answered, papers):
    papers.write_text(papers.read_text() + json.dumps({"id": "three", "abstract": "A new one. We do it."}) + "\n")
    told = explain(papers, *WAS_ASKED)
    assert "     2  answered, nothing would be sent" in told
    assert "     1  no answer to this abstract is kept" in told
    assert "1 of 3 papers to ask" in told


@pytest.mark.parametrize("arguments", [("key:one",), ("9", "INPUT"), ("key:nine", "INPUT")])
def test_a_paper_that_cannot_be_found_is_one_line_and_exit_2(claimsheet, papers, arguments):
    ended = claimsheet("cache", "explain", *(papers if each == "INPUT" else each for each in arguments), *WAS_ASKED)
    assert (ended.code, ended.out, len(ended.err.strip().split("\n"))) == (2, "", 1)


def test_young_answers_outlive_a_pruning_and_old_ones_do_not(claimsheet, explain, answered, papers):
    assert "0 answers and notes forgotten" in claimsheet("cache", "prune", "--older-than", 1).out
    assert "answered" in explain("1", papers, *WAS_ASKED)
    assert "2 answers and notes forgotten" in claimsheet("cache", "prune", "--older-than", 0).out
    assert "no answer" in explain("1", papers, *WAS_ASKED)


def test_pruning_wants_an_age(claimsheet, answered):
    assert claimsheet("cache", "prune").code == 2
    assert "answers  2" in claimsheet("cache", "stats").out


def test_nothing_is_cleared_without_a_yes(claimsheet, answered):
    ended = claimsheet("cache", "clear")
    assert ended.code == 2
    assert "--yes" in ended.err
    assert "answers  2" in claimsheet("cache", "stats").out


@pytest.mark.parametrize(("reply", "code"), [(True, 0), (False, 2)])
def test_on_a_terminal_clearing_asks_first(claimsheet, answered, monkeypatch, reply, code):
    monkeypatch.setattr(cache, "_is_terminal", lambda: True)
    monkeypatch.setattr(cache.typer, "confirm", lambda *_, **__: reply)
    assert claimsheet("cache", "clear").code == code
    assert f"answers  {0 if reply else 2}" in claimsheet("cache", "stats").out


def test_with_a_yes_all_is_forgotten_and_the_next_run_asks_again(claimsheet, answered, papers, tmp_path):
    assert "2 answers" in claimsheet("cache", "clear", "--yes").out
    assert "answers  0" in claimsheet("cache", "stats").out
    assert claimsheet("extract", papers, "-o", tmp_path / "again.jsonl", "-q", *ASK).code == 0
    assert answered.call_count == 4


def test_a_store_that_is_no_database_is_exit_5_with_its_path(claimsheet, tmp_path):
    (tmp_path / "cache.db").write_bytes(b"not a database at all, but long enough to look at" * 50)
    for way in (("stats",), ("prune", "--older-than", "1"), ("clear", "--yes")):
        ended = claimsheet("cache", *way, "--cache-dir", tmp_path)
        assert ended.code == 5
        assert str(tmp_path) in ended.err


def test_a_setting_in_the_folder_counts_for_a_group_of_commands_too(explain, answered, papers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claimsheet.toml").write_text('model = "n"\n')
    assert "model: m -> n" in explain("1", papers, "--base-url", ADDRESS)


def put_batch(folder, stage):
    origin = origin_of(Paper(id="key:1", abstract="It works."), Asking(ADDRESS, "m", read_template(), read_taxonomy()))
    ledger = ledger_in(folder)
    with ledger.held():
        ledger.put(Batch(name="000001-a", origin=origin, areas=(), requests=1, tokens=1, cost=None, stage=stage))
    return folder


@pytest.mark.parametrize("way", [("prune", "--older-than", 0), ("clear", "--yes")])
def test_nothing_is_forgotten_while_a_batch_is_out(claimsheet, answered, tmp_path, way):
    folder = put_batch(Path(os.environ["CLAIMSHEET_CACHE_DIR"]), Stage.SENT)
    ended = claimsheet("cache", *way)
    assert (ended.code, ended.out) == (2, "")
    assert f"claimsheet batch collect --base-url {ADDRESS}" in ended.err
    assert "answers  2" in claimsheet("cache", "stats").out
    put_batch(folder, Stage.PLANNED)
    assert claimsheet("cache", *way).code == 0


@pytest.mark.parametrize("name", ["", "  "])
def test_a_cache_folder_without_a_name_is_exit_2_and_nothing_is_made(claimsheet, papers, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for way in (("extract", papers, "-o", "-", *ASK), ("cache", "stats")):
        ended = claimsheet(*way, "--cache-dir", name)
        assert (ended.code, ended.out) == (2, "")
        assert "name a folder" in ended.err
    assert not (tmp_path / "cache.db").exists()


def test_stats_tell_the_cards_that_were_made_of_the_answers(claimsheet, answered):
    told = claimsheet("cache", "stats").out
    assert "cards    2" in told
    assert "notes    0" in told
