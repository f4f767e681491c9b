"""What every sheet is, what it is rendered from, and what its head says of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple, Protocol

from pipeline.card import Card
from pipeline.errors import UsageError
from pipeline.failure import Failure, State
from pipeline.nearness import NearDuplicate
from pipeline.record import Record
from pipeline.sheets.papersize import PaperSize
from pipeline.sheets.wording import Wording, wording

_MODULES = {".html": "html", ".md": "markdown", ".csv": "csv", ".xlsx": "xlsx", ".bib": "bib"}

SUFFIXES = tuple(_MODULES)
"""The suffixes that name a format rendered here; PDF is the HTML sheet, printed."""

Numbered = tuple[int, Card]
"""A card and its 1-based place in the input, by which people name a paper."""


class About(Record):
    """What a sheet's head says: of what, how many, from where and by what.

    `states` counts the papers per state, `ok` first; `sources` counts the places where they were
    met and `files` names those places' files; `engines` holds engine and model, `openai · gpt-5`;
    `near` holds the pairs of papers whose abstracts are nearly the same.
    Nothing here changes between two equal runs.
    """

    title: str | None
    states: tuple[tuple[State, int], ...]
    sources: int
    files: tuple[str, ...]
    engines: tuple[str, ...]
    failures: tuple[Failure, ...] = ()
    near: tuple[NearDuplicate, ...] = ()

    @classmethod
    def of(
        cls,
        cards: Iterable[Card],
        failures: Sequence[Failure] = (),
        near: Sequence[NearDuplicate] = (),
        *,
        title: str | None = None,
    ) -> About:
        """Return what `cards`, `failures` and `near` tell; without `title`, the venues name the sheet."""
        cards = tuple(cards)
        sources = [source for card in cards for source in card.paper.sources]
        sources += [source for failure in failures for source in failure.paper.sources]
        counts = Counter(failure.state for failure in failures) + Counter({State.OK: len(cards)})
        return cls(
            title=title or ", ".join(_distinct(card.paper.venue for card in cards)) or None,
            states=tuple((state, counts[state]) for state in State if counts[state]),
            sources=len(sources),
            files=_distinct(source.path for source in sources),
            engines=_distinct(
                " · ".join(filter(None, (card.provenance.engine, card.provenance.model))) for card in cards
            ),
            failures=tuple(failures),
            near=tuple(near),
        )


@dataclass(frozen=True)
class Batch:
    """What a sheet is rendered from: the cards with their numbers, what its head says, and the words it uses.

    `paper` is the size that a page is made for, where one is asked for; else it is the printer's.
    """

    cards: Sequence[Numbered]
    about: About
    words: Wording = field(default_factory=lambda: wording("en"))
    paper: PaperSize | None = None


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


def _distinct(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))
