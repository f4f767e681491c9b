import pytest

from pipeline.review.names import KnownNames, Name, names
from pipeline.review.page import Page

ABSTRACT = (
    "We propose \\textbf{PARD (PARallel Draft)}, faster than EAGLE-3 on LLaMA3.1-8B with vLLM. Word error rate falls on"
    " KITTI-Sparse by molecular dynamics. Reinforcement Learning helps Chronos, and the Riemannian optimizers of CNNs."
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("BERT beats GPT-4 on ImageNet", ["BERT", "GPT-4", "ImageNet"]),
        ("Faster than Vicuna", ["Vicuna"]),
        ("Medusa is slower. Retraining helps", []),
        ("LLaMA-2-7B with vLLM and M4", ["LLaMA-2-7B", "vLLM", "M4"]),
        ("up to 3.67x faster than LLMs and CNNs on a GPU", []),
        ("在CodeSeek上提升", ["CodeSeek"]),
        ("", []),
    ],
)
def test_names_are_what_is_written_as_names_are(text, found):
    assert [name.text for name in names(text)] == found


@pytest.mark.parametrize(
    "name",
    [
        "PARD",
        "EAGLE-3",
        "LLaMA-3.1-8B",
        "LLaMA3.1-8B",
        "EAGLE-3-based",
        "vLLMs",
        "WER",
        "MD",
        "KITTI",
        "CNN-based",
    ],
)
def test_a_name_is_known_in_parts_with_other_hyphens_and_as_an_acronym_of_the_words(name):
    assert KnownNames(Page(ABSTRACT)).knows(Name(name, is_word=False))


@pytest.mark.parametrize("name", ["PARDX", "EAGLE-2", "LLaMA3.1-70B", "KITTI-360", "MMLU", "DFT", "PARD-2", "M4"])
def test_another_name_is_not_known(name):
    assert not KnownNames(Page(ABSTRACT)).knows(Name(name, is_word=False))


@pytest.mark.parametrize(("word", "known"), [("Riemannian", True), ("Optimizer", True), ("Vicuna", False)])
def test_a_word_with_a_capital_is_known_by_any_of_its_forms(word, known):
    assert KnownNames(Page(ABSTRACT)).knows(Name(word, is_word=True)) is known


def test_an_acronym_may_translate_words_of_another_script_and_a_name_may_not():
    known = KnownNames(Page("平均倒数排名提升了3.5个百分点。"))
    assert known.knows(Name("MRR", is_word=False))
    assert not known.knows(Name("CodeSearchNet", is_word=False))
