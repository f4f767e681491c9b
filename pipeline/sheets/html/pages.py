"""A batch cut into pages that a browser opens at once, and the addresses that lead between them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.interface import page_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.sheets.overview import Area

MOST_PAPERS = 5_000
"""Papers on a page: more open too slowly."""


@dataclass(frozen=True, slots=True)
class Part:
    """The numbers of those papers of an area that stand on one page; `number` counts the areas from 1."""

    number: int
    area: Area
    papers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, its 1-based `number`, its file's name, and what stands on it."""

    number: int
    name: str
    parts: tuple[Part, ...]


class Homes:
    """On which page a paper stands, by its number; 4 bytes a paper."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        numbers = [part.papers for page in pages for part in page.parts]
        self._at = array("I", [0]) * (1 + max(map(max, numbers), default=0))
        for at, page in enumerate(pages):
            for part in page.parts:
                for paper in part.papers:
                    self._at[paper] = at

    def __getitem__(self, paper: int) -> Page:
        return self._pages[self._at[paper]]


def paged(areas: Sequence[Area], name: str) -> tuple[Page, ...]:
    """Return the areas on pages of at most `MOST_PAPERS` papers; an area goes on where a page ends.

    The first page is called `name`, the others `name-2.html` and so on.
    """
    cut: list[list[Part]] = [[]]
    room = MOST_PAPERS
    for number, area in enumerate(areas, 1):
        start = 0
        while start < len(area.numbers):
            if not room:
                cut.append([])
                room = MOST_PAPERS
            papers = area.numbers[start : start + room]
            cut[-1].append(Part(number, area, papers))
            start, room = start + len(papers), room - len(papers)
    return tuple(Page(number, page_name(name, number), tuple(parts)) for number, parts in enumerate(cut, 1))


def first_pages(cut: Sequence[Page]) -> dict[int, Page]:
    """Return the page on which each area begins, by the area's number."""
    return {part.number: page for page in reversed(cut) for part in reversed(page.parts)}
