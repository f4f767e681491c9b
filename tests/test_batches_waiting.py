import asyncio

import httpx
import pytest
from batch_room import Room

from pipeline.batches.load import Limits
from pipeline.batches.waiting import Watch, wait
from pipeline.engines.batching import UnreachableError

HOUR = 3600


@pytest.fixture
def room(tmp_path, httpx2_mock):
    httpx2_mock._assert_all_called = False
    made = Room(tmp_path / "answers", httpx2_mock)
    yield made
    made.recall.close()


def waited(room, limits=None):
    """Wait to the end; return what was collected and the seconds that passed."""

    async def work(service):
        watch = Watch(lambda batch: room.seen.append(batch.batch_id), lambda _, job: room.seen.append(job.status))
        collected = await wait(room.dispatch(service, limits), room.collector(service), watch)
        return collected, asyncio.get_running_loop().time()

    return room.served(work)


def test_what_is_planned_is_sent_waited_for_and_brought_in(room):
    room.provider.looks = 3
    room.plan(1, 2)
    collected, _ = waited(room)
    assert collected.is_complete
    assert room.known(1, 2) == [1, 2]
    assert room.seen == ["batch_1", "in_progress", "in_progress", "in_progress", "completed"]


def test_what_does_not_fit_the_queue_goes_out_as_soon_as_there_is_room(room):
    room.provider.looks = 2
    room.plan(*range(4), limits=Limits(requests=1))
    tokens = room.ledger.batches()[0].tokens
    collected, _ = waited(room, Limits(tokens=tokens + 5))
    assert collected.is_complete
    assert room.known(*range(4)) == [0, 1, 2, 3]
    assert [one for one in room.seen if one.startswith("batch")] == ["batch_1", "batch_2", "batch_3", "batch_4"]
    assert room.seen.index("completed") < room.seen.index("batch_2")


def test_looks_are_far_apart_when_a_batch_takes_its_day(room):
    room.provider.looks = 1000
    room.plan(1)
    _, seconds = waited(room)
    assert seconds / (len(room.provider.calls) - 2) > 50


def test_a_batch_that_never_ends_is_not_waited_for_without_end_and_stays_in_the_ledger(room):
    room.provider.looks = 10**9
    room.plan(1)
    collected, seconds = waited(room)
    assert 24 * HOUR < seconds < 26 * HOUR
    assert (collected.running, collected.is_complete) == (1, False)
    assert room.stages() == ["sent"]


def test_an_outage_while_a_batch_is_out_is_waited_out(room):
    room.plan(1)
    room.send()
    room.provider.before = [lambda _: httpx.Response(503)] * 20
    assert waited(room)[0].is_complete


def test_a_service_that_is_gone_for_good_ends_the_wait(room):
    room.plan(1)
    room.send()
    room.provider.before = [lambda _: httpx.Response(503)] * 10**6
    with pytest.raises(UnreachableError):
        waited(room)
    assert room.stages() == ["sent"]
