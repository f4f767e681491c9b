"""The area by cues, the task by its noun phrase, the roles by headings."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive.area import AreaFinder
from pipeline.engines.extractive.choose import choose_method
from pipeline.engines.extractive.headings import heading_end, told_roles
from pipeline.engines.extractive.roles import RoleModel
from pipeline.engines.extractive.sentence import read_sentences
from pipeline.engines.extractive.task import find_task
from pipeline.paper import Paper
from pipeline.taxonomy import Area, Taxonomy

TAXONOMY = Taxonomy(
    areas=(
        Area(name="graphs", cues={"graph neural network": 3.0, "node": 1.0}),
        Area(name="vision", cues={"image": 1.0, "fine-tuning": 0.1}),
        Area(name="天气", cues={"天气": 2.0}),
        Area(name="something else"),
    )
)


@pytest.fixture(scope="module")
def model():
    return RoleModel.load()


def area(model, abstract, **source):
    paper = Paper(id="abs:0", abstract=abstract, **source)
    return AreaFinder(TAXONOMY).area(paper, read_sentences(abstract, model))


def test_plurals_hyphens_and_case_do_not_hide_a_cue(model):
    assert area(model, "Graph Neural Networks are slow.") == "graphs"
    assert area(model, "Fine tuning works.") == "vision"


def test_a_cue_that_is_repeated_does_not_outweigh_all_others(model):
    assert area(model, "Image, image, image, image and image. A graph neural network.", keywords=("node",)) == "graphs"


def test_title_and_keywords_count_when_there_are_any(model):
    assert area(model, "We study something.", title="Images") == "vision"
    assert area(model, "We study something.", keywords=("nodes",)) == "graphs"


def test_an_area_without_cues_is_known_by_its_own_words(model):
    assert area(model, "Something and else.") == "something else"


def test_a_cue_in_another_script_is_found_as_it_stands(model):
    assert area(model, "我们预测天气。") == "天气"


def test_the_last_area_is_where_nothing_fits(model):
    assert area(model, "Nil.") == "something else"


@pytest.mark.parametrize(
    ("abstract", "task"),
    [
        ("We propose a new framework for road detection using radar.", "road detection"),
        ("We propose a novel image compression method that learns.", "image compression"),
        ("We study the problem of fair division under doubt.", "fair division"),
        ("Machine translation is hard. We propose XYZ.", "Machine translation"),
        ("Nothing here.", ""),
        ("Large language models are slow. We propose FOO, a mathematically grounded method.", ""),
        ("Fine-tuning is costly. We study federated fine-tuning. It is hard.", "federated fine-tuning"),
        ("Predicting the next event is hard. We propose FOO.", "Predicting the next event"),
        ("Oversmoothing is a fundamental challenge in graphs. We argue otherwise.", "Oversmoothing"),
        ("Our method enables detection of rare birds by sound.", "detection of rare birds"),
        (
            "Although large-scale speech pretraining helps, it is costly. We propose FOO.",
            "large-scale speech pretraining",
        ),
    ],
)
def test_the_task_is_a_noun_phrase_of_the_abstract(model, abstract, task):
    sentences = read_sentences(abstract, model)
    paper = Paper(id="abs:0", abstract=abstract)
    assert find_task(paper, sentences, choose_method(sentences, ())) == task


def test_a_task_in_the_title_outweighs_one_that_is_told_in_passing(model):
    abstract = "We use image classification as a test. Drum transcription and speech recognition matter."
    paper = Paper(id="abs:0", abstract=abstract, title="On Speech Recognition")
    assert find_task(paper, read_sentences(abstract, model), None) == "speech recognition"


def test_a_keyword_of_the_abstract_is_its_task(model):
    abstract = "We propose a framework for Road Detection."
    paper = Paper(id="abs:0", abstract=abstract, keywords=("radar", "road detection"))
    assert find_task(paper, read_sentences(abstract, model), None) == "Road Detection"


def test_headings_tell_roles_when_there_are_two():
    texts = ["BACKGROUND: Salt is bad.", "It is cheap.", "METHODS: We asked 9 people.", "Results: They agreed."]
    assert told_roles(texts) == ["background", "background", "method", "result"]
    assert told_roles(["Results: They agreed.", "So did we."]) == [None, None]


def test_a_heading_ends_before_its_sentence():
    text = "Main results: They agreed."
    assert text[heading_end(text) :] == "They agreed."
    assert heading_end("Results show that they agreed.") == 0
