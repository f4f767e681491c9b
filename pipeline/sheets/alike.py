"""Pairs of papers whose abstracts are nearly the same, as a sheet names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import source_label
from pipeline.sheets.readable import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.nearness import NearDuplicate
    from pipeline.paper import Source
    from pipeline.sheets.entry import Entry


@dataclass(frozen=True, slots=True)
class Named:
    """A paper of a pair: its number where it has a card here, and what tells it from its like.

    Attributes:
        number: The number of its card, or None where this sheet has none of it.
        name: What its card is headed; nothing without a card.
        identity: Its id.
        source: Where it was read.
    """

    number: int | None
    name: str
    identity: str
    source: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two papers that stay two, and how many per cent of their words they share."""

    papers: tuple[Named, Named]
    share: int


def pairs(entries: Iterable[Entry], near: Iterable[NearDuplicate]) -> tuple[Pair, ...]:
    """Return the pairs of which at least one paper has a card among `entries`, in the order of `near`."""
    known = {entry.card.paper.id: entry for entry in entries}
    return tuple(_pair(known, pair) for pair in near if not known.keys().isdisjoint(pair.ids))


def _pair(known: dict[str, Entry], pair: NearDuplicate) -> Pair:
    first, second = (_named(known, *told) for told in zip(pair.ids, pair.sources, strict=True))
    return Pair((first, second), int(100 * pair.overlap))


def _named(known: dict[str, Entry], identity: str, source: Source) -> Named:
    label, at = one_line(identity), source_label(source.path, source.position)
    entry = known.get(identity)
    if entry is None:
        return Named(None, "", label, at)
    return Named(entry.number, entry.heading, label, at)
