"""What a model is told of its reply when the abstract does not carry all of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.card import Card, Unsupported

_LONGEST_QUOTE = 200
_ABSENT = frozenset(f"this {what} is not in the abstract" for what in ("figure", "name", "value"))
_MEND = (
    "For each, correct it from the words of the abstract, or withdraw it: leave out the value, the name or the gain,"
    " put null for the field, or an empty text and no sentences for the statement."
)


def is_worth_a_repair(card: Card) -> bool:
    """Return whether a figure or a name of `card` stands nowhere in its abstract: what asking once more may mend.

    A whole number without a unit is more often a year, a count or a part of a name than a result. Alone it is
    not worth a second ask; where one is made, it is among what the model sees.
    """
    return any(item.reason in _ABSENT and not item.text.strip().isdecimal() for item in card.review.unsupported)


def complaints(card: Card) -> str | None:
    """Return what of `card` the abstract does not carry, a line for each and how to mend it; null where all stands."""
    if not card.review.unsupported:
        return None
    return "\n".join([*map(_line, card.review.unsupported), _MEND])


def _line(item: Unsupported) -> str:
    quoted = item.text if len(item.text) <= _LONGEST_QUOTE else item.text[:_LONGEST_QUOTE] + "…"
    # What was told may hold anything: as a JSON string without angle brackets it stays data.
    shown = json.dumps(quoted, ensure_ascii=False).translate({ord("<"): "‹", ord(">"): "›"})
    return f"- {item.where} {shown}: {item.reason}."
