"""Taking stock of the cache: what is kept, of which models, how much of it is old."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pipeline.notes import Note, is_note
from pipeline.origin import origin_from

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.recall import Recall, Row

_ANSWER = re.compile(r"[0-9a-f]{64}")
_KILO = 1000


@dataclass(frozen=True)
class Holding:
    """The answers of one model at one address, both empty where that was not written beside them.

    Attributes:
        size: bytes, all together.
        first: when the first was kept, in seconds since 1970; `last` likewise.
    """

    model: str
    address: str
    answers: int
    size: int
    first: float
    last: float


@dataclass(frozen=True)
class Stock:
    """What a cache holds.

    Attributes:
        holdings: by model and address.
        notes: what is kept beside answers, such as the fields that a server refused.
        cards: finished ones, made of the answers.
        lists: those whose reading is remembered.
        place: where it is kept.
        bytes_on_disk: of the whole store.
    """

    place: str
    holdings: tuple[Holding, ...]
    notes: int
    cards: int
    lists: int
    bytes_on_disk: int

    @property
    def answers(self) -> int:
        """All answers together."""
        return sum(holding.answers for holding in self.holdings)

    @property
    def table(self) -> str:
        """Lines for a person."""
        rows = [
            f"kept in  {self.place}",
            f"on disk  {bytes_told(self.bytes_on_disk)}",
            f"answers  {self.answers:,}",
            *(_line(holding) for holding in self.holdings),
            f"cards    {self.cards:,}",
            f"lists    {self.lists:,}",
            f"notes    {self.notes:,}",
        ]
        return "\n".join(rows)


def take_stock(recall: Recall) -> Stock:
    """Return what `recall` holds.

    Raises:
        MachineError: the cache cannot be read.
    """
    holdings: dict[tuple[str, str], Holding] = {}
    notes = cards = lists = 0
    for row in recall.rows():
        if not _ANSWER.fullmatch(row.key):
            cards += _is(Note.CARD, row.key)
            lists += _is(Note.READING, row.key)
            notes += not is_made_anew(row.key)
            continue
        place = _place(row)
        holdings[place] = _with(holdings.get(place), place, row)
    sorts = tuple(holdings[place] for place in sorted(holdings))
    return Stock(recall.name, sorts, notes, cards, lists, recall.bytes_on_disk)


def kept_before(recall: Recall, moment: float) -> tuple[str, ...]:
    """Return the keys of the answers, and of the notes beside them, that were kept before `moment`.

    The card that was made of such an answer goes with it, whenever that was.
    """
    old = {row.key for row in _ours(recall.rows()) if row.kept_at < moment}
    made = (row.key for row in recall.rows() if _is(Note.CARD, row.key) and row.about in old)
    return tuple(sorted(old.union(made)))


def is_made_anew(key: str) -> bool:
    """Return whether it costs nothing but time to make again what is kept under `key`: a card, or a list as read."""
    return _is(Note.CARD, key) or _is(Note.READING, key)


def _is(kind: Note, key: str) -> bool:
    return key.startswith(f"{kind}:")


def day(moment: float) -> str:
    """Return the day of `moment`, in UTC, as `2026-11-30`."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def bytes_told(size: int) -> str:
    """Return a size for a person."""
    if size < _KILO:
        return f"{size} B"
    return f"{size / _KILO:,.0f} kB" if size < _KILO**2 else f"{size / _KILO**2:,.1f} MB"


def _ours(rows: Iterable[Row]) -> Iterable[Row]:
    return (row for row in rows if _ANSWER.fullmatch(row.key) or is_note(row.key))


def _place(row: Row) -> tuple[str, str]:
    origin = origin_from(row.about)
    return (origin.model, origin.address) if origin else ("", "")


def _with(holding: Holding | None, place: tuple[str, str], row: Row) -> Holding:
    if holding is None:
        return Holding(*place, 1, row.size, row.kept_at, row.kept_at)
    return Holding(*place, holding.answers + 1, holding.size + row.size, holding.first, row.kept_at)


def _line(holding: Holding) -> str:
    days = f"{day(holding.first)} to {day(holding.last)}"
    origin = f"{holding.model} at {holding.address}" if holding.model else "unknown origin"
    return f"  {holding.answers:,} of {origin}, {bytes_told(holding.size)}, {days}"
