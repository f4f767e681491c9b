import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest

from pipeline import edition
from pipeline.edition import LIBRARIES, fingerprint

GROUNDS = (
    "import sys\n"
    "from pipeline.card import Provenance\n"
    "from pipeline.extraction import ExtractedStatement, Extraction\n"
    "from pipeline.ground import ground\n"
    "from pipeline.paper import Paper\n"
    "said = ExtractedStatement(text='It is 3x faster.', sentences=(1,))\n"
    "told = Extraction(system=(), problem=said, method=said, claimed_gains=(), area='a', task='t')\n"
    "by = Provenance(engine='openai', model='m', prompt=None, schema='s', output_mode=None)\n"
    "ground(Paper(id='key:1', abstract='It is 3x faster.'), told, by).model_dump_json()\n"
    "from importlib.metadata import packages_distributions\n"
    "known = packages_distributions()\n"
    "print(*sorted({name for module in sys.modules for name in known.get(module.partition('.')[0], ())}))\n"
)
SEEN_IN_NO_CARD = {"annotated-types", "claimsheet", "setuptools", "typing-inspection", "typing-extensions"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ground.py").write_text("x = 1\n")
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "names.py").write_text("y = 2\n")
    return tmp_path


def test_the_same_files_are_the_same_edition_wherever_python_keeps_its_own(folder):
    first = fingerprint(folder, ["3.11"])
    (folder / "review" / "__pycache__").mkdir()
    (folder / "review" / "__pycache__" / "names.pyc").write_bytes(b"compiled")
    assert fingerprint(folder, ["3.11"]) == first


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "ground.py").write_text("x = 2\n"),
        lambda folder: (folder / "review" / "names.py").write_text("y = 2 \n"),
        lambda folder: (folder / "review" / "names.py").rename(folder / "review" / "nouns.py"),
        lambda folder: (folder / "review" / "more.toml").write_text(""),
        lambda folder: (folder / "review" / "names.py").rename(folder / "names.py"),
    ],
)
def test_any_change_of_a_file_is_another_edition(folder, change):
    first = fingerprint(folder, ["3.11"])
    change(folder)
    assert fingerprint(folder, ["3.11"]) != first


def test_another_release_of_python_or_a_library_is_another_edition(folder):
    assert fingerprint(folder, ["3.11", "pydantic 2.14"]) != fingerprint(folder, ["3.11", "pydantic 2.15"])


def test_ours_is_one_edition_for_the_whole_process():
    assert edition.edition() == edition.edition()
    assert len(edition.edition()) == 32


@pytest.mark.parametrize("name", sorted({*LIBRARIES, "openai", "tenacity", "pytest"}))
def test_the_release_of_a_library_is_what_python_says(name):
    assert edition.release(name) == version(name)


def test_a_library_that_is_not_there_has_no_release():
    with pytest.raises(PackageNotFoundError):
        edition.release("no-such-library")


def test_what_is_installed_beside_us_and_our_edition_are_our_surroundings(tmp_path, monkeypatch):
    told = {edition.surroundings.__wrapped__()}
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("ftfy-6.3.dist-info", "ftfy-6.4.dist-info", "lxml-6.egg-info"):
        (tmp_path / name).mkdir()
        told.add(edition.surroundings.__wrapped__())
    (tmp_path / "notes").mkdir()
    told.add(edition.surroundings.__wrapped__())
    monkeypatch.setattr(edition, "edition", lambda: "another")
    assert len(told | {edition.surroundings.__wrapped__()}) == 5


def test_every_library_that_a_card_is_made_with_counts():
    done = subprocess.run([sys.executable, "-c", GROUNDS], capture_output=True, text=True, check=True, timeout=60)
    used = {name.lower().replace("_", "-") for name in done.stdout.split()}
    assert used - SEEN_IN_NO_CARD <= set(LIBRARIES)
