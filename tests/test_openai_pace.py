import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from virtual import run

from pipeline.engines.openai.bucket import Bucket
from pipeline.engines.openai.faults import Nobody
from pipeline.engines.openai.pace import Limits, Pace
from pipeline.engines.openai.ratelimits import Told, duration, told

ROUND_TRIP = 0.2


class Server:
    """Grants `rpm` requests a minute from a bucket, and counts what it refused."""

    def __init__(self, rpm, burst=60.0, *, speaks=True):
        self.bucket = Bucket(rpm / 60, max(1.0, rpm / 60 * burst), 0.0)
        self.rpm = rpm
        self.speaks = speaks
        self.granted = []
        self.refused = []

    def answer(self, now):
        wait = self.bucket.draw(1, now)
        headers = {"x-ratelimit-limit-requests": str(self.rpm), "x-ratelimit-remaining-requests": "0"}
        if wait:
            self.bucket.give_back(1, now)
            self.refused.append(now)
            return wait, headers if self.speaks else {}
        self.granted.append(now)
        headers["x-ratelimit-remaining-requests"] = str(int(max(0, self.bucket._level)))
        return 0.0, headers if self.speaks else {}


async def load(pace, server, *, seconds, workers):
    loop = asyncio.get_running_loop()

    async def worker():
        while loop.time() < seconds:
            async with pace.turn(100) as turn:
                await asyncio.sleep(ROUND_TRIP / 2)
                wait, headers = server.answer(loop.time())
                await asyncio.sleep(ROUND_TRIP / 2)
                if wait:
                    pace.limited(turn, headers, wait)
                else:
                    pace.answered(turn, headers, 100)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(worker())


def test_a_rate_that_the_user_gives_is_used_to_97_percent_and_never_passed():
    server = Server(600, burst=2.0)
    run(load(Pace(Limits(rpm=600), 64), server, seconds=120, workers=64))
    assert not server.refused
    assert 0.97 * 1200 <= len([moment for moment in server.granted if moment <= 120]) <= 1200 + 10


def test_a_limit_learnt_from_headers_is_used_to_97_percent_with_hardly_a_refusal():
    server = Server(600, burst=1.0)
    run(load(Pace(Limits(), 64), server, seconds=120, workers=64))
    late = [moment for moment in server.granted if 10 < moment <= 120]
    assert len(late) >= 0.97 * 1100
    assert len([moment for moment in server.refused if moment > 10]) < 0.01 * len(late)


def test_a_full_bucket_that_the_server_tells_of_is_drawn_at_once():
    server = Server(600, burst=60.0)
    run(load(Pace(Limits(), 64), server, seconds=3, workers=64))
    assert len(server.granted) > 500
    assert not server.refused


def test_without_headers_the_rate_is_found_from_the_answers():
    server = Server(600, burst=1.0, speaks=False)
    run(load(Pace(Limits(), 64), server, seconds=120, workers=64))
    late = [moment for moment in server.granted if 20 < moment <= 120]
    assert len(late) >= 0.97 * 1000
    assert len([moment for moment in server.refused if moment > 20]) < 0.01 * len(late)


def test_a_servers_wait_holds_for_all_workers_and_they_wake_apart():
    woken = []

    async def scene():
        pace = Pace(Limits(), 8)
        async with pace.turn(1) as turn:
            pace.limited(turn, {}, 7.0)
        pace._allowed = 8.0

        async def worker():
            async with pace.turn(1):
                woken.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(worker() for _ in range(8)))

    run(scene())
    assert min(woken) >= 7.0
    assert max(woken) <= 8.0
    assert len(set(woken)) == 8


def test_whoever_comes_after_all_was_refused_is_turned_away():
    async def scene():
        pace, went = Pace(Limits(), 4), 0
        for _ in range(3):
            with pytest.raises(Nobody, match="wrong key"):
                async with pace.turn(1):
                    went += 1
                    raise Nobody("wrong key", "Mend it.")
        return went

    assert run(scene()) == 1


def test_tokens_are_paced_too_and_corrected_by_what_the_provider_counted():
    async def scene():
        pace = Pace(Limits(tpm=6000), 1)
        for _ in range(10):
            async with pace.turn(1000) as turn:
                pace.answered(turn, {}, 100)
        return asyncio.get_running_loop().time()

    assert run(scene()) <= 60


def test_a_waiter_that_is_cancelled_leaves_its_place_to_the_next():
    async def scene():
        pace = Pace(Limits(), 1)
        order = []

        async def worker(name):
            async with pace.turn(1):
                order.append(name)
                await asyncio.sleep(1)

        first, second, third = (asyncio.create_task(worker(name)) for name in "abc")
        await asyncio.sleep(0.5)
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        return order

    assert run(scene()) == ["a", "c"]


@given(
    draws=st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 20)), min_size=1, max_size=50),
    rate=st.floats(0.1, 100),
    capacity=st.floats(1, 50),
)
def test_no_window_of_time_gets_more_than_capacity_and_refill(draws, rate, capacity):
    bucket, now, total = Bucket(rate, capacity, 0.0), 0.0, 0.0
    for gap, units in draws:
        now += gap
        total += units
        due = now + bucket.draw(units, now)
        assert total <= capacity + rate * due + 1e-6


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1m30s", 90.0), ("250ms", 0.25), ("8.64s", 8.64), ("2h", 7200.0), ("17", 17.0), ("soon", None), ("", None)],
)
def test_the_forms_of_a_duration(text, seconds):
    assert duration(text) == seconds


def headers(limit, left, reset=None):
    told_ = {"x-ratelimit-limit-requests": limit, "x-ratelimit-remaining-requests": left}
    return told_ | ({"x-ratelimit-reset-requests": reset} if reset else {})


@pytest.mark.parametrize(
    ("sent", "known"),
    [
        (headers("600", "599"), Told(600, 599, 10)),
        (headers("600", "590", "1s"), Told(600, 590, 10)),
        (headers("8640", "8639", "10s"), Told(8640, 8639, 0.1)),
        (headers("600", "0", "100ms"), Told(600, 0, 10)),
        (headers("many", "few"), None),
        ({}, None),
        (headers("0", "0"), None),
    ],
)
def test_what_headers_tell_of_a_limit(sent, known):
    assert told(sent, "requests") == known


class Gate:
    def __init__(self):
        self.passed = []
        self.given_back = 0

    async def through(self, tokens):
        self.passed.append(tokens)

    def give_back(self, tokens):
        self.given_back += tokens


def test_at_a_gate_one_request_goes_alone_until_an_answer_came():
    gate = Gate()
    pace = Pace(Limits(), 8, gate)

    async def scene():
        started, loop = [], asyncio.get_running_loop()

        async def ask():
            async with pace.turn(100) as turn:
                started.append(loop.time())
                await asyncio.sleep(1)
                pace.answered(turn, {}, 90)

        await asyncio.gather(*(ask() for _ in range(6)))
        return started

    assert run(scene()) == [0, 1, 1, 1, 1, 1]
    assert (gate.passed, gate.given_back) == ([100] * 6, 60)


def test_who_waits_behind_one_that_nobody_serves_sends_nothing():
    gate = Gate()
    pace = Pace(Limits(), 8, gate)

    async def ask():
        async with pace.turn(100):
            await asyncio.sleep(1)
            raise Nobody("no such key", "Set another.")

    async def scene():
        return await asyncio.gather(*(ask() for _ in range(6)), return_exceptions=True)

    assert {str(error) for error in run(scene())} == {"no such key"}
    assert len(gate.passed) == 1
