"""What a sheet says of all its papers, gathered in one reading of which nothing heavy is held."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.about import Head
from pipeline.sheets.alike import Headed, pairs
from pipeline.sheets.claims import claims_of, largest, ranked
from pipeline.sheets.clashes import Meetings
from pipeline.sheets.entry import Standing
from pipeline.sheets.readable import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pipeline.failure import Failure
    from pipeline.nearness import NearDuplicate
    from pipeline.sheets.about import About
    from pipeline.sheets.alike import Pair
    from pipeline.sheets.claims import Claim
    from pipeline.sheets.entry import Entry, Part

_SHOWN_LARGEST = 4


@dataclass(frozen=True, slots=True)
class Area:
    """An area, the numbers of its papers in input order, and how many gains they claim."""

    name: str
    numbers: Sequence[int]
    gains: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts over all papers; `standings` of the parts that are checked against the abstract."""

    papers: int
    gains: int
    with_figures: int
    standings: Mapping[Standing, int]
    flags: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Overview:
    """What a sheet says of all its papers.

    `areas` come in the order of the sheet: the largest first, then as met. So the bulk of an evening's
    reading comes first, and the sheet runs as its chart of areas does. `largest` are the largest multiples.
    """

    about: About
    areas: tuple[Area, ...]
    counts: Counts
    largest: tuple[Claim, ...]
    meetings: Meetings
    pairs: tuple[Pair, ...]


def overview(papers: Iterable[Entry], failures: Iterable[Failure], near: Sequence[NearDuplicate]) -> Overview:
    """Return what the papers, those without a card and the pairs of nearly the same tell together."""
    seen = _Seen(near)
    for paper in papers:
        seen.add(paper)
    return Overview(
        seen.head.about(failures), seen.areas(), seen.counts(), seen.largest, seen.meetings, pairs(seen.known, near)
    )


class _Seen:
    """Takes in one paper after another and keeps of each what the overview needs."""

    def __init__(self, near: Iterable[NearDuplicate]) -> None:
        self.head = Head()
        self.largest: tuple[Claim, ...] = ()
        self.meetings = Meetings()
        self.known: dict[str, Headed] = {}
        self._wanted = frozenset(identity for pair in near for identity in pair.ids)
        self._numbers: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        self._gains, self._with_figures = Counter[str](), 0
        self._standings, self._flags = Counter[Standing](), Counter[str]()

    def add(self, paper: Entry) -> None:
        area = readable(paper.card.task_area.area)
        self.head.add(paper.card)
        self._numbers[area].append(paper.number)
        self._gains[area] += len(paper.gains)
        self._with_figures += sum(1 for gain in paper.gains if gain.figures)
        self._standings.update(part.standing for part in _parts(paper))
        self._flags.update(paper.flags)
        claims = tuple(claims_of(paper))
        self.meetings.add(claims)
        if paper.multiplier:
            self.largest = largest(ranked((*self.largest, *claims)), "x", _SHOWN_LARGEST)
        if paper.card.paper.id in self._wanted:
            self.known[paper.card.paper.id] = Headed(paper.number, paper.heading)

    def areas(self) -> tuple[Area, ...]:
        areas = (Area(name, numbers, self._gains[name]) for name, numbers in self._numbers.items())
        return tuple(sorted(areas, key=lambda area: -len(area.numbers)))

    def counts(self) -> Counts:
        papers = sum(map(len, self._numbers.values()))
        return Counts(papers, self._gains.total(), self._with_figures, self._standings, self._flags)


def _parts(paper: Entry) -> Iterator[Part]:
    yield from (paper.problem, paper.method)
    for gain in paper.gains:
        yield gain.claim
        yield from (figure.part for figure in gain.figures)
