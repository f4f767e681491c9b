"""What a batch service does: takes files of asks, works on them in its own time, and gives files of replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pipeline.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

_OVER = frozenset({"completed", "failed", "expired", "cancelled"})


@dataclass(frozen=True)
class Job:
    """A batch as its service tells of it.

    Attributes:
        id: the service's name for it.
        status: the service's word for where it stands.
        mark: our own name for it, null where it was not made by Claimsheet.
        total: asks in it, 0 while the service has not counted them.
        completed: asks that have a reply by now.
        failed: asks that came to nothing.
        result_files: names of the files that hold what it came to, replies before errors.
        faults: why it was turned down as a whole: pairs of a code and a message.
    """

    id: str
    status: str
    mark: str | None = None
    total: int = 0
    completed: int = 0
    failed: int = 0
    result_files: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in _OVER


class UnreachableError(ProviderError):
    """The service gave no answer for now; a batch that is out goes on without us."""


class JobGoneError(ProviderError):
    """The service does not know this batch."""


class BatchService(Protocol):
    """Takes batches; all errors are `ProviderError`, those that pass `UnreachableError`."""

    async def upload(self, name: str, content: Path) -> str:
        """Hand in the asks in the file `content` and return the service's name for them."""

    async def create(self, file: str, mark: str) -> Job:
        """Start one batch of an uploaded file; when an answer is lost it is not started twice."""

    async def find(self, marks: Collection[str]) -> Mapping[str, Job]:
        """Return the batches that carry one of `marks`."""

    async def job(self, batch_id: str) -> Job:
        """Return how a batch stands.

        Raises:
            JobGoneError: there is none of this name.
        """

    async def cancel(self, batch_id: str) -> Job:
        """Ask for an end of a batch; what it has done by then can still be fetched.

        Raises:
            JobGoneError: there is none of this name.
        """

    async def fetch(self, file: str, into: Path) -> None:
        """Bring a file of results."""

    async def close(self) -> None:
        """Let go of the connections."""
