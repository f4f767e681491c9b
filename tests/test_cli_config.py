import pytest

from pipeline.__main__ import main
from pipeline.cli.config import settings
from pipeline.errors import UsageError

KNOWN = {"model": False, "base_url": False, "concurrency": False, "quiet": True}


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_without_a_file_nothing_is_set():
    assert settings(None, KNOWN) == {}


def test_a_table_in_pyproject_is_read_and_dashes_are_underscores(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.claimsheet]\nmodel = "m"\n')
    assert settings(None, KNOWN) == {"model": "m"}


def test_a_file_of_ones_own_comes_before_pyproject(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.claimsheet]\nmodel = "m"\n')
    (tmp_path / "claimsheet.toml").write_text("concurrency = 3\n")
    assert settings(None, KNOWN) == {"concurrency": "3"}


@pytest.mark.parametrize("name", ["base_url", "base-url"])
def test_a_file_that_just_lies_there_cannot_move_the_key(tmp_path, capsys, name):
    (tmp_path / "claimsheet.toml").write_text(f'{name} = "https://evil.example/v1"\nmodel = "m"\n')
    assert settings(None, KNOWN) == {"model": "m"}
    assert "ignored" in capsys.readouterr().err


def test_a_file_that_the_user_names_can(tmp_path):
    (tmp_path / "mine.toml").write_text('base-url = "https://models.example/v1"\n')
    assert settings(tmp_path / "mine.toml", KNOWN) == {"base_url": "https://models.example/v1"}


@pytest.mark.parametrize(("content", "told"), [("modle = 1\n", "'modle'"), ("model = \n", "TOML"), ("\xff", "TOML")])
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path, content, told):
    (tmp_path / "claimsheet.toml").write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError, match=r"claimsheet\.toml") as caught:
        settings(None, KNOWN)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("concurrency = true\n", "concurrency takes a number or a text"),
        ("model = ['a']\n", "model takes a number or a text"),
        ("concurrency = 2026-01-01\n", "concurrency takes a number or a text"),
        ("quiet = 1\n", "quiet is a switch"),
        ("quiet = 'yes'\n", "quiet is a switch"),
    ],
)
def test_a_setting_of_another_kind_is_refused(tmp_path, content, told):
    (tmp_path / "claimsheet.toml").write_text(content)
    with pytest.raises(UsageError, match=rf"claimsheet\.toml: {told}"):
        settings(None, KNOWN)


def test_a_switch_is_set_by_true_and_false(tmp_path):
    (tmp_path / "claimsheet.toml").write_text("quiet = false\n")
    assert settings(None, KNOWN) == {"quiet": False}


@pytest.mark.parametrize("value", ["true", "1.5", "'many'", "[1]"])
def test_a_number_that_is_none_ends_the_command(tmp_path, capsys, value):
    (tmp_path / "claimsheet.toml").write_text(f"limit = {value}\n")
    (tmp_path / "a.txt").write_text("We prove it.\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "a.txt", "-o", "out"])
    assert ended.value.code == 2
    assert "limit" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
