import json

import pytest
from batch_room import ADDRESS, PRICE, Room, key, number_of
from completions import completion, error
from fakebatches import FakeBatches, row, served, unserved
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.exchange import Reply, canonical
from pipeline.failure import State
from pipeline.origin import origin_from
from pipeline.recall import Recall


@pytest.fixture
def room(tmp_path, httpx2_mock):
    httpx2_mock._assert_all_called = False
    made = Room(tmp_path / "answers", httpx2_mock)
    yield made
    made.recall.close()


def results(room, *files, status="completed"):
    """Let the only batch end with these files of results, as bytes."""
    batch = room.provider.batches["batch_1"]
    batch["status"] = status
    for name, content in zip(("output_file_id", "error_file_id"), files, strict=False):
        batch[name] = room.provider._store(content)


def lines(*rows):
    return b"".join(json.dumps(made).encode() + b"\n" for made in rows)


def submitted(room, *numbers):
    room.plan(*numbers)
    room.send()
    return sorted(room.provider.asks(), key=number_of)


def test_each_answer_is_kept_under_the_key_of_its_own_paper_whatever_the_order(room):
    asks = submitted(room, *range(8))
    rows = [row(ask, completion(id=str(number_of(ask)))) for ask in asks]
    results(room, lines(*rows[5:], *rows[2:5], *rows[:2]))
    assert room.collect().states == {State.OK: 8}
    for number in range(8):
        assert json.loads(room.recall.lookup(key(number)))["usage"]["id"] == str(number)


def test_beside_an_answer_stands_what_it_was_asked_for_and_of_which_abstract(room):
    submitted(room, 1, 2)
    room.collect()
    labels = {kept.key: origin_from(kept.about) for kept in room.recall.rows() if kept.key in {key(1), key(2)}}
    assert {label.model for label in labels.values()} == {"m"}
    assert labels[key(1)].abstract != labels[key(2)].abstract


def test_a_batch_at_work_is_left_there(room):
    room.provider.looks = 1
    submitted(room, 1)
    collected = room.collect()
    assert (collected.running, collected.states, collected.is_complete) == (1, {}, False)
    assert room.collect().is_complete
    assert room.seen == ["in_progress", "completed"]
    assert room.left() == []


@pytest.mark.parametrize("ending", ["expired", "cancelled", "completed"])
def test_of_a_batch_that_ended_early_what_is_finished_is_kept_and_the_rest_asked_again(room, ending):
    room.provider.ending = ending
    room.provider.script = lambda ask: {1: served, 2: unserved}.get(number_of(ask), lambda _: None)(ask)
    submitted(room, 1, 2, 3)
    collected = room.collect()
    assert collected.states == {State.OK: 1, State.PENDING: 2}
    assert room.known(1, 2, 3) == [1]
    made = room.plan(1, 2, 3)
    assert (made.answered, made.planned) == (1, 2)


def test_a_batch_that_was_turned_down_is_asked_again_and_says_why(room):
    room.provider.faults = [("token_limit_exceeded", "Enqueued token limit reached")]
    submitted(room, 1)
    collected = room.collect()
    assert "Enqueued token limit reached" in collected.summary
    assert not collected.served_nobody
    assert room.plan(1).planned == 1


@pytest.mark.parametrize("where", ["batch", "rows"])
def test_where_nobody_is_served_that_is_told(room, where):
    if where == "batch":
        room.provider.faults = [("insufficient_quota", "You exceeded your quota")]
    else:
        body = error("You exceeded your quota", "insufficient_quota", "insufficient_quota")
        room.provider.script = lambda ask: row(ask, body, 429)
    submitted(room, 1, 2)
    collected = room.collect()
    assert collected.served_nobody
    assert "You exceeded your quota" in collected.nobody


def test_failures_end_in_their_states_and_none_is_kept_as_an_answer(room):
    bodies = [
        (completion(refusal="no"), 200), (completion(content="", finish_reason="content_filter"), 200),
        (completion(content="{", finish_reason="length"), 200), (completion(content="prose"), 200),
        (error("long", code="context_length_exceeded"), 400), (error("down"), 500), (completion(), 200),
    ]  # fmt: skip
    room.provider.script = lambda ask: row(ask, *bodies[number_of(ask)])
    submitted(room, *range(7))
    assert room.collect().states == {
        State.REFUSED: 1, State.CONTENT_FILTER: 1, State.TRUNCATED: 1, State.FORMAT_ERROR: 1, State.TOO_LONG: 1,
        State.PENDING: 1, State.OK: 1,
    }  # fmt: skip
    assert room.known(*range(7)) == [6]


def test_a_row_of_another_batch_a_broken_one_and_a_second_one_change_nothing(room):
    (one, two) = submitted(room, 1, 2)
    foreign = row({"custom_id": "ff" * 32}, completion())
    odd = row({"custom_id": "request-1"}, completion())
    results(
        room,
        lines(foreign, odd, row(one, completion(id="first")), row(one, completion(refusal="no")))
        + b'{"custom_id": "' + two["custom_id"].encode() + b'", "resp',
    )  # fmt: skip
    assert room.collect().states == {State.OK: 1, State.PENDING: 1}
    assert json.loads(room.recall.lookup(key(1)))["usage"]["id"] == "first"
    assert room.recall.lookup("ff" * 32) is None
    assert room.known(1, 2) == [1]


def test_killed_while_results_come_in_nothing_is_lost(room, monkeypatch):
    submitted(room, 1, 2, 3)
    keep, kept = Recall.keep, []

    def dying(self, name, value, about=None):
        if len(kept) == 2:
            raise KeyboardInterrupt
        kept.append(name)
        keep(self, name, value, about)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Recall, "keep", dying)
        room.collect()
    assert room.stages() == ["sent"]
    assert room.collect().states == {State.OK: 3}
    assert room.known(1, 2, 3) == [1, 2, 3]


def test_what_was_paid_is_summed_at_the_rates_of_a_batch_and_is_not_known_without_usage(room):
    submitted(room, 1, 2)
    reply = Reply(canonical(completion()))
    assert room.collect().spent == 2 * PRICE.paid(reply)
    room.provider.script = lambda ask: row(ask, completion() | {"usage": None})
    submitted(room, 3)
    assert room.collect().spent is None


def test_a_prompt_that_was_cut_in_silence_is_not_a_clean_result(tmp_path, httpx2_mock):
    httpx2_mock._assert_all_called = False
    room = Room(tmp_path, httpx2_mock, FakeBatches(lambda ask: row(ask, completion(prompt_tokens=20))))
    submitted(room, 1)
    room.collect()
    assert room.known(1) == [1]
    assert room.recall.lookup(f"cut:{key(1)}")
    room.recall.close()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_mixture_of_rows_leaves_each_paper_in_one_state(tmp_path_factory, httpx2_mock, data):
    httpx2_mock._assert_all_called = False
    rows = {
        "ok": served, "refused": lambda ask: row(ask, completion(refusal="no")), "500": lambda ask: row(ask, {}, 500),
        "unserved": unserved, "silent": lambda _: None,
    }  # fmt: skip
    kinds = data.draw(st.lists(st.sampled_from(sorted(rows)), min_size=1, max_size=6))
    room = Room(tmp_path_factory.mktemp("room"), httpx2_mock, FakeBatches(lambda ask: rows[kinds[number_of(ask)]](ask)))
    submitted(room, *range(len(kinds)))
    collected = room.collect()
    assert collected.states.total() == len(kinds)
    assert collected.states[State.OK] == kinds.count("ok") == len(room.known(*range(len(kinds))))
    assert room.ledger.batches(ADDRESS) == []
    room.recall.close()
