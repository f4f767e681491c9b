import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from completions import ANSWER, NAMELESS, completion, error

from pipeline.__main__ import main

SEEDS = Path(__file__).parents[1] / "seeds"
ADDRESS = "http://127.0.0.1:9/v1"
ASK = ("--engine", "openai", "--base-url", ADDRESS, "--model", "m")
AN_ABSTRACT = "Search is slow. We propose FOO, a fast index. FOO is 3x faster than BAR on MNIST.\n"


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture
def claimsheet(capfd):
    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capfd.readouterr()
        return Ended(int(end.value.code or 0), told.out, told.err)

    return run


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(AN_ABSTRACT, encoding="utf-8")
    return path


@pytest.fixture
def route(httpx2_mock):
    return httpx2_mock.post(f"{ADDRESS}/chat/completions")


def records(path):
    return [json.loads(row) for row in path.read_text(encoding="utf-8").split("\n") if row]


def test_the_seeds_become_53_cards_of_57_sources_whose_spans_slice_the_abstract(claimsheet, tmp_path):
    ended = claimsheet("run", SEEDS, "-o", tmp_path / "out", "--engine", "extractive")
    assert ended.code == 0
    assert ended.out == ""
    cards = records(tmp_path / "out" / "cards.jsonl")
    assert len(cards) == 53
    assert sum(len(card["paper"]["sources"]) for card in cards) == 57
    assert sum(len(card["paper"]["sources"]) == 2 for card in cards) == 4
    values = [(c["paper"]["abstract"], v) for c in cards for g in c["claimed_gains"] for v in g["values"]]
    assert len(values) > 30
    assert all(text[v["start"] : v["end"]] == v["text"] for text, v in values)
    assert all(card["review"]["grounded"] for card in cards)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "cards.jsonl", "failures.jsonl", "run.json", "sheet.html", "sheet.md", "sheet.csv",
    }  # fmt: skip


def test_the_record_of_a_run_adds_up(claimsheet, tmp_path):
    claimsheet("run", SEEDS, "-o", tmp_path, "--engine", "extractive")
    (record,) = records(tmp_path / "run.json")
    assert record["states"] == {"ok": 53}
    assert record["papers"] == sum(record["states"].values())
    assert record["requests"] == 0
    assert record["asked"] is None


