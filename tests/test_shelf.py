import asyncio
import json
import sqlite3
from collections import Counter
from contextlib import closing

import pytest
from completions import ANSWER, completion

from pipeline import run as journeys
from pipeline import shelf as room
from pipeline.desk import Desk
from pipeline.engines.interface import Answer, NotSupported
from pipeline.exchange import Reply
from pipeline.failure import State
from pipeline.journal import Journal, NoMemory, Settled
from pipeline.paper import Change, Paper, Source
from pipeline.prompt import Asking
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.recall.local import LocalStore
from pipeline.run import AskedJourney
from pipeline.stock import kept_before, take_stock
from pipeline.telling import Rules

ANY = {"title": "A title", "authors": ("Ünal, A.",), "year": 2026, "cleaning": (Change(kind="copyright", cut="©"),)}


def paper(number):
    source = Source(path="a.jsonl", position=number + 1)
    return Paper(id=f"key:{number}", abstract=f"Paper {number} is slow. We do.", sources=(source,), **ANY)


PAPERS = [paper(number) for number in range(5)]


class Asker:
    """Answers every ask alike and counts."""

    def __init__(self, answer=None, refused=()):
        self.retries = Counter()
        self.refused = refused
        self.asked = 0
        self.answer = answer or ANSWER

    async def ask(self, request):
        self.asked += 1
        for field in self.refused:
            if field in request.body:
                raise NotSupported(field, "no")
        return Answer(Reply(json.dumps(completion(self.answer)).encode()), 1)

    async def close(self):
        pass


@pytest.fixture
def recall(tmp_path):
    with Recall(tmp_path / "answers") as opened:
        yield opened


@pytest.fixture
def grounded(monkeypatch):
    """Count the cards that are made."""
    made, card = [], journeys._card

    def counted(paper, *rest):
        made.append(paper.id)
        return card(paper, *rest)

    monkeypatch.setattr(journeys, "_card", counted)
    return made


def run(recall, papers=PAPERS, asker=None, *, memory=None, refresh=False, repair=False, **form):  # noqa: PLR0913 - all that a journey stands on
    asker = asker or Asker()
    asking = Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy(), **form)
    desk = Desk(asking, asker, recall, read_repair(), rules=Rules(refresh=refresh))
    outcomes = []
    AskedJourney(desk, asker, recall, 2, repair=repair).run(papers, outcomes.append, memory or NoMemory())
    return outcomes


def lines(outcomes):
    return [outcome.finished.line for outcome in outcomes]


def test_a_second_run_makes_no_card_and_writes_the_same_bytes(recall, grounded):
    asker = Asker()
    first = run(recall, asker=asker)
    assert len(grounded) == 5
    second = run(recall, asker=asker)
    assert lines(second) == lines(first)
    assert (len(grounded), asker.asked) == (5, 5)
    assert all(outcome.from_cache and not outcome.requests for outcome in second)
    assert [outcome.finished.gains for outcome in second] == [0] * 5
    assert [outcome.card for outcome in second] == [outcome.card for outcome in first]


def test_what_answers_took_is_told_without_the_cards_that_this_edition_made(recall, monkeypatch):
    run(recall)
    shelf = shelf_of(recall)
    told = shelf.answered([*PAPERS, paper(9)])
    assert told == {name: known.answer.tokens for name, known in shelf.known(PAPERS).items()}
    assert set(told) == {each.id for each in PAPERS}
    monkeypatch.setattr(room, "edition", lambda: "another")
    assert shelf.answered(PAPERS) == {}


def shelf_of(recall):
    return room.Shelf(recall, Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy()))


@pytest.fixture
def looked_up(monkeypatch):
    """Gather the keys that stores are asked for."""
    asked, get = [], LocalStore.get
    monkeypatch.setattr(LocalStore, "get", lambda store, keys: asked.extend(keys) or get(store, keys))
    return asked


def test_what_an_estimate_has_looked_up_the_run_does_not_look_up_again(recall, looked_up):
    run(recall)
    shelf = shelf_of(recall)
    shelf.answered(PAPERS)
    looked_up.clear()
    known = shelf.known(PAPERS)
    assert not any(key.startswith("card:") for key in looked_up)
    assert known == shelf_of(recall).known(PAPERS) == shelf.known(PAPERS)


