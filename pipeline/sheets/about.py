"""What a sheet's head says of the run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from pipeline.digests import Digests
from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.card import Card
    from pipeline.failure import Failure
    from pipeline.paper import Source

_MOST_NAMES = 5_000
"""Names that are held; of the others it is known how many there are."""


class Names:
    """Different names in the order in which they were met: the first 5,000, and how many there are."""

    def __init__(self) -> None:
        self._first: dict[str, None] = {}
        self._others = Digests()

    def add(self, name: str | None) -> None:
        """Take in a name, unless it is empty."""
        if not name or name in self._first:
            return
        if len(self._first) < _MOST_NAMES:
            self._first[name] = None
        else:
            self._others.add(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=Digests.WIDTH).digest())

    @property
    def first(self) -> tuple[str, ...]:
        """The names that are held."""
        return tuple(self._first)

    def __len__(self) -> int:
        return len(self._first) + len(self._others)

    def __str__(self) -> str:
        """Return the names as a list to be read, which shows where more of them are."""
        return ", ".join((*self._first, *("…" for _ in range(min(1, len(self._others))))))


@dataclass(frozen=True, slots=True)
class About:
    """What a sheet's head says: of what, how many, from where and by what.

    `states` counts the papers per state, `ok` first; `sources` counts the places where they were
    met, `files` names those places' files, the first 5,000 of `all_files`; `engines` holds engine and
    model, `openai · gpt-5`. Nothing here changes between two equal runs.
    """

    title: str | None
    states: tuple[tuple[State, int], ...]
    sources: int
    files: tuple[str, ...]
    all_files: int
    engines: tuple[str, ...]

    @classmethod
    def of(cls, cards: Iterable[Card], failures: Iterable[Failure] = ()) -> About:
        """Return what `cards` and `failures` tell; the venues name the sheet."""
        head = Head()
        for card in cards:
            head.add(card)
        return head.about(failures)


class Head:
    """Gathers an `About` card by card; none of them is held."""

    def __init__(self) -> None:
        self._states = Counter[State]()
        self._sources = 0
        self._files, self._venues, self._engines = Names(), Names(), Names()

    def add(self, card: Card) -> None:
        """Take in a card."""
        made = card.provenance
        self._states[State.OK] += 1
        self._met(card.paper.sources)
        self._venues.add(card.paper.venue)
        self._engines.add(" · ".join(filter(None, (made.engine, made.model))))

    def about(self, failures: Iterable[Failure]) -> About:
        """Return what the cards told, and the papers without one beside them."""
        for failure in failures:
            self._states[failure.state] += 1
            self._met(failure.paper.sources)
        return About(
            title=str(self._venues) or None,
            states=tuple((state, self._states[state]) for state in State if self._states[state]),
            sources=self._sources,
            files=self._files.first,
            all_files=len(self._files),
            engines=self._engines.first,
        )

    def _met(self, sources: tuple[Source, ...]) -> None:
        self._sources += len(sources)
        for source in sources:
            self._files.add(source.path)