def test_equal_runs_give_equal_bytes(claimsheet, tmp_path):
    for name in ("one", "two"):
        claimsheet("run", SEEDS, "-o", tmp_path / name, "--engine", "extractive")
    for file in ("cards.jsonl", "failures.jsonl", "sheet.html", "sheet.md", "sheet.csv"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.parametrize("concurrency", [1, 64])
def test_a_second_run_asks_nothing_and_writes_the_same_bytes_at_any_concurrency(
    claimsheet, tmp_path, route, concurrency
):
    route.respond(json=completion(NAMELESS))
    first = claimsheet("run", SEEDS, "-o", tmp_path / "one", *ASK, "--concurrency", 16)
    assert first.code == 0
    assert route.call_count == 53
    second = claimsheet("run", SEEDS, "-o", tmp_path / "two", *ASK, "--concurrency", concurrency)
    assert second.code == 0
    assert route.call_count == 53
    assert (tmp_path / "one/cards.jsonl").read_bytes() == (tmp_path / "two/cards.jsonl").read_bytes()
    (record,) = records(tmp_path / "two" / "run.json")
    assert (record["requests"], record["cache_hits"]) == (0, 53)


def test_another_model_is_not_served_the_first_ones_answers(claimsheet, tmp_path, route, listed):
    route.respond(json=completion(NAMELESS))
    claimsheet("extract", listed, "-o", tmp_path / "a.jsonl", *ASK)
    claimsheet("extract", listed, "-o", tmp_path / "b.jsonl", *ASK[:-1], "n")
    assert route.call_count == 2


def test_one_papers_failure_has_its_line_and_the_others_their_cards(claimsheet, tmp_path, route):
    source = tmp_path / "papers.jsonl"
    rows = [{"id": str(n), "abstract": f"Paper {n} is about a thing. It works."} for n in range(3)] + [{"id": "none"}]
    source.write_text("\n".join(map(json.dumps, rows)))

    def answer(request):
        if b"Paper 1" in request.content:
            return httpx.Response(200, json=completion(refusal="I can't help with that."))
        return httpx.Response(200, json=completion())

    route.side_effect = answer
    ended = claimsheet("extract", source, "-o", tmp_path / "cards.jsonl", *ASK)
    assert ended.code == 3
    assert [card["paper"]["id"] for card in records(tmp_path / "cards.jsonl")] == ["key:0", "key:2"]
    refused, missing = records(tmp_path / "cards.failures.jsonl")
    assert (refused["paper"]["id"], refused["state"], refused["attempts"]) == ("key:1", "refused", 1)
    assert "can't help" in refused["raw"]
    assert (missing["paper"]["id"], missing["state"], missing["attempts"]) == ("key:none", "no_abstract", 0)
    (record,) = records(tmp_path / "cards.run.json")
    assert record["states"] == {"ok": 2, "refused": 1, "no_abstract": 1}


def test_a_failure_is_not_kept_so_the_next_run_asks_again_and_only_that(claimsheet, tmp_path, route, listed):
    route.respond(json=completion(finish_reason="length"))
    assert claimsheet("extract", listed, "-o", tmp_path / "cards.jsonl", *ASK).code == 3
    route.respond(json=completion())
    assert claimsheet("extract", listed, "-o", tmp_path / "cards.jsonl", *ASK).code == 0
    assert len(records(tmp_path / "cards.jsonl")) == 1


def test_what_the_abstract_does_not_say_stays_on_the_card_in_plain_sight(claimsheet, tmp_path, route, listed):
    gain = {
        "text": "FOO is 4x faster than BAR", "kind": "quantitative", "metric": "speed", "values": ["3x", "4x"],
        "baseline": "BAR", "setting": "MNIST", "sentences": [3],
    }  # fmt: skip
    route.respond(json=completion(ANSWER | {"system": ["FOO", "QUX"], "claimed_gains": [gain]}))
    ended = claimsheet("run", listed, "-o", tmp_path / "out", *ASK)
    assert ended.code == 0
    (card,) = records(tmp_path / "out" / "cards.jsonl")
    found, invented = card["claimed_gains"][0]["values"]
    assert (found["verdict"], invented["verdict"]) == ("exact", "absent")
    assert card["review"]["grounded"] is False
    assert {item["text"] for item in card["review"]["unsupported"]} >= {"QUX", "4x"}
    for name in ("sheet.md", "sheet.html"):
        assert "not in the abstract" in (tmp_path / "out" / name).read_text(encoding="utf-8").lower()


def test_a_wrong_key_is_told_once_with_address_and_model_and_nothing_is_written(
    claimsheet, tmp_path, route, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-key")
    route.respond(401, json=error("Incorrect API key provided: sk-planted-key", code="invalid_api_key"))
    ended = claimsheet("run", SEEDS, "-o", tmp_path / "out", *ASK, "--concurrency", 4)
    assert ended.code == 4
    assert route.call_count <= 4
    assert ADDRESS in ended.err
    assert not list((tmp_path / "out").iterdir())
    assert "sk-planted-key" not in ended.out + ended.err


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("missing.txt", None, "missing.txt"),
        ("empty.txt", b"", "empty.txt"),
        ("binary.txt", b"\x00\x01\x02" * 100, "binary.txt"),
        ("broken.jsonl", b'{"abstract": "It works."}\n{"abstract": \n', "broken.jsonl:2"),
    ],
)
def test_bad_input_is_one_line_that_names_it_and_no_output_is_touched(claimsheet, tmp_path, name, content, told):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    out = tmp_path / "out"
    out.mkdir()
    (out / "cards.jsonl").write_bytes(b"")
    ended = claimsheet("run", tmp_path / name, "-o", out, "--engine", "extractive")
    assert ended.code == 2
    assert told in ended.err
    assert len(ended.err.strip().split("\n")) == 1
    assert [(path.name, path.read_bytes()) for path in out.iterdir()] == [("cards.jsonl", b"")]


