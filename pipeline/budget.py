"""The limit of `--max-cost`: what is spent, what is in flight, and whether one more ask may start."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.price import Price

_ZERO = Decimal(0)


class Budget:
    """Lets asks start while they fit the limit, and learns how far expectations are from the bills.

    Where asks turn out dearer than expected (hidden reasoning), those in flight and the next one
    are taken to be dearer by the same factor. So only asks that start before the first bills come
    in can pass the limit, and by no more than their number times the error of one expectation.

    Args:
        limit: US dollars.
    """

    def __init__(self, limit: Decimal) -> None:
        self.limit = limit
        self.spent = _ZERO
        self._in_flight = _ZERO
        self._billed = _ZERO
        self._foreseen = _ZERO

    def may_start(self, expected: Decimal) -> bool:
        """Tell whether an ask that is expected to cost so much fits what is left."""
        return self.spent + self._dearer * (self._in_flight + expected) <= self.limit

    def started(self, expected: Decimal) -> None:
        """Note that such an ask is in flight."""
        self._in_flight += expected

    def ended(self, expected: Decimal, actual: Decimal | None) -> None:
        """Note that the ask is over and what it cost; null (not known) counts as expected.

        An ask that the provider refused to serve cost zero: say so.
        """
        self._in_flight -= expected
        if actual is None:
            self.spent += self._dearer * expected
            return
        self.spent += actual
        if actual:  # what was never served says nothing about the price of what is
            self._billed += actual
            self._foreseen += expected

    @property
    def _dearer(self) -> Decimal:
        return max(Decimal(1), self._billed / self._foreseen) if self._foreseen else Decimal(1)


class LentBudget(Budget):
    """A budget that begins with nothing and borrows from one that several runs have in common.

    Args:
        lend: takes the US dollars that are wanting, returns what is lent: so much or more, or nothing.
    """

    def __init__(self, lend: Callable[[Decimal], Decimal]) -> None:
        super().__init__(_ZERO)
        self._lend = lend

    def may_start(self, expected: Decimal) -> bool:
        """Tell whether such an ask fits what is left here, or what can be borrowed."""
        wanting = self.spent + self._dearer * (self._in_flight + expected) - self.limit
        if wanting > 0:
            self.limit += self._lend(wanting)
        return super().may_start(expected)

    @property
    def left(self) -> Decimal:
        """US dollars to be handed back when nothing is in flight any more; negative where more was spent."""
        return self.limit - self.spent


def budget(limit: Decimal, price: Price | None, *, model: str, address: str) -> Budget:
    """Return the budget of a run that asks `model` at `address`.

    Raises:
        UsageError: the price is not known, so the limit could not be kept.
    """
    if price is None:
        raise UsageError(
            f"--max-cost: the price of {model!r} at {address} is not known. Give it with --price INPUT,OUTPUT "
            "(dollars for a million tokens), or leave --max-cost out."
        )
    return Budget(limit)
