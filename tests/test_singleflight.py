import asyncio

import pytest

from pipeline.singleflight import SingleFlight


def test_work_that_many_want_at_once_is_done_once_and_then_anew():
    flights, done = SingleFlight(), []

    async def work():
        done.append(1)
        await asyncio.sleep(0)
        return len(done)

    async def scene():
        together = await asyncio.gather(*(flights.do("a", work) for _ in range(3)), flights.do("b", work))
        return together, await flights.do("a", work)

    together, later = asyncio.run(scene())
    assert [shared for _, shared in together] == [False, True, True, False]
    assert len({result for result, _ in together[:3]}) == 1
    assert later == (3, False)


def test_an_error_reaches_all_who_wait():
    flights = SingleFlight()

    async def work():
        await asyncio.sleep(0)
        raise LookupError("gone")

    async def scene():
        return await asyncio.gather(*(flights.do("a", work) for _ in range(3)), return_exceptions=True)

    assert [str(error) for error in asyncio.run(scene())] == ["gone"] * 3


def test_one_who_waits_and_goes_leaves_the_work_to_the_others():
    flights = SingleFlight()

    async def scene():
        go = asyncio.Event()

        async def work():
            await go.wait()
            return 7

        first, second, third = (asyncio.ensure_future(flights.do("a", work)) for _ in range(3))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        go.set()
        return await first, await third

    assert asyncio.run(scene()) == ((7, False), (7, True))