def test_a_folder_without_lists_is_bad_input(claimsheet, tmp_path):
    (tmp_path / "empty").mkdir()
    ended = claimsheet("run", tmp_path / "empty", "-o", tmp_path / "out")
    assert (ended.code, len(ended.err.strip().split("\n"))) == (2, 1)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "option",
    [("--concurrency", "0"), ("--engine", "magic"), ("--limit", "x"), ("--colour", "red"), ("--format", "docx")],
)
def test_a_wrong_option_is_one_line_and_exit_2(claimsheet, tmp_path, listed, option):
    ended = claimsheet("run", listed, "-o", tmp_path / "out", *option)
    assert (ended.code, len(ended.err.strip().split("\n"))) == (2, 1)
    assert ended.err.startswith("claimsheet: ")
    assert not (tmp_path / "out").exists()


def test_an_address_without_a_model_is_asked_which(claimsheet, tmp_path, listed):
    ended = claimsheet("run", listed, "-o", tmp_path / "out", "--base-url", ADDRESS)
    assert ended.code == 2
    assert "--model" in ended.err


def test_cards_made_in_another_way_are_not_written_over_unless_told_to(claimsheet, tmp_path, route, listed):
    route.respond(json=completion())
    cards = tmp_path / "cards.jsonl"
    assert claimsheet("extract", listed, "-o", cards, *ASK).code == 0
    before = cards.read_bytes()
    ended = claimsheet("extract", listed, "-o", cards, "--engine", "extractive")
    assert ended.code == 2
    assert "'openai'" in ended.err
    assert "'extractive'" in ended.err
    assert cards.read_bytes() == before
    assert claimsheet("extract", listed, "-o", cards, "--engine", "extractive", "--overwrite").code == 0
    assert cards.read_bytes() != before


def test_cards_to_standard_output_are_data_alone(claimsheet, listed):
    ended = claimsheet("extract", listed, "-o", "-", "--engine", "extractive")
    assert json.loads(ended.out)["system"] == ["FOO"]


def test_limit_stops_after_that_many_papers(claimsheet, tmp_path):
    claimsheet("extract", SEEDS, "-o", tmp_path / "cards.jsonl", "--engine", "extractive", "--limit", 5, "-q")
    assert len(records(tmp_path / "cards.jsonl")) == 5


def test_quiet_says_nothing(claimsheet, tmp_path, listed):
    ended = claimsheet("run", listed, "-o", tmp_path / "out", "--engine", "extractive", "--quiet")
    assert (ended.out, ended.err) == ("", "")


def test_without_a_key_auto_is_the_embedded_engine_and_says_so(claimsheet, tmp_path, listed):
    assert "extractive" in claimsheet("run", listed, "-o", tmp_path / "out").err


