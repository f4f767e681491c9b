"""A batch cut into pages that a browser opens at once, and the addresses that lead between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Chapter

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PAPERS = 5_000
"""Papers on a page: more open too slowly."""


@dataclass(frozen=True, slots=True)
class Part:
    """The papers of a chapter that stand on one page; `number` counts the chapters from 1."""

    number: int
    chapter: Chapter
    whole: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page, its 1-based `number`, its file's name, and what stands on it."""

    number: int
    name: str
    parts: tuple[Part, ...]


def paged(chapters: Sequence[Chapter], name: str) -> tuple[Page, ...]:
    """Return the chapters on pages of at most `MOST_PAPERS` papers; a chapter goes on where a page ends.

    The first page is called `name`, the others `name-2.html` and so on.
    """
    cut: list[list[Part]] = [[]]
    room = MOST_PAPERS
    for number, chapter in enumerate(chapters, 1):
        start = 0
        while start < len(chapter.entries):
            if not room:
                cut.append([])
                room = MOST_PAPERS
            entries = chapter.entries[start : start + room]
            cut[-1].append(Part(number, Chapter(chapter.area, entries), len(chapter.entries)))
            start, room = start + len(entries), room - len(entries)
    return tuple(Page(number, _name(name, number), tuple(parts)) for number, parts in enumerate(cut, 1))


def first_pages(cut: Sequence[Page]) -> dict[int, Page]:
    """Return the page on which each chapter begins, by the chapter's number."""
    return {part.number: page for page in reversed(cut) for part in reversed(page.parts)}


def _name(name: str, number: int) -> str:
    stem, dot, suffix = name.rpartition(".")
    return name if number == 1 else f"{stem}-{number}{dot}{suffix}"
