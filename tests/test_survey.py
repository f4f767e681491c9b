import asyncio
from dataclasses import replace

import pytest
from completions import completion

from pipeline.desk import Desk
from pipeline.engines.interface import Answer
from pipeline.estimate import Pace
from pipeline.exchange import Reply, canonical
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.price import given_price
from pipeline.prompt import Asking
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.shelf import Shelf
from pipeline.survey import survey
from pipeline.telling import Rules

ASKING = Asking("http://127.0.0.1:9/v1", "m", read_template(), read_taxonomy())
PAPERS = [Paper(id=f"key:{n}", abstract=f"Paper {n} is about a thing. It works.") for n in range(5)]


class Server:
    """An asker that answers."""

    async def ask(self, request):
        return Answer(Reply(canonical(completion(completion_tokens=300))), 1)

    async def close(self):
        pass


@pytest.fixture
def recall(tmp_path):
    with Recall(tmp_path / "answers") as opened:
        yield opened


def answer(recall, papers, asking=ASKING):
    async def all_of_them():
        desk = Desk(asking, Server(), recall, read_repair(), rules=Rules())
        for paper in papers:
            await desk.tell(paper, desk.request(paper))

    asyncio.run(all_of_them())


def estimate(recall, papers=PAPERS, asking=ASKING, *, refresh=False):
    counted = survey(papers, asking, recall, read_repair(), refresh=refresh)
    return counted.estimate(given_price("1,1"), Pace(1))


def test_what_the_cache_knows_is_not_asked_and_the_rest_is(recall):
    answer(recall, PAPERS[:2])
    told = estimate(recall)
    assert (told.papers, told.to_ask, told.answered) == (5, 3, 2)


def test_counting_changes_nothing_so_it_can_be_repeated(recall):
    assert estimate(recall) == estimate(recall)
    assert estimate(recall).to_ask == 5


@pytest.mark.parametrize("change", [{"model": "other"}, {"output_mode": OutputMode.TEXT}, {"parameters": {"seed": 1}}])
def test_answers_to_another_ask_are_no_answers(recall, change):
    answer(recall, PAPERS)
    parts = {"address": ASKING.address, "model": "m", "template": ASKING.template, "taxonomy": ASKING.taxonomy}
    assert estimate(recall, asking=Asking(**parts | change)).answered == 0


def test_a_run_that_follows_finds_the_cards_that_were_looked_up(recall, monkeypatch):
    shelf = Shelf(recall, ASKING)
    asked, rows = [], shelf._rows
    monkeypatch.setattr(shelf, "_rows", lambda papers: asked.extend(papers) or rows(papers))
    survey(PAPERS, replace(ASKING), recall, read_repair(), shelf, refresh=False)
    assert asked == PAPERS
    survey(PAPERS, replace(ASKING), recall, read_repair(), shelf, refresh=True)
    survey(PAPERS, replace(ASKING, model="other"), recall, read_repair(), shelf, refresh=False)
    assert asked == PAPERS


def test_with_refresh_all_are_asked_again(recall):
    answer(recall, PAPERS)
    assert estimate(recall, refresh=True).to_ask == 5


def test_a_paper_without_an_abstract_is_told_apart_and_one_abstract_is_asked_once(recall):
    twin = Paper(id="key:twin", abstract=PAPERS[0].abstract)
    told = estimate(recall, [*PAPERS, twin, Paper(id="key:none", abstract=" \n")])
    assert (told.papers, told.to_ask, told.repeated, told.without_abstract) == (7, 5, 1, 1)


def test_the_tokens_are_those_of_the_very_bodies_that_a_run_would_send(recall):
    told = estimate(recall, PAPERS[:1])
    assert told.input_tokens == told.tokenizer.request(ASKING.request(PAPERS[0]).body)
