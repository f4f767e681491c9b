import asyncio

import pytest
from virtual import run

from pipeline.cluster.leases import LeasedTurns
from pipeline.cluster.steward import Lease
from pipeline.errors import ProviderError


class Lessor:
    def __init__(self, *leases):
        self.leases = list(leases)
        self.wanted = []

    async def __call__(self, requests, tokens):
        self.wanted.append((requests, tokens))
        return self.leases.pop(0)


def test_one_lease_serves_as_many_requests_as_it_grants():
    lessor = Lessor(Lease(3, 300), Lease(3, 300))
    turns = LeasedTurns(lessor)

    async def scene():
        for _ in range(4):
            await turns.through(50)

    run(scene())
    assert lessor.wanted == [(1, 50), (1, 0)]


def test_the_wait_of_a_lease_is_waited_before_it_is_used():
    turns = LeasedTurns(Lessor(Lease(1, 100, wait=7)))

    async def scene():
        await turns.through(100)
        return asyncio.get_running_loop().time()

    assert run(scene()) >= 7


def test_tokens_that_were_not_used_serve_the_next_request():
    lessor = Lessor(Lease(5, 100), Lease(0, 70))
    turns = LeasedTurns(lessor)

    async def scene():
        await turns.through(100)
        turns.give_back(30)
        await turns.through(100)

    run(scene())
    assert lessor.wanted == [(1, 100), (0, 70)]


def test_the_word_to_stop_reaches_who_wants_a_turn():
    turns = LeasedTurns(Lessor(Lease(stopped="no such key")))
    with pytest.raises(ProviderError, match="no such key"):
        run(turns.through(1))
