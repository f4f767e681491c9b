"""Chinese and Japanese are read by their cue words."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive import ExtractiveEngine
from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.glosses import gloss, is_han
from pipeline.engines.extractive.headings import told_roles
from pipeline.extraction import GainKind
from pipeline.paper import Paper
from pipeline.taxonomy import Area, Taxonomy

CHINESE = (
    "随着城市的发展，交通预测受到广泛关注。然而，现有方法难以处理突发事件。本文提出了一种名为RoadNet的图模型。"
    "实验结果表明，RoadNet将误差降低了12.5%，优于传统方法。"
)
JAPANESE = "しかし、従来手法には課題がある。本論文では、軽量なモデルを提案する。実験の結果、精度は5%向上した。"


def read(abstract):
    engine = ExtractiveEngine.load(Taxonomy(areas=(Area(name="交通", cues={"交通": 1.0}), Area(name="other"))))
    return engine.extract(Paper(id="abs:0", abstract=abstract))


def test_a_chinese_abstract_gives_problem_method_name_gain_and_area():
    told = read(CHINESE)
    assert told.problem.text == "然而，现有方法难以处理突发事件。"
    assert told.method.text.startswith("本文提出了一种名为RoadNet")
    assert told.system == ("RoadNet",)
    assert told.area == "交通"
    (gain,) = told.claimed_gains
    assert (gain.kind, gain.values) == (GainKind.QUANTITATIVE, ("12.5%",))


def test_a_japanese_abstract_gives_problem_method_and_gain():
    told = read(JAPANESE)
    assert told.problem.sentences == (1,)
    assert told.method.sentences == (2,)
    assert told.claimed_gains[0].values == ("5%",)


@pytest.mark.parametrize(("text", "han"), [("plain", False), ("naïve — ok", False), ("模型", True), ("モデル", True)])
def test_only_han_and_kana_are_glossed(text, han):
    assert is_han(text) is han


def test_the_longest_cue_wins():
    assert gloss("实验结果表明") in {"experimental results shows that", "experiments results show that"}
    assert words("然而缺乏GPU") == ["however", "lacks", "gpu"]


def test_chinese_headings_need_no_mark():
    assert told_roles(["目的探讨盐。", "方法测量9人。", "结果盐有害。"]) == ["objective", "method", "result"]
    assert told_roles(["结果表明盐有害。", "方法是新的。"]) == [None, None]
