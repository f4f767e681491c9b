import asyncio
import sqlite3
from dataclasses import replace

import pytest
from completions import ANSWER, completion
from test_desk import Script, refusing

from pipeline.desk import Desk
from pipeline.explain import Explainer, by_cause
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.telling import Rules

PAPER = Paper(id="key:1", abstract="Drafts are slow. We propose PARD.")
ASKING = Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy())


@pytest.fixture
def recall(tmp_path):
    with Recall(tmp_path) as opened:
        yield opened


def answer(recall, asking=ASKING, script=None, paper=PAPER):
    desk = Desk(asking, script or Script(completion()), recall, read_repair())
    asyncio.run(desk.tell(paper, desk.request(paper)))


def finding(recall, asking=ASKING, paper=PAPER):
    return Explainer(asking, recall, read_repair(), Rules()).finding(paper)


def test_what_was_never_asked_about_has_no_earlier_answer(recall):
    answer(recall, paper=Paper(id="key:2", abstract="Another one."))
    found = finding(recall)
    assert not found.answered
    assert list(found.lines) == ["key:1: no answer to this abstract is kept"]


@pytest.mark.parametrize(
    "script",
    [
        Script(completion()),
        Script(completion(content='{"system"', finish_reason="length"), completion()),
        Script(completion(ANSWER | {"task": 7}), completion()),
        Script(refusing("response_format", "temperature", "max_completion_tokens")),
    ],
    ids=["at once", "with more room", "by a repair", "in a weaker form"],
)
def test_an_answer_is_found_whatever_way_it_came(recall, script):
    answer(recall, script=script)
    assert finding(recall).answered


def test_the_changed_part_is_named_with_what_it_was_and_is(recall):
    answer(recall)
    found = finding(recall, replace(ASKING, model="n"))
    assert not found.answered
    first, change = found.lines
    assert "would be asked again" in first
    assert "by m at http://127.0.0.1/v1" in first
    assert change == "  model: m -> n"


def test_of_several_earlier_answers_the_most_similar_is_compared(recall):
    answer(recall, replace(ASKING, model="n", output_mode=OutputMode.TEXT))
    answer(recall, replace(ASKING, output_mode=OutputMode.TEXT))
    answer(recall, replace(ASKING, model="o", parameters={}))
    assert [change.part for change in finding(recall).changes] == ["output mode"]


def test_a_part_that_the_server_refused_is_no_change(recall):
    answer(recall, script=Script(refusing("temperature")))
    found = finding(recall, paper=Paper(id="key:3", abstract=PAPER.abstract.replace(". ", ".  ")))
    assert found.answered
    other = finding(recall, replace(ASKING, template=replace(ASKING.template, fingerprint="0" * 8, system="{areas}")))
    assert [change.part for change in other.changes] == ["prompt"]


def test_an_answer_that_was_damaged_is_not_called_an_answer(recall, tmp_path):
    answer(recall)
    base = sqlite3.connect(tmp_path / "cache.db")
    base.execute("UPDATE Cache SET value = ?", (b"x" * 40,))
    base.commit()
    base.close()
    found = finding(recall)
    assert not found.answered
    assert "damaged" in found.reasons[0]


def test_a_paper_without_an_abstract_is_never_asked_about(recall):
    assert "never asked" in finding(recall, paper=Paper(id="key:2", abstract=" \n")).reasons[0]


def test_explaining_leaves_the_cache_as_it_is(recall):
    answer(recall)
    before = list(recall.rows())
    finding(recall, replace(ASKING, model="n"))
    assert list(recall.rows()) == before


def test_many_papers_are_told_by_cause_most_first(recall):
    others = [Paper(id=f"key:{n}", abstract=f"Paper {n}. We do it.") for n in range(3)]
    answer(recall)
    explainer = Explainer(ASKING, recall, read_repair(), Rules())
    assert list(by_cause(map(explainer.finding, [PAPER, *others]))) == [
        "     3  no answer to this abstract is kept",
        "     1  answered, nothing would be sent",
    ]