def test_a_setting_in_the_folder_counts_and_the_command_line_wins(claimsheet, tmp_path, listed, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claimsheet.toml").write_text("limit = 1\nquiet = true\n")
    assert claimsheet("extract", SEEDS, "-o", "-", "--engine", "extractive").out.count("\n") == 1
    assert claimsheet("extract", SEEDS, "-o", "-", "--engine", "extractive", "--limit", 2).out.count("\n") == 2


def test_a_sheet_is_rendered_again_of_all_or_of_the_picked(claimsheet, tmp_path):
    claimsheet("run", SEEDS, "-o", tmp_path / "out", "--engine", "extractive", "-q")
    again = tmp_path / "again.md"
    assert claimsheet("sheet", tmp_path / "out" / "cards.jsonl", "-o", again).code == 0
    assert again.read_bytes() == (tmp_path / "out" / "sheet.md").read_bytes()
    assert claimsheet("sheet", tmp_path / "out" / "cards.jsonl", "-o", again, "--pick", "3").code == 0
    assert "PARD" in again.read_text(encoding="utf-8")
    assert claimsheet("sheet", tmp_path / "out" / "cards.jsonl", "-o", again, "--pick", "99").code == 2
    assert claimsheet("sheet", tmp_path / "out" / "cards.jsonl", "-o", tmp_path / "x.docx").code == 2


def test_show_tells_what_was_read_and_prints_one_paper_with_numbered_sentences(claimsheet, listed):
    assert "57 places" in claimsheet("show", SEEDS).out
    assert "[2] We propose FOO" in claimsheet("show", listed, "--paper", "1").out
    assert claimsheet("show", listed, "--paper", "7").code == 2


def test_show_prints_a_card_with_what_is_not_stated(claimsheet, tmp_path, listed):
    claimsheet("extract", listed, "-o", tmp_path / "cards.jsonl", "--engine", "extractive", "-q")
    assert "FOO" in claimsheet("show", tmp_path / "cards.jsonl").out
    assert "value 3x" in claimsheet("show", tmp_path / "cards.jsonl", "--paper", "1").out


@pytest.mark.parametrize("record", ["card", "failure", "run"])
def test_each_record_has_a_json_schema(claimsheet, record):
    assert json.loads(claimsheet("schema", record).out)["additionalProperties"] is False


def test_a_reader_that_leaves_early_gets_no_traceback(tmp_path):
    command = f"{sys.executable} -m pipeline extract {SEEDS} -o - --engine extractive | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_help_imports_neither_the_sdk_nor_the_model():
    code = (
        "import sys\nsys.argv = ['claimsheet', '--help']\nfrom pipeline.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "heavy = set('openai httpx2 pycrfsuite pydantic diskcache jinja2 rich sentencex rapidfuzz'.split())\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr.strip() == "[]"
    assert "extract" in done.stdout


def test_a_run_whose_answers_are_all_known_loads_nothing_that_reads_asks_makes_cards_or_knows_prices(
    claimsheet, tmp_path, route, listed
):
    route.respond(json=completion(NAMELESS))
    line = [str(part) for part in ("extract", listed, "-o", tmp_path / "cards.jsonl", *ASK, "--overwrite")]
    assert claimsheet(*line).code == 0
    code = (
        f"import sys\nfrom pipeline.__main__ import main\ntry:\n    main({line!r})\nexcept SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "heavy = 'openai httpx2 aiohttp genai_prices bpe_openai ftfy charset_normalizer rapidfuzz'.split()\n"
        "heavy += ['lxml', 'bibtexparser', 'ijson', 'python_calamine', 'pipeline.readers.reading']\n"
        "heavy += [f'pipeline.{room}' for room in ('ground', 'review', 'quantities', 'evaluate', 'cleaning')]\n"
        "print(sorted({*heavy} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert (done.stdout, route.call_count) == ("[]\n", 1)
    assert "1 answered already" in done.stderr


def test_a_list_that_was_read_before_ends_in_the_same_bytes_and_the_same_words(
    claimsheet, tmp_path, route, monkeypatch
):
    route.respond(json=completion(NAMELESS))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text('{"abstract": "One is slow."}\n{no\n{"title": "Two"}\n')
    (tmp_path / "in" / "b.jsonl").write_text('{"abstract": "One is slow.", "year": 2026}\n')
    (tmp_path / "in" / "c.rdf").write_text('<?xml version="1.0"?>\n<rdf:RDF></rdf:RDF>')

    def run():
        ended = claimsheet("extract", tmp_path / "in", "-o", tmp_path / "cards.jsonl", *ASK, "--overwrite")
        record = json.loads((tmp_path / "cards.run.json").read_bytes()) | {"seconds": 0}
        written = [(tmp_path / f"cards.{name}").read_bytes() for name in ("jsonl", "failures.jsonl")]
        return ended, record, written

    run()
    again = run()
    monkeypatch.setattr("pipeline.remembered.Recollection.papers", lambda _: None)
    assert run() == again
    assert "not read: " in again[0].err
    assert again[1]["states"] == {"ok": 1, "format_error": 1, "no_abstract": 1}


def gold_row(**changes):
    row = {
        "key": "list-1", "problem_quotes": ["Search is slow."], "method_quotes": ["We propose FOO, a fast index."],
        "gains": [], "areas": ["optimization"], "system": ["FOO"],
    }  # fmt: skip
    return json.dumps(row | changes)


@pytest.mark.parametrize("abstract", [None, AN_ABSTRACT.strip()])
def test_a_canary_that_passes_lets_the_run_go_on_and_is_not_paid_twice(claimsheet, tmp_path, route, listed, abstract):
    route.respond(json=completion(ANSWER | {"system": ["FOO"]}))
    gold = tmp_path / "gold.jsonl"
    gold.write_text(gold_row(abstract=abstract))
    ended = claimsheet("run", listed, "-o", tmp_path / "out", *ASK, "--canary", gold, "--min", "problem=1")
    assert ended.code == 0
    assert route.call_count == 1


def test_a_canary_that_does_not_pass_stops_before_the_rest_is_asked(claimsheet, tmp_path, route):
    route.respond(json=completion(ANSWER | {"system": ["BAR"]}))
    gold = tmp_path / "gold.jsonl"
    gold.write_text(gold_row(abstract=AN_ABSTRACT.strip()))
    ended = claimsheet("run", SEEDS, "-o", tmp_path / "out", *ASK, "--canary", gold, "--min", "system.f1=0.9")
    assert ended.code == 3
    assert "system.f1" in ended.err
    assert route.call_count == 1
    assert not (tmp_path / "out" / "cards.jsonl").exists()


def test_a_canary_of_an_unknown_score_is_a_wrong_command(claimsheet, tmp_path, listed):
    gold = tmp_path / "gold.jsonl"
    gold.write_text(gold_row(abstract=AN_ABSTRACT.strip()))
    ended = claimsheet("run", listed, "-o", tmp_path / "out", "--canary", gold, "--min", "beauty=1")
    assert (ended.code, "beauty" in ended.err) == (2, True)


def test_a_broken_record_is_a_failure_with_its_place_and_the_rest_goes_on(claimsheet, tmp_path):
    source = tmp_path / "papers.jsonl"
    rows = [json.dumps({"id": str(n), "abstract": f"Paper {n} is slow. We propose FOO."}) for n in range(3)]
    source.write_text("\n".join([rows[0], '{"id": "torn', rows[1], rows[2]]))
    ended = claimsheet("extract", source, "-o", tmp_path / "cards.jsonl", "--engine", "extractive")
    assert ended.code == 3
    assert len(records(tmp_path / "cards.jsonl")) == 3
    (failure,) = records(tmp_path / "cards.failures.jsonl")
    assert failure["state"] == "format_error"
    assert "line 2" in failure["message"]
    assert failure["paper"]["sources"] == [{"path": "papers.jsonl", "position": 2}]
    strict = claimsheet("extract", source, "-o", tmp_path / "strict.jsonl", "--engine", "extractive", "--strict-input")
    assert strict.code == 2
    assert "papers.jsonl:2" in strict.err
    assert not (tmp_path / "strict.jsonl").exists()


def test_a_missing_abstract_is_told_and_punished_only_where_the_input_must_be_whole(claimsheet, tmp_path):
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "1", "abstract": "It is slow. We propose FOO."}\n{"id": "2", "abstract": "N/A"}\n')
    common = ("extract", source, "-o", tmp_path / "cards.jsonl", "--engine", "extractive")
    assert claimsheet(*common).code == 0
    assert claimsheet(*common, "--strict-input").code == 3
    (failure,) = records(tmp_path / "cards.failures.jsonl")
    assert failure["state"] == "no_abstract"
    assert "N/A" in failure["message"]


def test_strict_makes_a_failure_of_a_card_that_its_abstract_does_not_carry(claimsheet, tmp_path, route, listed):
    route.respond(json=completion(ANSWER | {"system": ["QUX"]}))
    ended = claimsheet("extract", listed, "-o", tmp_path / "cards.jsonl", *ASK, "--strict", "--no-repair")
    assert ended.code == 3
    assert records(tmp_path / "cards.jsonl") == []
    (failure,) = records(tmp_path / "cards.failures.jsonl")
    assert (failure["state"], "QUX" in failure["message"]) == ("format_error", True)
    assert claimsheet("extract", listed, "-o", tmp_path / "b.jsonl", *ASK, "--no-repair").code == 0
    claimsheet("extract", listed, "-o", tmp_path / "again.jsonl", *ASK, "--strict", "--no-repair")
    assert records(tmp_path / "again.failures.jsonl") == [failure], "as it was told when the answer was new"
    assert route.call_count == 1


def test_a_model_may_correct_once_what_is_not_in_the_abstract(claimsheet, tmp_path, route, listed):
    invented = completion(ANSWER | {"system": ["QUX"]})
    route.side_effect = lambda request: httpx.Response(
        200, json=completion(ANSWER | {"system": ["FOO"]}) if b"QUX" in request.content else invented
    )
    for name, asked in (("a", 2), ("b", 2)):
        assert claimsheet("extract", listed, "-o", tmp_path / f"{name}.jsonl", *ASK).code == 0
        assert route.call_count == asked
    (card,) = records(tmp_path / "a.jsonl")
    assert (card["system"], card["review"]["grounded"]) == (["FOO"], True)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_what_a_model_does_not_correct_stays_in_plain_sight(claimsheet, tmp_path, route, listed):
    route.respond(json=completion(ANSWER | {"system": ["QUX"]}))
    assert claimsheet("extract", listed, "-o", tmp_path / "a.jsonl", *ASK).code == 0
    assert route.call_count == 2
    assert claimsheet("extract", listed, "-o", tmp_path / "b.jsonl", *ASK).code == 0
    assert route.call_count == 2
    (card,) = records(tmp_path / "a.jsonl")
    assert (card["system"], card["review"]["grounded"]) == (["QUX"], False)


def test_an_abstract_in_a_language_that_is_not_read_says_so_and_is_still_verified(claimsheet, tmp_path):
    source = tmp_path / "ru.txt"
    source.write_text(
        "Обучение больших языковых моделей требует много памяти и времени, и существующие методы не решают эту "
        "задачу. Мы предлагаем новый метод FOO, который сокращает расход памяти на 40% при той же точности.\n",
        encoding="utf-8",
    )
    assert claimsheet("run", source, "-o", tmp_path / "out", "--engine", "extractive").code == 0
    (card,) = records(tmp_path / "out" / "cards.jsonl")
    assert "language-not-modelled" in card["review"]["flags"]
    assert claimsheet("verify", tmp_path / "out" / "cards.jsonl").code == 0


def test_a_paper_is_called_by_its_own_id_with_or_without_its_scheme(claimsheet, tmp_path):
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "p1", "abstract": "It is slow. We propose FOO."}\n')
    claimsheet("run", source, "-o", tmp_path / "out", "--engine", "extractive", "-q")
    for name in ("p1", "key:p1"):
        assert claimsheet("show", source, "--paper", name).code == 0
        assert claimsheet("sheet", tmp_path / "out", "-o", tmp_path / "x.md", "--pick", name).code == 0
    assert claimsheet("verify", tmp_path / "out").code == 0


def test_an_output_folder_that_is_a_file_is_a_wrong_command(claimsheet, listed):
    before = listed.read_bytes()
    ended = claimsheet("run", listed, "-o", listed, "--engine", "extractive")
    assert (ended.code, len(ended.err.strip().split("\n"))) == (2, 1)
    assert listed.read_bytes() == before


def test_papers_that_are_nearly_the_same_stay_two_and_are_told(claimsheet, tmp_path):
    source = tmp_path / "papers.jsonl"
    text = " ".join(
        f"Sentence {n} says that model {n} needs far more memory than model {n + 1} does." for n in range(9)
    )
    rows = [{"id": "a", "abstract": text}, {"id": "b", "abstract": text + " It is revised."}]
    source.write_text("\n".join(map(json.dumps, rows)))
    ended = claimsheet("run", source, "-o", tmp_path / "out", "--engine", "extractive")
    assert "1 pairs of papers nearly the same" in ended.err
    (record,) = records(tmp_path / "out" / "run.json")
    assert [pair["ids"] for pair in record["near_duplicates"]] == [["key:a", "key:b"]]
    assert record["papers"] == 2


def test_a_folder_that_holds_its_own_output_is_read_again_as_before(claimsheet, tmp_path, listed):
    for _ in range(2):
        assert claimsheet("run", tmp_path, "-o", tmp_path / "out", "--engine", "extractive").code == 0
    assert len(records(tmp_path / "out" / "cards.jsonl")) == 1


def test_a_gate_without_a_canary_is_refused(claimsheet, tmp_path):
    ended = claimsheet("run", SEEDS, "-o", tmp_path / "out", "--engine", "extractive", "--min", "gains.f1=0.8")
    assert ended.code == 2
    assert "--canary" in ended.err
    assert not (tmp_path / "out").exists()


def test_an_input_is_never_written_over(claimsheet, listed):
    before = listed.read_bytes()
    ended = claimsheet("extract", listed, "-o", listed, "--engine", "extractive", "--overwrite")
    assert ended.code == 2
    assert "is an input" in ended.err
    assert listed.read_bytes() == before
