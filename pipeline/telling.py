"""What a user decided of the asking, and what the asking for a paper comes to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from pipeline.completion import Usage

if TYPE_CHECKING:
    from pipeline.exchange import Reply
    from pipeline.extraction import Extraction
    from pipeline.parse import Unusable
    from pipeline.prompt import Asking

_HELD = 4_096  # failures
_CONTENT_HELD = 2_000  # characters of the reply that failed


@dataclass(frozen=True)
class Rules:
    """What the user decided of the asking.

    Attributes:
        refresh: ask again although an answer is known.
        fixed_mode: the output mode was chosen; it is not stepped down from.
        single: no ask follows a reply that is of no use.
    """

    refresh: bool = False
    fixed_mode: bool = False
    single: bool = False


class Kept(NamedTuple):
    """An answer as it is kept, and the key of its request."""

    key: str
    reply: Reply


@dataclass(frozen=True)
class Told:
    """What the ask, or the recall, for a paper came to, in which form it was asked, and what it took.

    Attributes:
        requests: sent for this paper in this run.
        earlier: requests of the same ask that were sent for another paper, or by a run that was interrupted.
        half: the key of the note of how the first of two asks ended; see `Desk.settle`.
    """

    result: Extraction | Unusable
    asking: Asking
    requests: int = 0
    earlier: int = 0
    from_cache: bool = False
    usage: Usage = field(default_factory=Usage)
    prompt_cut: bool = False
    kept: Kept | None = None
    half: str | None = None

    @property
    def attempts(self) -> int:
        """Requests that the ask took, whoever sent them."""
        return self.requests + self.earlier

    def after(self, first: Told) -> Told:
        """Return this with what was spent on the `first` ask for the same paper added."""
        spent, before = self.requests + first.requests, self.earlier + first.earlier
        return replace(self, requests=spent, earlier=before, usage=first.usage + self.usage)

    def shared(self) -> Told:
        """Return this as it is told of another paper with the very same ask, for which nothing was sent."""
        return replace(self, requests=0, earlier=self.attempts, from_cache=True, usage=Usage())


class Failures:
    """The last failures of a run by the keys of their requests: the cache knows the answers, these are remembered here.

    So an abstract that stands there twice is not asked about twice. Of a million of them the first are forgotten: they
    would not fit into memory, and those that asking again would not mend the journal knows.
    """

    def __init__(self) -> None:
        self._held: dict[str, Told] = {}

    def told(self, key: str) -> Told | None:
        """Return what the ask of this key came to, if it failed."""
        held = self._held.get(key)
        return None if held is None else held.shared()

    def note(self, key: str, told: Told, failure: Unusable) -> None:
        """Remember that the ask of this key came to this `failure`."""
        self._held[key] = replace(told, result=failure.cut(_CONTENT_HELD))
        if len(self._held) > _HELD:
            del self._held[next(iter(self._held))]
