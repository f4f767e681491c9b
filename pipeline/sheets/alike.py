"""Pairs of papers whose abstracts are nearly the same, as a sheet names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pipeline.sheets.entry import source_label
from pipeline.sheets.readable import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pipeline.nearness import NearDuplicate
    from pipeline.paper import Source


class Headed(NamedTuple):
    """The number of a paper's card, None where there is none, and what it is headed."""

    number: int | None
    heading: str


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


def pairs(known: Mapping[str, Headed], near: Iterable[NearDuplicate]) -> tuple[Pair, ...]:
    """Return the pairs of which at least one paper has a card, by its id in `known`, in the order of `near`."""
    return tuple(_pair(known, pair) for pair in near if not known.keys().isdisjoint(pair.ids))


def _pair(known: Mapping[str, Headed], pair: NearDuplicate) -> Pair:
    first, second = (_named(known, *told) for told in zip(pair.ids, pair.sources, strict=True))
    return Pair((first, second), int(100 * pair.overlap))


def _named(known: Mapping[str, Headed], identity: str, source: Source) -> Named:
    headed = known.get(identity, Headed(None, ""))
    return Named(headed.number, headed.heading, one_line(identity), source_label(source.path, source.position))
