import pytest
from batch_room import Room
from httpx import Response

from pipeline.batches.ledger import Stage
from pipeline.batches.load import Limits
from pipeline.errors import ProviderError


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def room(tmp_path, httpx2_mock):
    httpx2_mock._assert_all_called = False
    made = Room(tmp_path / "answers", httpx2_mock)
    yield made
    made.recall.close()


def killed(*_):
    raise Killed


def killed_after(room):
    def step(request):
        room.provider(request)
        raise Killed

    return step


def test_the_intention_is_on_disk_before_the_upload_and_the_id_before_the_next_request(room):
    room.plan(1, 2)
    stages = []
    room.provider.before = [lambda _: stages.append(room.stages()[0])] * 2
    (sent,) = room.send()
    assert stages == ["sending", "sending"]
    assert room.ledger.batches() == [sent]
    assert (sent.stage, sent.batch_id) == (Stage.SENT, "batch_1")


def test_what_is_handed_in_is_the_file_of_the_asks_to_the_byte(room):
    room.plan(1, 2)
    (batch,) = room.ledger.batches()
    asks = room.ledger.asks(batch.name).read_bytes()
    room.send()
    assert list(room.provider.files.values()) == [asks]


@pytest.mark.parametrize("point", ["before the upload", "after the upload", "before the batch", "after the batch"])
def test_killed_at_any_point_no_batch_is_lost_and_none_is_made_twice(room, point):
    room.plan(1, 2)
    here = killed if point.startswith("before") else killed_after(room)
    room.provider.before = [here] if "upload" in point else [lambda _: None, here]
    with pytest.raises(Killed):
        room.send()
    room.provider.before = []
    assert room.plan(1, 2).underway == 2
    room.send()
    assert room.stages() == ["sent"]
    assert len(room.provider.batches) == 1
    assert room.asked() == [1, 2]
    assert room.collect().is_complete
    assert room.known(1, 2) == [1, 2]


def test_killed_before_the_id_is_written_the_batch_is_found_by_collecting_alone(room):
    room.plan(1)
    room.provider.before = [lambda _: None, killed_after(room)]
    with pytest.raises(Killed):
        room.send()
    assert room.stages() == ["sending"]
    room.collect()
    assert room.known(1) == [1]


def test_no_more_tokens_are_enqueued_than_may_be_and_the_rest_goes_out_later(room):
    room.plan(*range(4), limits=Limits(requests=1))
    tokens = room.ledger.batches()[0].tokens
    limits = Limits(tokens=2 * tokens + 5)
    assert len(room.send(limits)) == 2
    assert room.send(limits) == []
    room.collect()
    assert len(room.send(limits)) == 2


def test_no_more_is_sent_than_the_money_allows_by_expectation(room):
    room.plan(*range(3), limits=Limits(requests=1))
    cost = room.ledger.batches()[0].cost
    assert len(room.send(max_cost=2 * cost)) == 2
    assert room.stages() == ["sent", "sent", "planned"]


def test_a_batch_that_is_not_taken_stays_and_goes_out_when_it_can(room):
    room.plan(1)
    room.provider.before = [lambda _: Response(401, json={"error": {"message": "no", "code": "invalid_api_key"}})]
    with pytest.raises(ProviderError):
        room.send()
    assert len(room.send()) == 1
    assert room.asked() == [1]
