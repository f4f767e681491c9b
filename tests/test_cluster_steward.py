from decimal import Decimal

import pytest

from pipeline.cluster.steward import Steward, Terms


class Clock:
    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def steward(tmp_path, clock=None, **terms):
    none = {"rpm": None, "tpm": None, "money": None, "workers": 4}
    return Steward(tmp_path, Terms(**none | terms), clock or Clock())


def test_without_a_limit_a_lease_is_large_and_is_not_waited_for(tmp_path):
    lease = steward(tmp_path).lease(1, 1_000)
    assert (lease.requests, lease.tokens >= 1_000, lease.wait) == (64, True, 0)


def test_what_is_not_wanted_is_not_granted(tmp_path):
    lease = steward(tmp_path, rpm=60).lease(0, 10)
    assert lease.requests == 0


@pytest.mark.parametrize(("rpm", "workers"), [(60, 4), (600, 1), (6_000, 8), (6_000, 500), (7, 3)])
def test_within_a_minute_no_more_is_leased_than_the_limit_and_a_burst_of_a_second(tmp_path, rpm, workers):
    clock = Clock()
    shared = steward(tmp_path, rpm=rpm, workers=workers, clock=clock)
    usable = []
    while clock.seconds < 120:
        lease = shared.lease(1, 100)
        usable.append((clock.seconds + lease.wait, lease.requests))
        clock.seconds += max(lease.wait, 0.001)
    within = sum(requests for at, requests in usable if at < 60)
    assert within <= rpm + max(1, rpm / 60)


def test_tokens_bind_like_requests_do(tmp_path):
    shared = steward(tmp_path, tpm=60_000)
    assert shared.lease(1, 1_000).wait == 0
    assert shared.lease(1, 2_000).wait == pytest.approx(2)


def test_no_more_money_is_lent_than_there_is(tmp_path):
    shared = steward(tmp_path, money=Decimal(1))
    lent = [shared.lend(Decimal("0.03")) for _ in range(20)]
    assert sum(lent) <= 1
    assert all(one == 0 or one >= Decimal("0.03") for one in lent)
    assert lent[-1] == 0


def test_money_that_comes_back_is_lent_again(tmp_path):
    shared = steward(tmp_path, money=Decimal(1))
    assert shared.lend(Decimal(1)) == 1
    assert shared.lend(Decimal("0.5")) == 0
    shared.take_back(Decimal("0.5"))
    assert shared.lend(Decimal("0.5")) == Decimal("0.5")


def test_overspending_is_taken_from_what_the_others_may_spend(tmp_path):
    shared = steward(tmp_path, money=Decimal(1))
    shared.take_back(Decimal("-0.4"))
    assert shared.lend(Decimal("0.7")) == 0


def test_after_the_word_to_stop_there_is_no_lease_and_the_first_reason_stands(tmp_path):
    shared = steward(tmp_path)
    shared.stop("no such key")
    shared.stop("later")
    assert (shared.lease(1, 1).stopped, shared.stopped()) == ("no such key", "no such key")