def test_what_an_estimate_has_looked_up_is_held_as_far_as_there_is_room(recall, looked_up, monkeypatch):
    run(recall)
    monkeypatch.setattr(room, "_ROOM", 3000)
    shelf = shelf_of(recall)
    for each in PAPERS:
        shelf.answered([each])
    looked_up.clear()
    assert set(shelf.known(PAPERS)) == {each.id for each in PAPERS}
    assert 0 < sum(key.startswith("card:") for key in looked_up) < 5


def test_an_answer_that_goes_between_estimate_and_run_takes_its_card_along(recall):
    run(recall)
    shelf = shelf_of(recall)
    assert len(shelf.answered(PAPERS)) == 5
    change_rows(recall, "DELETE FROM Cache", ANSWERS)
    assert shelf.known(PAPERS) == {}


def test_the_shelf_of_an_equal_form_is_the_same_and_of_another_form_another(recall):
    shelf = shelf_of(recall)
    assert shelf.of(Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy())) is shelf
    assert shelf.of(Asking("http://127.0.0.1/v1", "other", read_template(), read_taxonomy())) is not shelf


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Another"}, {"authors": ()}, {"year": 2025}, {"sources": (Source(path="b.jsonl", position=1),)},
        {"cleaning": ()}, {"abstract": "Paper 0 is slow.  We do."}, {"id": "key:zero"}, {"keywords": ("x",)},
    ],
)  # fmt: skip
def test_a_paper_that_differs_in_anything_has_its_card_made_anew(recall, grounded, change):
    run(recall)
    papers = [PAPERS[0].model_copy(update=change), *PAPERS[1:]]
    asker = Asker()
    told = run(recall, papers, asker)
    assert grounded[5:] == [papers[0].id]
    grounded.clear()
    with Recall(recall._store._folder.parent / "new") as new:
        assert lines(told) == lines(run(new, papers))


def test_another_edition_of_the_code_makes_every_card_anew_and_in_the_same_place(recall, grounded, monkeypatch):
    run(recall)
    monkeypatch.setattr(room, "edition", lambda: "another")
    run(recall)
    run(recall)
    assert len(grounded) == 10
    assert take_stock(recall).cards == 5


def change_rows(recall, change, keys):
    with closing(sqlite3.connect(recall._store._folder / "cache.db")) as base:
        base.execute(f"{change} WHERE {keys}")
        base.commit()


ANSWERS, CARDS = "length(key) = 64", "key LIKE 'card:%'"


def test_a_card_whose_answer_is_gone_is_not_taken_and_the_paper_is_asked_about(recall, grounded):
    run(recall)
    change_rows(recall, "DELETE FROM Cache", ANSWERS)
    asker = Asker()
    run(recall, asker=asker)
    assert (asker.asked, len(grounded)) == (5, 10)


def test_a_card_whose_answer_was_damaged_is_not_taken(recall):
    run(recall)
    change_rows(recall, "UPDATE Cache SET value = zeroblob(80)", ANSWERS)
    asker = Asker()
    run(recall, asker=asker)
    assert asker.asked == 5


@pytest.mark.parametrize("change", ["UPDATE Cache SET value = zeroblob(80)", "DELETE FROM Cache"])
def test_a_card_that_was_damaged_or_is_gone_is_made_anew_of_its_answer(recall, grounded, change):
    first = run(recall)
    change_rows(recall, change, CARDS)
    asker = Asker()
    assert lines(run(recall, asker=asker)) == lines(first)
    assert (asker.asked, len(grounded)) == (0, 10)


@pytest.mark.parametrize("spoilt", [b'\n{"schema_version":1}\n', b"\n\n", b"\n ", b""])
def test_a_row_that_holds_more_than_one_line_or_less_is_not_taken(recall, grounded, spoilt):
    first = run(recall)
    (key, *_) = (row.key for row in recall.rows() if row.key.startswith("card:"))
    told, _, rest = recall.lookup(key).partition(b"\n")
    recall.keep(key, told + b"\n" + rest.rstrip() + spoilt)
    assert lines(run(recall)) == lines(first)
    assert len(grounded) == 6


