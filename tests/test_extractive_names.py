"""Names are found where authors give them, and nowhere else."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive.names import coined, find_names
from pipeline.engines.extractive.roles import RoleModel
from pipeline.engines.extractive.sentence import read_sentences


@pytest.fixture(scope="module")
def model():
    return RoleModel.load()


@pytest.mark.parametrize(
    ("abstract", "names"),
    [
        (r"We propose \textbf{GRAIN (GRadual INdexing)}, a new index.", ("GRAIN",)),
        ("In this work, we introduce Wave Field Alignment (WFA) for audio.", ("WFA",)),
        ("We present the Slow Feature Network, termed SloFeat, a model of sight.", ("SloFeat",)),
        ("We describe a solver called OakSAT that learns.", ("OakSAT",)),
        ("We call our approach Lantern and show that it helps.", ("Lantern",)),
        ("We release RiverBench, a benchmark of floods.", ("RiverBench",)),
        ("We propose *drift resistance* as a better measure.", ("drift resistance",)),
        ("We introduce a novel schedule, _Tide-Stepping_, that slows down.", ("Tide-Stepping",)),
        ("We design two models: NetOne and NetTwo.", ("NetOne", "NetTwo")),
        ("We propose a cheap code (K4). A variant (K4-S) is smaller.", ("K4", "K4-S")),
        ("We present Quiet Sampling, a method for noise.", ("Quiet Sampling",)),
        ("We train ResNet-50 on ImageNet in an hour.", ()),
        ("We propose a framework for Low-Rank Adaptation (LoRA) of models.", ()),
        ("GPT-4 is strong. We propose to prompt GPT-4 twice.", ()),
        ("Our core is the introduction of _slow adjoints_ for flows.", ("slow adjoints",)),
        ("The proposed FastNet method is ours; we test it.", ()),
        ("Trees are named after Linnaeus.", ()),
    ],
)
def test_a_name_is_what_the_authors_introduce(model, abstract, names):
    assert find_names(read_sentences(abstract, model)) == names


@pytest.mark.parametrize(
    ("word", "made"), [("XTree", True), ("A-NET", True), ("K4", True), ("Tree", False), ("LLM", False), ("2020", False)]
)
def test_a_coined_word_has_capitals_or_digits_within(word, made):
    assert coined(word) is made
