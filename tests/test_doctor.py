import json
from pathlib import Path

import httpx
import httpx2
import pytest
from command import command
from completions import completion, error

from pipeline.doctor.machine import file_system

ADDRESS = "http://127.0.0.1:9/v1"
KEY = "sk-planted-0123456789abcdef"
ASKED = ("--base-url", ADDRESS, "--model", "m")
RIGHT = completion(content='{"sum": 5}')


@pytest.fixture
def listing(httpx2_mock):
    route = httpx2_mock.get(f"{ADDRESS}/models")
    route.respond(json={"object": "list", "data": [{"id": "m", "object": "model"}]})
    return route


@pytest.fixture
def asks(httpx2_mock, listing):
    route = httpx2_mock.post(f"{ADDRESS}/chat/completions")
    route.respond(json=RIGHT)
    return route


@pytest.fixture
def doctor(capfd, monkeypatch):
    """Run the command with a planted key that nothing may show; return its exit code and checks by name."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    claimsheet = command(capfd)

    def run(*arguments):
        ended = claimsheet("doctor", *arguments)
        assert KEY not in ended.out + ended.err
        assert ended.err == ""
        return ended.code, {row[6:16].strip(): (row[:4].strip(), row[18:]) for row in ended.out.splitlines()}

    return run


def refusing(*fields, status=400):
    def answer(request):
        body = json.loads(request.content)
        refused = next((name for name in fields if name in json.dumps(body)), None)
        if refused:
            return httpx.Response(status, json=error(f"{refused} is not supported by this model"))
        return httpx.Response(200, json=RIGHT)

    return answer


def test_a_provider_that_serves_us_is_well_in_every_point(doctor, asks):
    code, checks = doctor(*ASKED)
    assert code == 0
    assert {name: level for name, (level, _) in checks.items()} == dict.fromkeys(
        ["key", "address", "model", "ask", "structure", "usage", "cache", "embedded"], "ok"
    )


def test_it_costs_one_look_at_the_models_and_two_short_asks_without_an_abstract(doctor, asks, listing):
    doctor(*ASKED)
    assert listing.call_count == 1
    one_token, structured = (json.loads(call.request.content) for call in asks.calls)
    assert one_token["max_completion_tokens"] == 1
    assert "response_format" not in one_token
    assert structured["response_format"]["json_schema"]["strict"] is True
    assert all(len(call.request.content) < 1000 for call in asks.calls)


def test_a_wrong_key_is_exit_4_after_one_ask_and_is_not_shown(doctor, asks, listing):
    listing.respond(401, json=error("no"))
    asks.respond(401, json=error(f"Incorrect API key provided: {KEY}", code="invalid_api_key"))
    code, checks = doctor(*ASKED)
    assert code == 4
    assert checks["ask"][0] == "fail"
    assert "Check" in checks["ask"][1]
    assert asks.call_count == 1
    assert {"cache", "embedded"} <= set(checks)


def test_an_unknown_model_is_exit_4_and_those_that_are_served_are_named(doctor, asks, listing):
    listing.respond(json={"data": [{"id": f"model-{number}"} for number in range(9)]})
    asks.respond(404, json=error("The model `m` does not exist", code="model_not_found"))
    code, checks = doctor(*ASKED)
    assert code == 4
    assert checks["model"][0] == "warn"
    assert "model-0, model-1, model-2, model-3, model-4 and 4 more" in checks["model"][1]
    assert "--model" in checks["ask"][1]


@pytest.mark.parametrize("listed", ["m:latest", "models/m"])
def test_a_model_that_is_listed_in_another_spelling_is_listed(doctor, asks, listing, listed):
    listing.respond(json={"data": [{"id": listed}]})
    assert doctor(*ASKED)[1]["model"][0] == "ok"


@pytest.mark.parametrize("reply", [{"status_code": 404}, {"html": "<html>"}, {"json": [1]}, {"json": {"data": None}}])
def test_a_server_without_a_list_of_models_is_no_fault(doctor, asks, listing, reply):
    listing.respond(**reply)
    code, checks = doctor(*ASKED)
    assert code == 0
    assert checks["model"][0] == "ok"


@pytest.mark.parametrize("fault", [httpx2.ConnectError("refused"), httpx2.ReadTimeout("slow")])
def test_an_address_that_does_not_answer_is_exit_4_and_no_model_is_asked(doctor, listing, fault):
    listing.side_effect = fault
    code, checks = doctor(*ASKED)
    assert code == 4
    assert checks["address"][0] == "fail"
    assert "--base-url" in checks["address"][1]
    assert listing.call_count == 1
    assert not {"model", "ask"} & set(checks)


def test_a_server_that_is_down_is_asked_once(doctor, asks):
    asks.respond(503)
    code, checks = doctor(*ASKED)
    assert (code, checks["ask"][0]) == (4, "fail")
    assert asks.call_count == 1


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (("json_schema",), "json_schema is refused, json_object works"),
        (("json_schema", "json_object"), "json_schema is refused, text works"),
    ],
)
def test_the_rung_of_the_ladder_that_works_is_told(doctor, asks, refused, told):
    asks.side_effect = refusing(*refused)
    code, checks = doctor(*ASKED)
    assert code == 0
    assert checks["structure"] == ("warn", checks["structure"][1])
    assert told in checks["structure"][1]


def test_fields_that_are_refused_are_left_out_and_named(doctor, asks):
    asks.side_effect = refusing("temperature", "max_completion_tokens")
    code, checks = doctor(*ASKED)
    assert code == 0
    assert checks["ask"][1] == "'m' answers, without temperature and max_completion_tokens."


def test_a_model_that_cannot_end_in_one_token_has_answered(doctor, asks):
    told = "Could not finish the message because max_tokens or model output limit was reached."
    asks.side_effect = [httpx.Response(400, json=error(told)), httpx.Response(200, json=RIGHT)]
    code, checks = doctor(*ASKED)
    assert (code, checks["ask"][0], checks["structure"][0]) == (0, "ok", "ok")


def test_an_output_mode_that_was_chosen_and_is_refused_is_exit_4(doctor, asks):
    asks.side_effect = refusing("json_schema")
    code, checks = doctor(*ASKED, "--output-mode", "json_schema")
    assert (code, checks["structure"][0]) == (4, "fail")
    assert "--output-mode json_object" in checks["structure"][1]


@pytest.mark.parametrize("content", ["five", '{"sum": "5"}', '{"sum": 5, "why": 1}', '{"sum": 5} {"sum": 6}', ""])
def test_a_schema_that_is_taken_and_not_kept_to_is_told(doctor, asks, content):
    asks.respond(json=completion(content=content))
    code, checks = doctor(*ASKED)
    assert (code, checks["structure"][0]) == (0, "warn")


def test_a_server_that_counts_no_tokens_is_told(doctor, asks):
    asks.respond(json=RIGHT | {"usage": None})
    assert doctor(*ASKED)[1]["usage"][0] == "warn"


def test_a_missing_key_is_exit_2_with_the_variable_to_set(doctor, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    code, checks = doctor("--engine", "openai")
    assert code == 2
    assert "Set OPENAI_API_KEY" in checks["choices"][1]


@pytest.mark.parametrize("key", ["your-key-goes-right-here", "sk-...", "short"])
def test_a_key_that_looks_like_none_is_told(doctor, asks, monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    assert doctor(*ASKED)[1]["key"][0] == "warn"


def test_a_local_server_needs_no_key(doctor, asks, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert doctor(*ASKED)[1]["key"][0] == "ok"


def test_with_private_nothing_goes_beyond_this_machine(doctor):
    code, checks = doctor("--private", "--base-url", "https://api.example.com/v1", "--model", "m")
    assert code == 2
    assert set(checks) == {"choices", "cache", "embedded"}


def test_where_nothing_is_chosen_the_embedded_engine_is_told_and_nothing_is_sent(doctor, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    code, checks = doctor()
    assert code == 0
    assert checks["engine"][0] == "warn"
    assert checks["embedded"][0] == "ok"


def test_the_embedded_engine_by_choice_is_well_although_a_key_is_set(doctor):
    assert {level for level, _ in doctor("--engine", "extractive")[1].values()} == {"ok"}


def test_a_cache_that_cannot_be_used_is_exit_5_with_its_path(doctor, asks, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code, checks = doctor(*ASKED, "--cache-dir", tmp_path / "file" / "answers")
    assert (code, checks["cache"][0]) == (5, "fail")
    assert str(tmp_path) in checks["cache"][1]


def test_the_first_failure_decides_the_exit_code(doctor, asks, tmp_path):
    asks.respond(401, json=error("no"))
    (tmp_path / "file").write_text("in the way")
    assert doctor(*ASKED, "--cache-dir", tmp_path / "file" / "answers")[0] == 4


def test_a_cache_on_a_network_is_told(doctor, asks, monkeypatch):
    monkeypatch.setattr("pipeline.doctor.machine.file_system", lambda _: "nfs4")
    code, checks = doctor(*ASKED)
    assert (code, checks["cache"][0]) == (0, "warn")
    assert "--cache-dir" in checks["cache"][1]


def test_the_file_system_of_a_folder_is_that_of_the_nearest_mount_above_it(tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/a / ext4 rw 0 0\nserver:/home /home nfs4 rw 0 0\n/dev/b /home/with\\040blank xfs rw 0 0\n")
    assert file_system(Path("/var/lib"), mounts) == "ext4"
    assert file_system(Path("/home/someone/answers"), mounts) == "nfs4"
    assert file_system(Path("/home/with blank/answers"), mounts) == "xfs"
    assert file_system(Path("/home"), tmp_path / "none") is None
