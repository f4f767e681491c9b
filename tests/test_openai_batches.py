import asyncio
import json

import httpx
import httpx2
import pytest
from completions import error
from fakebatches import FakeBatches
from virtual import run

from pipeline.engines.batching import JobGoneError, UnreachableError
from pipeline.engines.openai.batches import OpenAIBatches
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.engine import Patience
from pipeline.errors import ProviderError

ADDRESS = "http://127.0.0.1:9/v1"
KEY = "sk-a-secret-key"
ASKS = b'{"custom_id":"1"}\n{"custom_id":"2"}\n'


def served(work):
    """Let `work` use the service in virtual time; return its result and the seconds that passed."""

    async def scene():
        service = OpenAIBatches(endpoint(ADDRESS, KEY), Patience(retries=3, timeout=5))
        try:
            return await work(service), asyncio.get_running_loop().time()
        finally:
            await service.close()

    return run(scene())


@pytest.fixture
def provider(httpx2_mock):
    made = FakeBatches()
    httpx2_mock.route(url__startswith=f"{ADDRESS}/").mock(side_effect=made)
    return made


@pytest.fixture
def asks(tmp_path):
    path = tmp_path / "asks.jsonl"
    path.write_bytes(ASKS)
    return path


def sent(asks, mark="000001-ab"):
    async def work(service):
        return await service.create(await service.upload(mark, asks), mark)

    return work


def test_a_file_goes_up_to_the_byte_for_a_batch_and_the_batch_carries_our_mark(provider, asks):
    job, _ = served(sent(asks))
    assert list(provider.files.values()) == [ASKS]
    assert provider.batches["batch_1"]["metadata"] == {"claimsheet": "000001-ab"}
    assert (job.id, job.status, job.mark, job.total, job.is_over) == ("batch_1", "validating", "000001-ab", 2, False)
    assert provider.calls == [("POST", "/files"), ("POST", "/batches")]


@pytest.mark.parametrize("lost", [httpx2.ReadError("cut"), httpx2.ReadTimeout("late"), httpx.Response(502)])
def test_a_batch_whose_answer_was_lost_is_found_by_its_mark_and_not_started_twice(provider, asks, lost):
    def losing(request):
        provider(request)
        if isinstance(lost, Exception):
            raise lost
        return lost

    provider.before = [lambda _: None, losing]
    job, _ = served(sent(asks))
    assert job.id == "batch_1"
    assert len(provider.batches) == 1
    assert provider.count("GET", "/batches") == 1


def test_a_batch_that_did_not_arrive_is_started_once_more(provider, asks):
    provider.before = [lambda _: None, lambda _: httpx.Response(503)]
    job, _ = served(sent(asks))
    assert job.id == "batch_1"
    assert len(provider.batches) == 1


def test_a_mark_is_found_on_a_later_page(provider, asks):
    async def work(service):
        for number in range(5):
            await service.create(await service.upload(str(number), asks), f"mark-{number}")
        return await service.find({"mark-0", "mark-4", "mark-9"})

    found, _ = served(work)
    assert {mark: job.id for mark, job in found.items()} == {"mark-0": "batch_1", "mark-4": "batch_5"}


def test_a_list_that_says_it_goes_on_and_does_not_ends(httpx2_mock):
    page = {"object": "list", "data": [{"id": "batch_1", "status": "completed"}], "has_more": True}
    route = httpx2_mock.get(url__startswith=f"{ADDRESS}/batches").respond(json=page)
    assert served(lambda service: service.find({"none"}))[0] == {}
    assert route.call_count == 2


def test_results_come_to_the_byte_without_the_key_that_a_server_echoes(provider, tmp_path):
    provider.files["file-1"] = b'{"a":"\xe2\x80\xa8"}\n' + KEY.encode() + b"\nno line end"
    served(lambda service: service.fetch("file-1", tmp_path / "results"))
    assert (tmp_path / "results").read_bytes() == b'{"a":"\xe2\x80\xa8"}\n[key]\nno line end'


