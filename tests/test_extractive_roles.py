"""The role model: what comes with the package, and what it says of sentences."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive import roles
from pipeline.engines.extractive.features import abstract_features, words
from pipeline.engines.extractive.roles import RoleModel, certain, checked_model
from pipeline.errors import MachineError

TOLD = (
    "Traffic jams cost cities a great deal of time.",
    "In this paper, we propose a new method to predict them.",
    "We train a network on data from forty sensors.",
    "Results show that our method reduces the error by 12%.",
)


def test_each_sentence_gets_the_role_that_it_plainly_has():
    found = RoleModel.load().roles([words(sentence) for sentence in TOLD])
    best = [max(zip(role, role._fields, strict=True))[1] for role in found]
    assert best[0] == "background"
    assert best[1] in {"objective", "method"}
    assert best[2:] == ["method", "result"]


def test_the_probabilities_of_a_sentence_add_up_to_one():
    for role in RoleModel.load().roles([words(sentence) for sentence in TOLD]):
        assert sum(role) == pytest.approx(1.0)
    assert sum(certain("result")) == pytest.approx(1.0)


def test_no_sentence_has_no_role():
    assert RoleModel.load().roles([]) == []


def test_a_damaged_model_is_never_used(monkeypatch):
    monkeypatch.setattr(roles, "MODEL_SHA256", "0" * 64)
    with pytest.raises(MachineError, match="damaged"):
        RoleModel.load()


def test_a_missing_model_is_told_by_name(monkeypatch):
    monkeypatch.setattr(roles, "MODEL_FILE", "none.crfsuite")
    with pytest.raises(MachineError, match=r"none\.crfsuite"):
        RoleModel.load()


def test_the_model_is_small():
    assert len(checked_model()) < 5_000_000


def test_words_fold_case_and_figures():
    assert words("In 2019, We saved 12.5% of 300 GB.") == ["in", "#y", "we", "saved", "#%", "of", "#", "gb"]


def test_features_see_the_speaker_and_the_place():
    first, last = abstract_features([["cities", "grow"], ["we", "propose", "a", "map"]])
    assert "first" in first
    assert {"last", "we=propose", "we2=a", "haswe=True"} <= set(last)
