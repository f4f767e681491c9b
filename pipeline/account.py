"""What the asks of a run cost, and whether one more may start."""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.budget import Budget, budget
from pipeline.estimate import expected_reply
from pipeline.price import given_price, price_of
from pipeline.tokens import cut_prompt, tokenizer_for

if TYPE_CHECKING:
    from pipeline.exchange import Reply, Request
    from pipeline.price import Price

_NOTHING = Decimal(0)
_BYTES_A_TOKEN = 6
"""More than prose takes in any script: a count that reaches this needs no tokenizer to be believed."""


class Account:
    """Keeps the bill of a run.

    Args:
        model: the model that is asked.
        price: its rates; null for the listed ones.
        limit: the budget that asks must fit, if there is one.
        address: where it is asked, which decides what rates are listed; null where none are. Without rates no bill
            is told. They are looked up when something is to be paid: a run whose answers are all known needs none.
    """

    def __init__(
        self, model: str, price: Price | None = None, limit: Budget | None = None, address: str | None = None
    ) -> None:
        self._model = model
        self._given = price
        self._address = address
        self._budget = limit
        self._tokenizer = tokenizer_for(model)
        self._reply_tokens = expected_reply(model, []).tokens
        self._spent: Decimal | None = _NOTHING

    @property
    def spent(self) -> Decimal | None:
        """US dollars paid so far; null as soon as one answer's cost is not known."""
        return self._spent

    @cached_property
    def _price(self) -> Price | None:
        return price_of(self._model, self._address) if self._given is None and self._address else self._given

    def start(self, request: Request) -> Decimal | None:
        """Return the expected cost of an ask that may start now, null where the budget forbids it."""
        if self._budget is None or self._price is None:
            return _NOTHING
        expected = self._price.expected(self._tokenizer.request(request.body), self._reply_tokens)
        if not self._budget.may_start(expected):
            return None
        self._budget.started(expected)
        return expected

    def end(self, expected: Decimal, *replies: Reply) -> None:
        """Enter what an ask cost by the replies that it brought; without one nothing was served."""
        actual: Decimal | None = _NOTHING
        for reply in replies:
            paid = self._price.paid(reply) if self._price else None
            actual = None if actual is None or paid is None else actual + paid
        self._spent = None if actual is None or self._spent is None else self._spent + actual
        if self._budget is not None:
            self._budget.ended(expected, actual)

    def was_cut(self, request: Request, reply: Reply) -> bool:
        """Return whether the server read so few tokens that it must have cut the prompt in silence."""
        told = reply.completion.usage.input
        sent = sum(len(message["content"].encode()) for message in request.body["messages"])
        if told is None or told * _BYTES_A_TOKEN >= sent:
            return False
        expected = self._tokenizer.messages(request.body)
        return cut_prompt(expected, told, approximate=self._tokenizer.approximate)


def account(
    model: str, address: str, price: str | None, max_cost: float | None, shared: Budget | None = None
) -> Account:
    """Return the account of a run that asks `model` at `address`.

    Args:
        model: the model.
        address: its address, which decides who charges.
        price: rates as the user wrote them, null for the listed ones.
        max_cost: US dollars that may be spent, null for no limit.
        shared: keeps that limit together with other runs, if there are any.

    Raises:
        UsageError: the rates are no rates, or there is a limit and no price to keep it by.
    """
    given = None if price is None else given_price(price)
    if max_cost is None:
        return Account(model, given, address=address)
    rates = given or price_of(model, address)
    limit = budget(Decimal(str(max_cost)), rates, model=model, address=address)
    return Account(model, rates, shared or limit)
