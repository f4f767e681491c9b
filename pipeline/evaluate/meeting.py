"""Which card a gold row speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pipeline.errors import InputError
from pipeline.paper import abstract_id, digest, source_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card
    from pipeline.failure import Failure
    from pipeline.gold import Gold
    from pipeline.paper import Paper, Source

_PLACE = re.compile(r"(.+)-0*([1-9]\d*)", re.DOTALL)
_SHOWN = 10

Ended = TypeVar("Ended", "Card", "Failure")


class Meeting(NamedTuple):
    """A gold row and the card that it speaks of; null where the paper ended without one."""

    gold: Gold
    card: Card | None


def meet(cards: Sequence[Card], gold: Sequence[Gold], failures: Sequence[Failure] = ()) -> tuple[Meeting, ...]:
    """Return the meeting of each gold row, in order.

    A row meets the card whose paper's id is its key; else the one of the same abstract, where the
    row tells it; else the one at the place that a key such as `000-01` names. A row that meets no
    card may in the same way meet a failure: its paper was asked about in vain.

    Raises:
        InputError: a key stands twice, rows meet neither, or a place is not one paper's alone.
    """
    _refuse_twice(gold)
    carded = _Directory((card, card.paper.abstract) for card in cards)
    failed = _Directory((failure, None) for failure in failures)
    meetings, lost = [], []
    for row in gold:
        card = carded.find(row)
        if card is None and failed.find(row) is None:
            lost.append(row.key)
        meetings.append(Meeting(row, card))
    if lost:
        named = ", ".join(lost[:_SHOWN]) + (f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else "")
        raise InputError(
            f"{len(lost)} of {len(gold)} gold rows meet no card: {named}. A row's key is a paper's id, or the start "
            'of a file\'s name and the place in it ("000-01"); or give the row its "abstract".'
        )
    return tuple(meetings)


def labelled(papers: Iterable[Paper], gold: Iterable[Gold]) -> Iterator[Paper]:
    """Yield those of `papers` that some gold row may speak of, in order, by the rules of `meet`."""
    rows = tuple(gold)
    ids = {row.key for row in rows} | {source_id(row.key) for row in rows}
    digests = {digest(row.abstract) for row in rows if row.abstract is not None}
    places = [(named[1], int(named[2])) for row in rows if (named := _PLACE.fullmatch(row.key))]
    for paper in papers:
        if paper.id in ids or digest(paper.abstract) in digests or _is_at(paper, places):
            yield paper


def _is_at(paper: Paper, places: Iterable[tuple[str, int]]) -> bool:
    return any(
        source.position == position and _is_named(_file_name(source), start)
        for source in paper.sources
        for start, position in places
    )


def _is_named(file: str, start: str) -> bool:
    return file == start or file.startswith((f"{start}_", f"{start}."))


def _refuse_twice(gold: Iterable[Gold]) -> None:
    seen: set[str] = set()
    for row in gold:
        if row.key in seen:
            raise InputError(f"the gold key {row.key!r} stands twice. Keep one of the two rows.")
        seen.add(row.key)


class _Directory(Generic[Ended]):
    """Ended papers by all that can name them."""

    def __init__(self, ended: Iterable[tuple[Ended, str | None]]) -> None:
        self._by_id: dict[str, Ended] = {}
        self._by_digest: dict[str, Ended] = {}
        self._by_place: defaultdict[int, list[tuple[str, Ended]]] = defaultdict(list)
        for one, abstract in ended:
            self._by_id.setdefault(one.paper.id, one)
            if abstract is not None:
                self._by_digest.setdefault(digest(abstract), one)
            for source in one.paper.sources:
                self._by_place[source.position].append((_file_name(source), one))

    def find(self, row: Gold) -> Ended | None:
        """Return the paper that `row` speaks of.

        Raises:
            InputError: its key names a place in more than one file.
        """
        found = self._by_id.get(row.key) or self._by_id.get(source_id(row.key))
        if found is None and row.abstract is not None:
            found = self._by_digest.get(digest(row.abstract)) or self._by_id.get(abstract_id(row.abstract))
        return found or self._placed(row.key)

    def _placed(self, key: str) -> Ended | None:
        named = _PLACE.fullmatch(key)
        if named is None:
            return None
        found = {file: one for file, one in self._by_place[int(named[2])] if _is_named(file, named[1])}
        if len(found) > 1:
            raise InputError(f"gold row {key!r} may mean any of {', '.join(sorted(found))}. Name the file in full.")
        return next(iter(found.values()), None)


def _file_name(source: Source) -> str:
    return source.path.replace("\\", "/").rpartition("/")[2]
