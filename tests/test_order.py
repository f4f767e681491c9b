import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.order import Later, work_in_order


def through(items, work, *, workers=4, window=8):
    seen = []
    asyncio.run(work_in_order(items, work, seen.append, workers=workers, window=window))
    return seen


@given(
    turns=st.lists(st.integers(0, 5), max_size=40),
    workers=st.integers(1, 9),
    window=st.integers(1, 20),
)
def test_results_come_in_input_order_however_long_each_takes(turns, workers, window):
    async def work(item):
        number, waits = item
        for _ in range(waits):
            await asyncio.sleep(0)
        return number

    assert through(enumerate(turns), work, workers=workers, window=window) == list(range(len(turns)))


def test_no_more_than_the_workers_are_at_work():
    now, most = 0, 0

    async def work(item):
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return item

    through(range(50), work, workers=3)
    assert most == 3


def test_items_are_drawn_no_further_ahead_than_the_window():
    drawn, finished = 0, asyncio.Event()

    def items():
        nonlocal drawn
        for number in range(1000):
            drawn += 1
            yield number

    async def work(item):
        if item == 0:
            for _ in range(200):
                await asyncio.sleep(0)
            assert drawn <= 10
            finished.set()
        return item

    assert through(items(), work, workers=4, window=10) == list(range(1000))
    assert finished.is_set()


def test_an_error_of_the_work_stops_the_others_and_is_raised_as_it_is():
    started = []

    async def work(item):
        started.append(item)
        if item == 2:
            raise ValueError("two")
        await asyncio.Event().wait()

    with pytest.raises(ValueError, match="two"):
        through(range(100), work)
    assert len(started) <= 4


def test_an_error_of_the_input_is_raised_as_it_is():
    def items():
        yield 1
        raise LookupError("line 2")

    async def work(item):
        return item

    with pytest.raises(LookupError, match="line 2"):
        through(items(), work)


@given(
    ways=st.lists(st.booleans(), max_size=40),
    workers=st.integers(1, 9),
    window=st.integers(1, 20),
)
def test_results_that_are_made_later_come_in_their_turn(ways, workers, window):
    async def work(item):
        number, is_later = item
        return Later(lambda: number) if is_later else number

    assert through(enumerate(ways), work, workers=workers, window=window) == list(range(len(ways)))


def test_nothing_is_made_while_a_worker_can_go_on():
    events = []

    async def work(item):
        events.append(("sent", item))
        if item >= 4:
            await asyncio.sleep(0)
        return Later(lambda: events.append(("made", item)))

    through(range(6), work, workers=6, window=9)
    assert events[:4] == [("sent", number) for number in range(4)]
    assert [event for event in events if event[0] == "made"] == [("made", number) for number in range(6)]


def test_no_more_is_put_off_than_there_are_workers():
    waiting, most = 0, 0

    async def work(item):
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)

        def make():
            nonlocal waiting
            waiting -= 1
            return item

        return Later(make)

    assert through(range(100), work, workers=3, window=50) == list(range(100))
    assert most <= 3 + 3 + 1  # put off, in the hands of workers, and the one that is being made


@given(ways=st.lists(st.integers(0, 4), max_size=40), workers=st.integers(1, 9), window=st.integers(1, 20))
def test_what_turns_out_to_need_one_more_wait_comes_in_its_turn_too(ways, workers, window):
    async def waited(number, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        return number

    async def work(item):
        number, turns = item
        return Later(lambda: waited(number, turns) if turns else number)

    assert through(enumerate(ways), work, workers=workers, window=window) == list(range(len(ways)))


def test_an_error_in_a_later_wait_stops_the_work_and_is_raised_as_it_is():
    async def waited():
        raise LookupError("no card")

    async def work(item):
        return Later(waited) if item == 3 else item

    with pytest.raises(LookupError, match="no card"):
        through(range(10), work)


def test_an_error_in_what_is_made_later_stops_the_work_and_is_raised_as_it_is():
    started = []

    def make():
        raise ValueError("two")

    async def work(item):
        started.append(item)
        if item == 2:
            return Later(make)
        return await asyncio.Event().wait()

    with pytest.raises(ValueError, match="two"):
        through(range(100), work)
    assert started == [0, 1, 2, 3, 4]
