import asyncio
import sqlite3

import pytest

from pipeline.errors import MachineError
from pipeline.recall import Groups, Recall


@pytest.fixture
def recall(tmp_path):
    with Recall(tmp_path) as opened:
        yield opened


def committed(folder):
    base = sqlite3.connect(folder / "cache.db")
    found = {key for (key,) in base.execute("SELECT key FROM Cache")}
    base.close()
    return found


def counting(recall, monkeypatch):
    """Count the transactions of `recall`."""
    opened, together = [], recall.together

    def counted():
        opened.append(1)
        return together()

    monkeypatch.setattr(recall, "together", counted)
    return opened


def test_what_comes_together_is_kept_by_one_transaction_and_each_hears_its_own_result(recall, monkeypatch, tmp_path):
    opened = counting(recall, monkeypatch)

    async def one(groups, number):
        def keep():
            recall.keep(f"{number}", b"x")
            return number

        result = await groups.kept(keep)
        assert f"{number}" in committed(tmp_path)
        return result

    async def scene():
        groups = Groups(recall)
        return await asyncio.gather(*(one(groups, number) for number in range(20)))

    assert asyncio.run(scene()) == list(range(20))
    assert len(opened) == 1


def test_the_first_who_is_told_goes_on_before_the_last_is_told(recall):
    events = []

    async def one(groups, number):
        await groups.kept(lambda: recall.keep(f"{number}", b"x"))
        events.append(("told", number))
        await asyncio.sleep(0)
        events.append(("went on", number))

    async def scene():
        groups = Groups(recall)
        await asyncio.gather(*(one(groups, number) for number in range(20)))

    asyncio.run(scene())
    assert events.index(("went on", 0)) < events.index(("told", 19))
    assert [number for event, number in events if event == "told"] == list(range(20))


def test_a_later_answer_opens_a_group_of_its_own(recall, monkeypatch):
    opened = counting(recall, monkeypatch)

    async def scene():
        groups = Groups(recall)
        await groups.kept(lambda: recall.keep("1", b"x"))
        await groups.kept(lambda: recall.keep("2", b"x"))

    asyncio.run(scene())
    assert len(opened) == 2


def test_what_a_cancelled_asker_waited_for_is_kept_all_the_same(recall, tmp_path):
    async def scene():
        groups = Groups(recall)
        waiter = asyncio.ensure_future(groups.kept(lambda: recall.keep("1", b"x")))
        await asyncio.sleep(0)
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        groups.finish()

    asyncio.run(scene())
    assert committed(tmp_path) == {"1"}


def fail():
    raise MachineError("the disk is full")


def test_what_cannot_be_kept_is_told_to_all_of_its_group_and_none_of_it_is_kept(recall, tmp_path):
    async def scene():
        groups = Groups(recall)
        works = (lambda: recall.keep("1", b"x"), fail)
        return await asyncio.gather(*map(groups.kept, works), return_exceptions=True)

    assert [str(end) for end in asyncio.run(scene())] == ["the disk is full"] * 2
    assert committed(tmp_path) == set()


def test_an_answer_that_is_lost_when_nobody_waits_any_more_is_told_at_the_end(recall):
    async def scene():
        groups = Groups(recall)
        waiter = asyncio.ensure_future(groups.kept(fail))
        await asyncio.sleep(0)
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        groups.finish()

    with pytest.raises(MachineError, match="disk is full"):
        asyncio.run(scene())


def test_at_the_end_of_a_run_that_kept_nothing_there_is_nothing_to_do(recall, monkeypatch):
    opened = counting(recall, monkeypatch)
    Groups(recall).finish()
    assert opened == []
