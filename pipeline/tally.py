"""The count of a run: it knows the summary, the exit code and the run record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.completion import Usage
from pipeline.failure import State
from pipeline.nearness import NearDuplicate
from pipeline.record import Record

if TYPE_CHECKING:
    from pipeline.card import Card
    from pipeline.failure import Failure
    from pipeline.finished import Finished

_NOT_OK = 3
_NONE = Usage()


@dataclass(frozen=True)
class Outcome:
    """Where one paper ended: a card when it is ok, else a failure; and what that took."""

    finished: Finished | None = None
    failure: Failure | None = None
    requests: int = 0
    from_cache: bool = False
    usage: Usage = _NONE

    @property
    def state(self) -> State:
        """The one state that the paper ended in."""
        return self.failure.state if self.failure else State.OK

    @property
    def card(self) -> Card | None:
        """The card, if there is one."""
        return self.finished.card if self.finished else None


class Tokens(Record):
    """Tokens that providers counted in this run; null where none told."""

    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None


class Asked(Record):
    """How the asking of a run went.

    Attributes:
        address: where papers were sent.
        left_out: fields of the request that the server refused, and that were left out from then on.
        retries: requests that had to be sent again, by cause.
        cost_usd: what the answers of this run cost, null where it is not known.
    """

    address: str
    left_out: tuple[str, ...]
    retries: dict[str, int]
    cost_usd: float | None


class Tally:
    """Counts outcomes as they come.

    Args:
        strict: whether a paper without an abstract counts as a failure.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self._unpunished = {State.OK} if strict else {State.OK, State.NO_ABSTRACT}
        self.near: tuple[NearDuplicate, ...] = ()
        self.states: Counter[State] = Counter()
        self.requests = 0
        self.cache_hits = 0
        self.gains = 0
        self.ungrounded = 0
        self._tokens: dict[str, int] = {}

    def add(self, outcome: Outcome) -> None:
        """Count one paper."""
        self.states[outcome.state] += 1
        self.requests += outcome.requests
        self.cache_hits += outcome.from_cache
        if outcome.finished:
            self.gains += outcome.finished.gains
            self.ungrounded += not outcome.finished.grounded
        if not outcome.from_cache:
            self._add_tokens(outcome.usage)

    @property
    def papers(self) -> int:
        """Papers counted so far."""
        return self.states.total()

    @property
    def tokens(self) -> Tokens:
        """Tokens paid for in this run."""
        return Tokens(**self._tokens)

    @property
    def exit_code(self) -> int:
        """0 where every paper that has an abstract is ok, and there is one, else 3."""
        return 0 if self.states[State.OK] and set(self.states) <= self._unpunished else _NOT_OK

    @property
    def summary(self) -> str:
        """One line for a person: how many papers ended how, what was found and asked."""
        states = ", ".join(f"{count} {state.value}" for state, count in sorted(self.states.items()))
        parts = [f"{self.papers} papers: {states or 'none'}", f"{self.gains} claimed gains"]
        if self.ungrounded:
            parts.append(f"{self.ungrounded} cards with statements that are not in the abstract")
        if self.near:
            parts.append(f"{len(self.near)} pairs of papers nearly the same")
        if self.requests or self.cache_hits:
            parts.append(f"{self.requests} requests, {self.cache_hits} answers from the cache")
        return "; ".join(parts)

    def _add_tokens(self, usage: Usage) -> None:
        for name in ("input", "cached", "output", "reasoning"):
            count = getattr(usage, name)
            if count is not None:
                self._tokens[name] = self._tokens.get(name, 0) + count
