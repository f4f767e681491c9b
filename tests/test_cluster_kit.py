import pickle
from dataclasses import replace

import pytest

from pipeline.choices import Choices
from pipeline.cluster.kit import packed, unpacked
from pipeline.engines.interface import EngineName
from pipeline.errors import UsageError


def test_files_that_were_chosen_go_along(tmp_path):
    areas, prompt = tmp_path / "my.toml", tmp_path / "my.md"
    areas.write_text("areas")
    prompt.write_text("prompt")
    kit = pickle.loads(pickle.dumps(packed(Choices(areas=areas, prompt=prompt))))  # noqa: S301 - what was just written
    areas.unlink()
    prompt.unlink()
    with unpacked(kit) as choices:
        assert (choices.areas.read_text(), choices.prompt.read_text()) == ("areas", "prompt")
        place = choices.areas
    assert not place.exists()


def test_the_engine_is_decided_on_the_first_machine(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-secret-key-of-mine")
    kit = packed(Choices(ray="auto", jobs=7))
    assert (kit.choices.engine, kit.choices.ray, kit.choices.jobs) == (EngineName.OPENAI, None, 1)
    assert b"sk-a-secret" not in pickle.dumps(kit)


def test_a_worker_with_another_claimsheet_does_nothing():
    with pytest.raises(UsageError, match="another Claimsheet"), unpacked(replace(packed(Choices()), made_by="0")):
        pass


def test_the_digest_tells_what_decides_a_card_from_what_does_not(tmp_path):
    digest = packed(Choices(model="m")).digest
    faster = Choices(
        model="m",
        rpm=3,
        tpm=9,
        concurrency=99,
        jobs=4,
        max_cost=1.0,
        cache_dir=tmp_path,
        ray="auto",
        store="postgresql://h/a",
    )
    assert packed(faster).digest == digest
    other = [Choices(model="n"), Choices(model="m", strict=True), Choices(model="m", refresh=True)]
    prompt = tmp_path / "card.md"
    prompt.write_text("mine")
    other.append(Choices(model="m", prompt=prompt))
    assert digest not in {packed(choices).digest for choices in other}
