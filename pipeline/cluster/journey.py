"""The journey of papers through a cluster; see `pipeline.run.Journey`."""

from __future__ import annotations

import logging
from contextlib import closing
from decimal import Decimal
from typing import TYPE_CHECKING

from pipeline.cluster import parts
from pipeline.cluster.connection import connected
from pipeline.cluster.kit import packed
from pipeline.cluster.shards import Repeats, cut
from pipeline.cluster.steward import Terms
from pipeline.cluster.stream import results
from pipeline.errors import ClaimsheetError, MachineError, ProviderError, UsageError
from pipeline.failure import State
from pipeline.tally import Asked
from pipeline.write import write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

    from pipeline.card import Provenance
    from pipeline.choices import Choices
    from pipeline.cluster.kit import Kit
    from pipeline.cluster.worker import Result
    from pipeline.journal import Memory
    from pipeline.paper import BrokenRecord, Paper
    from pipeline.run import Journey
    from pipeline.tally import Outcome

_LARGEST, _SMALLEST = 500, 8
"""Papers that a worker takes at a time: half a minute of asking."""
_SHARDS = 64
"""Shards that a list is cut into where that makes them no larger, so that a short one keeps many workers busy too."""
_ERRORS: dict[int, type[ClaimsheetError]] = {
    error.exit_code: error for error in (UsageError, ProviderError, MachineError)
}
_log = logging.getLogger("claimsheet")


class ClusterJourney:
    """Papers through the workers of a Ray cluster, each of which goes the way that one machine would.

    Args:
        way: that way, made ready on this machine: it says what will be done, and does nothing.
        choices: what it was made of.
        folder: where shards and parts are kept.
        papers: how many there will be.
    """

    def __init__(self, way: Journey, choices: Choices, folder: Path, papers: int) -> None:
        self._provenance, self._asked = way.provenance, way.asked
        self._choices = choices
        self._folder = folder
        # By the list alone, so that parts fit whatever machines the cluster has today.
        self._size = min(_LARGEST, max(_SMALLEST, papers // _SHARDS))
        self._told: set[str] = set()

    @property
    def provenance(self) -> Provenance:
        """What the cards say of their making, as far as it is decided by now."""
        return self._provenance

    @property
    def asked(self) -> Asked | None:
        """How the asking went so far."""
        return self._asked

    @property
    def shelf(self) -> None:
        """Each worker has one of its own."""
        return

    def run(self, papers: Iterable[Paper | BrokenRecord], sink: Callable[[Outcome], None], memory: Memory) -> None:  # noqa: ARG002 - the parts remember
        """Take each paper to its outcome; what an earlier run has finished is not done again."""
        kit = packed(self._choices)
        shards = cut(papers, self._folder, self._size, Repeats() if self._asked else None)
        made_of = [parts.made_of(content, kit.digest) for content in shards]
        missing = {number for number, digest in enumerate(made_of) if not self._is_there(number, digest)}
        ready = set(range(len(made_of))) - missing
        to_mend: set[int] = set()
        with closing(self._finished(sorted(missing), kit)) as finished:
            for number in range(len(made_of)):
                while number not in ready:
                    ready.add(next(finished))
                for outcome in self._outcomes(number, fresh=number in missing):
                    sink(outcome)
                    if outcome.failure and outcome.failure.state is not State.NO_ABSTRACT:
                        to_mend.add(number)
        self._tidy(set() if self._choices.refresh else set(range(len(made_of))) - to_mend)

    def _is_there(self, number: int, digest: str) -> bool:
        head = parts.head_of(parts.part(self._folder, number))
        return head is not None and head.made_of == digest

    def _finished(self, missing: list[int], kit: Kit) -> Generator[int]:
        """Have the missing parts made, and yield the number of each when it is on disk."""
        if not missing:
            return
        choices = self._choices
        with connected(choices.ray or "auto") as cores:
            money = None if choices.max_cost is None else Decimal(str(choices.max_cost))
            workers = min(choices.jobs or cores, len(missing))
            terms = Terms(choices.rpm, choices.tpm, money, workers)
            with closing(results(missing, kit, self._folder, terms)) as came:
                for result in came:
                    self._tell(result)
                    if result.exit_code:
                        raise _ERRORS.get(result.exit_code, ClaimsheetError)(result.message)
                    write_file(parts.part(self._folder, result.number), result.content)
                    yield result.number

    def _tell(self, result: Result) -> None:
        for message in result.told:
            if message not in self._told:
                self._told.add(message)
                _log.warning("%s", message)

    def _outcomes(self, number: int, *, fresh: bool) -> Iterator[Outcome]:
        path = parts.part(self._folder, number)
        self._take_in(parts.head_of(path), fresh=fresh)
        for made, outcome in parts.read_part(path):
            if made.first is not None and made.paper is not None:
                place = parts.part(self._folder, made.first // self._size)
                yield parts.repeated(parts.read_outcome(place, made.first % self._size), made.paper)
            else:
                yield outcome if fresh or self._asked is None else parts.recalled(outcome)

    def _take_in(self, head: parts.Head | None, *, fresh: bool) -> None:
        """Add what the asking of a part took, if it was asked in this run, and the form that it ended in."""
        if head is None or head.asked is None or self._asked is None:
            return
        if len(head.asked.left_out) > len(self._asked.left_out):
            self._provenance = head.provenance
            self._asked = self._asked.model_copy(update={"left_out": head.asked.left_out})
        if fresh:
            self._asked = _together(self._asked, head.asked)

    def _tidy(self, kept: set[int]) -> None:
        """Leave the parts `kept` and nothing else."""
        keep = {parts.part(self._folder, number) for number in kept}
        for path in self._folder.glob("*.jsonl"):
            if path not in keep:
                path.unlink()
        if not keep and self._folder.exists():
            self._folder.rmdir()


def _together(first: Asked, second: Asked) -> Asked:
    """Return how two askings went, in the form of the first."""
    retries = {
        cause: first.retries.get(cause, 0) + second.retries.get(cause, 0)
        for cause in sorted(first.retries.keys() | second.retries.keys())
    }
    costs = [asked.cost_usd for asked in (first, second)]
    # Summed as written, so that no last digit tells how the papers were parted.
    known = [Decimal(str(cost)) for cost in costs if cost is not None]
    cost = float(sum(known)) if len(known) == len(costs) else None
    return first.model_copy(update={"retries": retries, "cost_usd": cost})