def test_a_card_of_another_paper_under_its_key_is_not_taken(recall, grounded):
    run(recall)
    rows = [row.key for row in recall.rows() if row.key.startswith("card:")]
    recall.keep(rows[0], recall.lookup(rows[1]))
    run(recall)
    assert len(grounded) == 6


def test_a_new_answer_makes_a_new_card(recall, grounded):
    run(recall)
    run(recall, asker=Asker(ANSWER | {"task": "new"}), refresh=True)
    told = run(recall)
    assert [outcome.card.task_area.task for outcome in told] == ["new"] * 5
    assert len(grounded) == 10


@pytest.mark.parametrize("form", [{"output_mode": "json_object"}, {"room": 2048}, {"parameters": {"temperature": 1}}])
def test_a_card_of_another_form_of_the_ask_is_not_taken(recall, form):
    run(recall)
    asker = Asker()
    run(recall, asker=asker, **form)
    assert asker.asked == 5


def test_cards_of_a_form_that_a_server_refused_in_part_are_found_too(recall, grounded):
    first = run(recall, asker=Asker(refused=("temperature",)))
    asker = Asker(refused=("temperature",))
    again = run(recall, asker=asker)
    assert lines(run(recall)) == lines(again) == lines(first)
    assert asker.asked == 0


def test_a_card_that_a_correction_would_be_asked_about_is_left_to_the_run_that_wants_it(recall, grounded):
    absent = ANSWER | {"system": ["UNHEARD"]}
    run(recall, asker=Asker(absent))
    asker = Asker(absent | {"system": []})
    told = run(recall, asker=asker, repair=True)
    assert asker.asked == 5
    assert all(outcome.card.review.grounded for outcome in told)
    assert [outcome.card.system for outcome in run(recall)] == [("UNHEARD",)] * 5


def test_a_prompt_that_was_cut_is_flagged_in_every_run(recall):
    run(recall)
    key = next(row.key for row in recall.rows() if len(row.key) == 64)
    recall.keep(f"cut:{key}", b"1")
    flags = [outcome.card.review.flags for outcome in run(recall)]
    assert sum("prompt-cut" in told for told in flags) == 1


def test_a_failure_that_an_interrupted_run_met_goes_before_a_card(recall, tmp_path):
    run(recall)
    with Journal(tmp_path / ".journal") as memory:
        mark = next(row.key for row in recall.rows() if len(row.key) == 64)
        memory.note(Settled(key=mark, state=State.REFUSED, message="no", attempts=1, raw=None))
        outcomes = run(recall, memory=memory)
    assert sum(outcome.failure is not None for outcome in outcomes) == 1


def test_no_word_of_the_paper_stands_on_the_shelf(recall):
    run(recall)
    for row in recall.rows():
        if row.key.startswith("card:"):
            kept = recall.lookup(row.key)
            assert b"is slow" not in kept
            assert "Ünal".encode() not in kept


def test_cards_are_counted_apart_and_go_with_their_answers(recall):
    run(recall)
    stock = take_stock(recall)
    assert (stock.answers, stock.cards, stock.notes) == (5, 5, 0)
    change_rows(recall, "UPDATE Cache SET store_time = 1000", ANSWERS)
    recall.drop(kept_before(recall, 2000))
    assert list(recall.rows()) == []


def test_many_cards_share_a_transaction_and_none_is_left_behind(recall, monkeypatch):
    monkeypatch.setattr(room, "_TOGETHER", 2)
    run(recall)
    assert take_stock(recall).cards == 5


def test_a_card_that_is_not_written_as_its_paper_is_is_not_put_by(recall):
    outcomes = run(recall)
    known = asyncio.run(_known(recall))
    other = known._replace(finished=known.finished.__class__(b'{"other":1}\n', 0, grounded=True))
    asking = Asking("http://127.0.0.1/v1", "other", read_template(), read_taxonomy())
    shelf = room.Shelf(recall, asking)
    shelf.put(PAPERS[0], asking, other)
    shelf.close()
    assert take_stock(recall).cards == len(outcomes)


async def _known(recall):
    return shelf_of(recall).known(PAPERS)[PAPERS[0].id]
