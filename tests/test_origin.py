from dataclasses import replace

import pytest

from pipeline.origin import origin_from, origin_of
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.prompt import Asking, template_from
from pipeline.promptfiles import read_taxonomy, read_template
from pipeline.taxonomy import Area, Taxonomy

PAPER = Paper(id="key:1", abstract="Drafts are slow. We propose PARD.")
ASKING = Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy())
OTHER_PROMPT = template_from("---\nname: mine\nversion: 1\n---\n# system\n{areas}\n# user\n{sentences}", "mine")


def test_an_origin_is_read_back_from_its_label():
    origin = origin_of(PAPER, ASKING)
    assert origin_from(origin.label) == origin


@pytest.mark.parametrize("label", [None, "", "{}", "not json", '{"abstract": 7}'])
def test_what_is_no_label_tells_no_origin(label):
    assert origin_from(label) is None


def test_a_label_holds_no_word_of_the_abstract():
    assert "PARD" not in origin_of(PAPER, ASKING).label


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("model", {"model": "n"}),
        ("address", {"address": "http://localhost/v1"}),
        ("prompt", {"template": OTHER_PROMPT}),
        ("areas", {"taxonomy": Taxonomy(areas=(Area(name="birds"), Area(name="other")))}),
        ("output mode", {"output_mode": OutputMode.TEXT}),
        ("parameters", {"parameters": {}}),
        ("room", {"room": 100}),
        ("room", {"room_name": "max_tokens"}),
        ("room", {"room_name": None}),
    ],
)
def test_the_part_that_changed_is_named_and_no_other(part, change):
    before, now = origin_of(PAPER, ASKING), origin_of(PAPER, replace(ASKING, **change))
    assert [found.part for found in before.changes(now)] == [part]


def test_two_parts_that_changed_are_both_named_with_what_they_were_and_are():
    now = origin_of(PAPER, replace(ASKING, model="n", parameters={"seed": 1}))
    model, parameters = origin_of(PAPER, ASKING).changes(now)
    assert (model.before, model.now) == ("m", "n")
    assert (parameters.before, parameters.now) == ('{"temperature":0}', '{"seed":1}')


def test_another_version_is_a_change_only_where_nothing_else_is():
    old = origin_of(PAPER, ASKING).model_copy(update={"claimsheet": "0.0.1"})
    assert [found.part for found in old.changes(origin_of(PAPER, ASKING))] == ["claimsheet"]
    assert [found.part for found in old.changes(origin_of(PAPER, replace(ASKING, model="n")))] == ["model"]


def test_equal_asks_have_no_changes():
    assert origin_of(PAPER, ASKING).changes(origin_of(PAPER, ASKING)) == ()
