"""The embedded engine, whole: what it says is always in the abstract."""

from __future__ import annotations

import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.engines.extractive import ExtractiveEngine
from pipeline.extraction import GainKind
from pipeline.paper import Paper
from pipeline.taxonomy import Area, Taxonomy
from pipeline.text import sentences

TAXONOMY = Taxonomy(
    areas=(
        Area(name="vision", cues={"image": 1.0, "object detection": 2.0}),
        Area(name="language", cues={"translation": 1.0}),
        Area(name="other"),
    )
)

ABSTRACT = (
    "Image retrieval is widely used in practice. However, existing methods suffer from high memory costs and fail "
    "on long queries. In this paper, we propose \\textbf{FastRank}, a two-stage index that stores only coarse codes. "
    "Experiments on three datasets show that FastRank reduces memory by 40\\% and query time by 55\\%, "
    "compared to flat indexes. The code is available at https://example.org/fastrank."
)


@pytest.fixture(scope="module")
def engine():
    return ExtractiveEngine.load(TAXONOMY)


def read(engine, abstract):
    return engine.extract(Paper(id="abs:0", abstract=abstract))


def test_problem_method_name_and_area_are_read_from_their_sentences(engine):
    told = read(engine, ABSTRACT)
    assert told.problem.sentences == (2,)
    assert told.problem.text == "Existing methods suffer from high memory costs and fail on long queries."
    assert told.method.sentences == (3,)
    assert told.method.text == "FastRank: a two-stage index that stores only coarse codes."
    assert told.system == ("FastRank",)
    assert told.area == "vision"


def test_two_figures_of_two_things_are_two_gains_with_one_baseline(engine):
    first, second = read(engine, ABSTRACT).claimed_gains
    assert (first.values, second.values) == (("40\\%",), ("55\\%",))
    assert (first.metric, second.metric) == ("memory", "query time")
    assert first.baseline == second.baseline == "flat indexes"
    assert first.setting == second.setting == "three datasets"
    assert first.kind == second.kind == GainKind.QUANTITATIVE


def test_an_abstract_that_claims_nothing_gets_no_gain(engine):
    told = read(engine, "We study the ergodic theory of billiards. We discuss open problems and future directions.")
    assert told.claimed_gains == ()


@pytest.mark.parametrize("abstract", ["", " ", "Withdrawn.", "Abstract unavailable"])
def test_an_abstract_that_says_nothing_is_not_stated(engine, abstract):
    told = read(engine, abstract)
    assert (told.problem.text, told.method.text, told.claimed_gains, told.system) == ("", "", (), ())


@given(
    st.text(max_size=300) | st.lists(st.sampled_from([*ABSTRACT.split(" "), "$", "\\", "{", "*", "."])).map(" ".join)
)
def test_whatever_is_read_sentence_numbers_exist_and_values_stand_in_the_abstract(engine, abstract):
    told = read(engine, abstract)
    count = len(sentences(abstract))
    statements = (told.problem, told.method, *told.claimed_gains)
    assert all(1 <= number <= count for statement in statements for number in statement.sentences)
    assert all(value in abstract for gain in told.claimed_gains for value in gain.values)
    assert told.area in TAXONOMY.names


def test_the_same_abstract_is_read_the_same_way_twice(engine):
    assert read(engine, ABSTRACT) == read(ExtractiveEngine.load(TAXONOMY), ABSTRACT)


def test_the_model_is_named_by_its_content(engine):
    name, _, digest = engine.model_name.partition("@")
    assert name == "roles-crf"
    assert len(digest) == 8


@pytest.mark.parametrize(
    "part",
    [
        "we propose ",
        "We propose FooA{0}, a fast index. ",
        "We introduce a new ",
        "improves accuracy by {0}% and ",
        "FooA{0} is {0}x faster than BarB{0} on SetC{0}. ",
        "deep learning of ",
        "$x$ \\textbf{{A ",
        "(FOO) ; , and ",
    ],
)
def test_a_crafted_text_is_read_in_a_number_of_steps_that_grows_as_its_length(engine, part):
    short, long = (steps(engine, "".join(part.format(number) for number in range(count))) for count in (300, 1200))
    assert long < 6 * short


def steps(engine, abstract):
    """Return how many lines are run to read `abstract`: a measure of work that no other process disturbs."""
    count = 0

    def line(_frame, event, _argument):
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        read(engine, abstract)
    finally:
        sys.settrace(before)
    return count


def test_an_engine_travels_to_another_process_without_its_model(engine):
    sent = pickle.dumps(engine)
    assert len(sent) < 10_000
    assert read(pickle.loads(sent), ABSTRACT) == read(engine, ABSTRACT)  # noqa: S301 - its own bytes
