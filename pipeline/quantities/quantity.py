"""The record of one quantity."""

from __future__ import annotations

from typing import NamedTuple


class Quantity(NamedTuple):
    r"""A figure as written, where it stands, and what it amounts to.

    `text` is the figure with the markup it is written in (`3.67$\times$`), without a command around it
    (`\textbf{...}`). `amounts` holds one number; two for a range, a change, an interval or a spread; none for an
    order of growth (`$O(n)$`) or an uncounted multiple ("orders of magnitude").

    `unit` is `%`, `x` (a multiple), `pp` (percentage points), `points`, another unit as written ("dB", "tokens per
    second"), or null. `comparator` is `>`, `<`, `>=` ("at least"), `<=` ("up to"), `~` ("about") or null.
    `relation` says what two amounts, or none, are to each other: `range`, `from-to`, `interval` (of confidence),
    `spread` (mean and deviation), `order` (of growth), or null.
    """

    start: int
    end: int
    text: str
    amounts: tuple[float, ...]
    unit: str | None = None
    comparator: str | None = None
    relation: str | None = None

    def moved(self, by: int) -> Quantity:
        """Return it as it stands in a text in which that which it was read in begins at `by`."""
        return Quantity(self.start + by, self.end + by, *self[2:])

    @property
    def amount(self) -> float | None:
        """The one number that is claimed: what a change leads to, else the first, which a range has at the least."""
        if not self.amounts:
            return None
        return self.amounts[-1] if self.relation == "from-to" else self.amounts[0]

    @property
    def is_bare(self) -> bool:
        """Whether it is a whole number and nothing else: a count ("27 datasets") or a size, rarely a result."""
        told = self.unit or self.comparator or self.relation
        return not told and all(amount >= 0 and amount.is_integer() for amount in self.amounts)
