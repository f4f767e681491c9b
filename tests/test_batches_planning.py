import json
from dataclasses import replace
from decimal import Decimal

import pytest
from batch_room import ADDRESS, ASKING, PRICE, Room, key, papers
from completions import completion

from pipeline.batches.ledger import Ledger
from pipeline.batches.load import Limits, Load
from pipeline.budget import Budget
from pipeline.desk import keep
from pipeline.errors import MachineError, UsageError
from pipeline.exchange import Reply, canonical
from pipeline.origin import origin_of
from pipeline.paper import Paper


@pytest.fixture
def room(tmp_path, httpx2_mock):
    httpx2_mock._assert_all_called = False
    made = Room(tmp_path / "answers", httpx2_mock)
    yield made
    made.recall.close()


def answer(room, number):
    paper = papers(number)[0]
    reply = Reply(canonical(completion()))
    keep(room.recall, None, ASKING.request(paper), reply, origin_of(paper, ASKING))


def written(room):
    files = [room.ledger.asks(batch.name).read_bytes() for batch in room.ledger.batches()]
    return [[json.loads(row) for row in file.split(b"\n") if row] for file in files]


def test_what_is_planned_is_what_a_run_would_ask_under_the_very_keys(room):
    made = room.plan(1, 2)
    (asks,) = written(room)
    assert [ask["custom_id"] for ask in asks] == [key(1), key(2)]
    assert [ask["body"] for ask in asks] == [ASKING.request(paper).body for paper in papers(1, 2)]
    assert (made.planned, made.papers) == (2, 2)


def test_what_the_cache_knows_what_is_out_already_and_what_is_equal_is_not_planned(room):
    answer(room, 1)
    room.plan(2)
    made = room.plan(1, 2, 3, 3, 4)
    assert [[ask["custom_id"] for ask in asks] for asks in written(room)] == [[key(2)], [key(3), key(4)]]
    assert (made.answered, made.underway, made.repeated, made.planned) == (1, 1, 1, 2)
    assert made.papers == 5
    assert "1 answered already, 1 in a batch already, 1 repeated" in made.summary


def test_to_refresh_plans_what_is_known_too_and_what_is_out_still_once(room):
    answer(room, 1)
    assert room.plan(1, refresh=True).planned == 1
    assert room.plan(1, refresh=True).underway == 1


def test_a_paper_without_an_abstract_is_counted_and_never_asked_about(room, monkeypatch):
    monkeypatch.setattr("batch_room.papers", lambda *_: [Paper(id="key:0", abstract=" \n")])
    made = room.plan(0)
    assert (made.without_abstract, made.planned, made.papers) == (1, 0, 0)
    assert room.ledger.batches() == []


@pytest.mark.parametrize(
    ("limits", "sizes"), [(Limits(requests=2), [2, 2, 1]), (Limits(), [5]), (Limits(requests=1), [1] * 5)]
)
def test_files_are_cut_where_a_request_would_be_too_many(room, limits, sizes):
    room.plan(*range(5), limits=limits)
    assert [len(asks) for asks in written(room)] == sizes
    assert [batch.requests for batch in room.ledger.batches()] == sizes


def test_files_are_cut_where_bytes_or_tokens_would_be_too_many(room):
    room.plan(1)
    (one,) = room.ledger.batches()
    size = room.ledger.asks(one.name).stat().st_size
    for limits in (Limits(size=2 * size), Limits(tokens=2 * one.tokens)):
        for batch in room.ledger.batches():
            room.ledger.drop(batch)
        room.plan(*range(1, 6), limits=limits)
        assert [batch.requests for batch in room.ledger.batches()] == [2, 2, 1]
        assert all(limits.take(load(room, batch)) for batch in room.ledger.batches())


def load(room, batch):
    return Load(batch.requests, room.ledger.asks(batch.name).stat().st_size, batch.tokens)


def test_an_ask_that_alone_is_more_than_may_be_enqueued_is_a_usage_error_and_leaves_no_file(room):
    with pytest.raises(UsageError, match="--max-enqueued-tokens"):
        room.plan(1, limits=Limits(tokens=10))
    assert room.left() == []


def test_what_was_planned_under_a_wider_limit_is_planned_anew_since_it_would_never_go_out(room):
    room.plan(1, 2, 3)
    tokens = room.ledger.batches()[0].tokens
    room.plan(1, 2, 3, limits=Limits(tokens=tokens - 1))
    assert [batch.requests for batch in room.ledger.batches()] == [2, 1]


def test_the_limit_of_cost_is_kept_by_expectation_and_what_it_leaves_out_is_told(room):
    room.plan(1)
    (one,) = room.ledger.batches()
    made = room.plan(1, 2, 3, 4, budget=Budget(2 * one.cost))
    assert (made.underway, made.planned, made.over_budget) == (1, 2, 1)
    assert made.cost == sum(batch.cost for batch in room.ledger.batches()[1:]) <= 2 * one.cost
    assert "1 left out by --max-cost" in made.summary


def test_the_price_is_told_and_an_unknown_one_is_not_zero(room):
    assert PRICE.label in room.plan(1).summary
    told = room.plan(2, price=None)
    assert told.cost is None
    assert "unknown price" in told.summary
    assert "$" not in told.summary
    assert [batch.cost for batch in room.ledger.batches()] == [Decimal(str(room.ledger.batches()[0].cost)), None]


def test_what_a_killed_process_left_without_a_record_is_swept_away(room):
    room.plan(1)
    for name in ("000009-dead.jsonl", "000009-dead.abstracts", "000009-dead.results"):
        (room.ledger.asks("x").parent / name).write_bytes(b"torn")
    room.plan(2)
    assert not [name for name in room.left() if "dead" in name]
    assert [len(asks) for asks in written(room)] == [1, 1]


def test_names_sort_in_the_order_of_planning_and_are_never_used_again(room):
    names = {room.ledger.new_name() for _ in range(3)}
    assert len(names) == 3
    room.plan(1)
    room.plan(2)
    assert [asks[0]["custom_id"] for asks in written(room)] == [key(1), key(2)]


def test_a_record_that_cannot_be_read_is_not_passed_over_since_it_may_be_paid_for(room):
    room.plan(1)
    path = next(room.ledger.asks("x").parent.glob("*.json"))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(MachineError, match=path.name):
        room.plan(2)


def test_two_processes_do_not_deal_with_one_ledger_at_a_time(room):
    other = Ledger(room.ledger.asks("x").parent)
    with room.ledger.held(), pytest.raises(MachineError, match="--cache-dir"), other.held():
        pass


def test_a_batch_for_another_address_is_left_alone(room):
    room.plan(1, asking=replace(ASKING, address="https://elsewhere.example/v1"))
    assert room.plan(1).planned == 1
    assert [batch.requests for batch in room.ledger.batches(ADDRESS)] == [1]
    assert len(room.ledger.batches()) == 2
    assert room.send() != []
    assert room.stages() == ["planned", "sent"]
