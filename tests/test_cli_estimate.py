from pathlib import Path

import pytest
import typer

from pipeline.cli.estimate import estimate
from pipeline.errors import UsageError

SEEDS = Path(__file__).parents[1] / "seeds"
LOCAL = ("--base-url", "http://127.0.0.1:9/v1", "--model", "llama3")


@pytest.fixture
def claimsheet_estimate(capsys):
    app = typer.Typer()
    app.command()(estimate)

    def run(*arguments):
        app(args=[str(argument) for argument in arguments], standalone_mode=False)
        told = capsys.readouterr()
        assert told.err == ""
        return {line[:14].strip(): line[14:].split("  ", 1)[-1].split() for line in told.out.splitlines()}, told.out

    return run


def test_the_seeds_are_53_papers_at_a_known_price_without_a_key(claimsheet_estimate):
    rows, told = claimsheet_estimate(SEEDS, "--model", "gpt-4o-mini")
    assert list(rows) == ["papers", "to ask", "input tokens", "output tokens", "cost", "time"]
    assert rows["papers"] == ["53"]
    assert rows["to ask"][0] == "53"
    assert "approximate" not in told
    assert "about $0.0" in told


def test_a_server_of_ones_own_has_an_unknown_price_until_one_is_given(claimsheet_estimate):
    rows, told = claimsheet_estimate(SEEDS, *LOCAL)
    assert rows["cost"][0] == "unknown"
    assert "$" not in told
    assert "approximate" in told
    assert claimsheet_estimate(SEEDS, *LOCAL, "--price", "0,0")[0]["cost"][0] == "$0"


def test_the_limit_on_papers_and_on_requests_a_minute_hold(claimsheet_estimate):
    rows, told = claimsheet_estimate(SEEDS, *LOCAL, "--limit", 3, "--rpm", 1)
    assert rows["papers"] == ["3"]
    assert "about 3 min" in told


def test_a_provider_by_name_has_its_address_and_its_price(claimsheet_estimate):
    assert "$" in claimsheet_estimate(SEEDS, "--provider", "mistral", "--model", "mistral-small-latest")[1]
    assert "unknown" in claimsheet_estimate(SEEDS, "--provider", "ollama", "--model", "gpt-oss:20b")[1]
    with pytest.raises(UsageError, match="--base-url"):
        claimsheet_estimate(SEEDS, "--provider", "azure", "--model", "gpt-4o")


def test_an_address_without_a_model_or_a_broken_price_is_refused(claimsheet_estimate):
    with pytest.raises(UsageError, match="which model"):
        claimsheet_estimate(SEEDS, "--base-url", "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match="--price"):
        claimsheet_estimate(SEEDS, *LOCAL, "--price", "cheap")