def test_what_passes_is_tried_again_no_more_often_than_agreed_and_not_before_the_server_says(provider):
    provider.before = [lambda _: httpx.Response(429, headers={"retry-after": "7"}, json=error("slow", "requests"))]
    provider.batches["batch_1"] = {"id": "batch_1", "status": "completed"}
    assert served(lambda service: service.job("batch_1"))[1] >= 7
    provider.calls.clear()
    provider.before = [lambda _: httpx.Response(500)] * 9
    with pytest.raises(UnreachableError):
        served(lambda service: service.job("batch_1"))
    assert len(provider.calls) == 4


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"{}", b'{"id": "batch_1"}', b'{"id": "", "status": "x"}'])
def test_a_200_that_is_no_batch_is_no_batch(httpx2_mock, body):
    httpx2_mock.get(f"{ADDRESS}/batches/batch_1").respond(200, content=body)
    with pytest.raises(UnreachableError):
        served(lambda service: service.job("batch_1"))


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, error(f"Incorrect API key provided: {KEY}", code="invalid_api_key")),
        (403, error("not allowed")),
        (429, error("You exceeded your current quota", "insufficient_quota", "insufficient_quota")),
        (400, error("File is too large.")),
        (413, error("too large")),
        (307, {}),
    ],
)
def test_what_the_service_will_not_do_ends_at_once_and_names_the_address_and_not_the_key(
    httpx2_mock, asks, status, body
):
    route = httpx2_mock.post(f"{ADDRESS}/files").respond(status, json=body)
    with pytest.raises(ProviderError) as caught:
        served(sent(asks))
    assert not isinstance(caught.value, UnreachableError)
    assert route.call_count == 1
    assert ADDRESS in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_batch_that_is_not_there_is_gone_for_looking_and_for_cancelling(provider):
    for work in (lambda service: service.job("batch_9"), lambda service: service.cancel("batch_9")):
        with pytest.raises(JobGoneError):
            served(work)


def test_why_a_batch_was_turned_down_and_what_it_counts_is_told(httpx2_mock):
    body = {
        "id": "batch_1", "status": "failed", "metadata": None, "output_file_id": None, "error_file_id": "file-2",
        "request_counts": {"total": 3, "completed": 1, "failed": 2},
        "errors": {"data": [{"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}]},
    }  # fmt: skip
    httpx2_mock.get(f"{ADDRESS}/batches/batch_1").respond(json=body)
    job, _ = served(lambda service: service.job("batch_1"))
    assert (job.is_over, job.mark, job.total, job.completed, job.failed) == (True, None, 3, 1, 2)
    assert job.result_files == ("file-2",)
    assert job.faults == (("token_limit_exceeded", "Enqueued token limit reached"),)


def test_a_name_from_the_server_cannot_lead_elsewhere(httpx2_mock):
    route = httpx2_mock.route(url__startswith="http://127.0.0.1:9/").respond(404, json=error("no"))
    with pytest.raises(JobGoneError):
        served(lambda service: service.job("../files/x?y"))
    assert route.calls.last.request.url.raw_path == b"/v1/batches/..%2Ffiles%2Fx%3Fy"


def test_a_reply_that_does_not_come_is_not_waited_for_without_end(httpx2_mock):
    httpx2_mock._assert_all_called = False

    async def never(_):
        await asyncio.sleep(1e9)

    httpx2_mock.get(f"{ADDRESS}/batches/batch_1").mock(side_effect=never)
    with pytest.raises(UnreachableError):
        served(lambda service: service.job("batch_1"))


def test_the_key_goes_in_its_header_alone(httpx2_mock, asks):
    provider = FakeBatches()
    route = httpx2_mock.route(url__startswith=f"{ADDRESS}/").mock(side_effect=provider)
    served(sent(asks))
    for call in route.calls:
        assert call.request.headers["authorization"] == f"Bearer {KEY}"
        assert KEY.encode() not in call.request.read()
        assert KEY not in str(call.request.url)
    assert json.loads(route.calls.last.request.content)["metadata"] == {"claimsheet": "000001-ab"}
