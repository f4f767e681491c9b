from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.budget import Budget, LentBudget, budget
from pipeline.errors import UsageError
from pipeline.price import given_price

CENT = Decimal("0.01")
COSTS = st.decimals(min_value="0.0001", max_value="1", places=4)


def test_asks_start_until_what_is_in_flight_fills_the_limit():
    purse = Budget(3 * CENT)
    for _ in range(3):
        assert purse.may_start(CENT)
        purse.started(CENT)
    assert not purse.may_start(CENT)
    assert purse.spent == 0


def test_the_very_limit_may_be_spent_and_not_a_bit_more():
    assert Budget(CENT).may_start(CENT)
    assert not Budget(CENT).may_start(CENT + Decimal("0.0000001"))
    assert not Budget(Decimal(0)).may_start(CENT)


def test_an_ask_that_is_cheaper_than_expected_makes_room():
    purse = Budget(2 * CENT)
    purse.started(2 * CENT)
    assert not purse.may_start(CENT)
    purse.ended(2 * CENT, CENT)
    assert purse.spent == CENT
    assert purse.may_start(CENT)


def test_bills_above_the_expectations_raise_what_is_expected_of_the_others():
    purse = Budget(10 * CENT)
    for _ in range(2):
        purse.started(CENT)
    purse.ended(CENT, 3 * CENT)
    # Spent 3, one in flight that looks like 3 more, and the next like 3: 9 of 10.
    assert purse.may_start(CENT)
    purse.started(CENT)
    assert not purse.may_start(CENT)


def test_a_cost_that_nobody_tells_counts_as_expected():
    purse = Budget(2 * CENT)
    purse.started(CENT)
    purse.ended(CENT, None)
    assert purse.spent == CENT
    assert purse.may_start(CENT)
    assert not purse.may_start(2 * CENT)


def test_an_ask_that_was_never_served_costs_nothing_and_teaches_nothing():
    purse = Budget(2 * CENT)
    purse.started(CENT)
    purse.ended(CENT, Decimal(0))
    assert purse.spent == 0
    purse.started(CENT)
    purse.ended(CENT, 2 * CENT)
    assert purse.spent == 2 * CENT


@given(st.lists(COSTS, min_size=1, max_size=30), st.decimals(min_value="0.1", max_value="5", places=2))
def test_where_bills_are_as_expected_the_limit_is_never_passed_at_any_number_in_flight(costs, limit):
    purse, in_flight = Budget(limit), []
    for number, cost in enumerate(costs):
        if purse.may_start(cost):
            purse.started(cost)
            in_flight.append(cost)
        if number % 3 == 0 and in_flight:
            done = in_flight.pop(0)
            purse.ended(done, done)
    for cost in in_flight:
        purse.ended(cost, cost)
    assert purse.spent <= limit


@given(st.lists(COSTS, min_size=1, max_size=30), st.integers(1, 5))
def test_asks_one_by_one_pass_the_limit_by_the_error_of_the_first_expectation_at_most(costs, factor):
    purse = Budget(Decimal(1))
    for cost in costs:
        if purse.may_start(cost):
            purse.started(cost)
            purse.ended(cost, factor * cost)
    assert purse.spent <= 1 + (factor - 1) * costs[0]


def test_a_limit_with_an_unknown_price_is_refused_and_the_message_tells_what_to_do():
    with pytest.raises(UsageError, match=r"'llama3' at http://127\.0\.0\.1/v1 is not known.*--price") as caught:
        budget(Decimal(5), None, model="llama3", address="http://127.0.0.1/v1")
    assert caught.value.exit_code == 2


def test_a_limit_with_a_known_price_is_a_budget():
    assert budget(Decimal(5), given_price("1,2"), model="m", address="http://127.0.0.1/v1").limit == 5


def test_a_lent_budget_borrows_what_is_wanting_and_tells_what_is_left():
    wanted = []

    def lend(wanting):
        wanted.append(wanting)
        return 3 * CENT if len(wanted) == 1 else Decimal(0)

    purse = LentBudget(lend)
    for _ in range(3):
        assert purse.may_start(CENT)
        purse.started(CENT)
    assert not purse.may_start(CENT)
    assert wanted == [CENT, CENT]
    purse.ended(CENT, CENT / 2)
    assert purse.left == 3 * CENT - CENT / 2
