"""Quantities as written -> amounts."""

from __future__ import annotations

import re

from pipeline.record import Record


class Quantity(Record):
    """A figure as written and what it amounts to.

    `amounts` holds one number, or two for a range or a from-to; `unit` is `%`, `x`, `pp`, ... or null;
    `comparator` one of `>`, `<`, `~`, `<=`, `>=` or null; `relation` `range`, `from-to` or null.
    """

    start: int
    end: int
    text: str
    amounts: tuple[float, ...]
    unit: str | None
    comparator: str | None
    relation: str | None


_SIMPLE = re.compile(r"\$?(\d+(?:,\d{3})*(?:\.\d+)?)\$?\s?(\\?%|\$?\\times\$?|×|x\b)?")


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of `text` in order, none overlapping."""
    return tuple(
        Quantity(
            start=m.start(), end=m.end(), text=m[0], amounts=(float(m[1].replace(",", "")),),
            unit={"%": "%"}.get((m[2] or "")[-1:], "x" if m[2] else None), comparator=None, relation=None,
        )
        for m in _SIMPLE.finditer(text)
    )
