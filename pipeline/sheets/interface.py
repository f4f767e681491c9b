"""What every sheet is, and what it is rendered from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import NamedTuple, Protocol

from pipeline.card import Card
from pipeline.errors import UsageError
from pipeline.failure import Failure
from pipeline.nearness import NearDuplicate
from pipeline.sheets.entry import Entry, entry
from pipeline.sheets.overview import Overview, overview
from pipeline.sheets.papersize import PaperSize
from pipeline.sheets.wording import Wording, wording

_MODULES = {".html": "html", ".md": "markdown", ".csv": "csv", ".xlsx": "xlsx", ".bib": "bib"}

SUFFIXES = tuple(_MODULES)
"""The suffixes that name a format rendered here; PDF is the HTML sheet, printed."""


@dataclass(frozen=True)
class Batch:
    """What a sheet is rendered from; `cards` and `failures` may be read from disk whenever one is asked for.

    Attributes:
        cards: all there are, in input order.
        failures: the papers without a card.
        near: the pairs of papers whose abstracts are nearly the same.
        words: what the sheet says of its own.
        paper: the size that a page is made for, where one is asked for; else it is the printer's.
        picked: the numbers of the cards to show, in that order; null for all. A number is a card's
            1-based place in the input, by which people name a paper.
    """

    cards: Sequence[Card]
    failures: Sequence[Failure] = ()
    near: Sequence[NearDuplicate] = ()
    words: Wording = field(default_factory=lambda: wording("en"))
    paper: PaperSize | None = None
    picked: tuple[int, ...] | None = None

    def entries(self, numbers: Iterable[int] | None = None) -> Iterator[Entry]:
        """Yield what is said of the papers with these numbers, one after another; of all that the sheet shows."""
        if numbers is None:
            numbers = range(1, len(self.cards) + 1) if self.picked is None else self.picked
        return (entry(number, self.cards[number - 1]) for number in numbers)

    @cached_property
    def overview(self) -> Overview:
        """What is said of all the papers together."""
        return overview(self.entries(), self.failures, self.near)


class File(NamedTuple):
    """A file of a sheet: its name, and its content in pieces, so that a large one never stands in memory whole."""

    name: str
    pieces: Iterable[bytes]


class Sheet(Protocol):
    """One format of the sheet."""

    suffix: str

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield the sheet that is called `name`: one file, or more of them where one would be too large.

        Equal arguments give equal bytes, and nothing of the data is active in them.

        Raises:
            UsageError: The format cannot hold the batch, or needs a library that is not installed.
        """
        ...


def page_name(name: str, number: int) -> str:
    """Return the name of the file of the page of this `number`, from 1, of a sheet that is called `name`."""
    stem, dot, suffix = name.rpartition(".")
    return name if number == 1 else f"{stem}-{number}{dot}{suffix}"


def renderer_for(suffix: str) -> Sheet:
    """Return the sheet of a file's `suffix` (`.html`, `.md`, …).

    Raises:
        UsageError: No sheet has that suffix.
    """
    module = _MODULES.get(suffix.lower())
    if module is None:
        known = ", ".join((*SUFFIXES, ".pdf"))
        raise UsageError(f"no sheet is written as {suffix or 'a file without a suffix'!r}; choose one of {known}")
    # Loaded only when asked for: the template engine costs a command that renders nothing its start.
    sheet: Sheet = import_module(f"pipeline.sheets.{module}").SHEET
    return sheet
