"""Failures of a run that is not finished yet, so that going on after a crash does not ask them again.

Answers need no journal: the cache holds each as soon as it came. A refusal or a cut reply is never
an answer, but it was paid for all the same; it counts until the run that met it has ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

from pydantic import ValidationError

from pipeline.errors import MachineError
from pipeline.failure import State
from pipeline.record import Record

if TYPE_CHECKING:
    from pathlib import Path

_SETTLED = frozenset({State.REFUSED, State.CONTENT_FILTER, State.TRUNCATED, State.TOO_LONG, State.FORMAT_ERROR})


class Settled(Record):
    """A failure that asking again would not mend within one run; `key` is that of the first request."""

    key: str
    state: State
    message: str
    attempts: int
    raw: str | None


class Memory(Protocol):
    """Knows the failures of the run so far."""

    def settled(self, key: str) -> Settled | None:
        """Return the failure that the request of this key came to."""

    def note(self, failure: Settled) -> None:
        """Take in a failure, if it is one that stays."""


class NoMemory:
    """For outputs that cannot be gone on with, such as standard output."""

    def settled(self, key: str) -> None:
        """Know nothing."""

    def note(self, failure: Settled) -> None:
        """Keep nothing."""


class Journal:
    """A memory in a file: one line a failure, on disk before it counts; a torn last line is passed over.

    Raises:
        MachineError: the file cannot be written.
    """

    def __init__(self, path: Path, *, fresh: bool) -> None:
        self._path = path
        self._known: dict[str, Settled] = {}
        try:
            if not fresh and path.exists():
                self._read(path.read_bytes())
            # Written anew rather than added to: what follows a torn line would be torn with it.
            self._file = path.open("wb", buffering=0)
            for failure in self._known.values():
                self._write(failure)
        except OSError as error:
            raise self._broken(error) from error

    def settled(self, key: str) -> Settled | None:
        """Return the failure that the request of this key came to."""
        return self._known.get(key)

    def note(self, failure: Settled) -> None:
        """Take in a failure, if it is one that stays."""
        if failure.state in _SETTLED:
            self._known[failure.key] = failure
            try:
                self._write(failure)
            except OSError as error:
                raise self._broken(error) from error

    def finish(self) -> None:
        """Forget all: the run has ended, and the next one asks again."""
        self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if not self._known:
            self._path.unlink(missing_ok=True)

    def _read(self, content: bytes) -> None:
        for row in content.split(b"\n"):
            try:
                failure = Settled.model_validate_json(row)
            except ValidationError:
                continue
            self._known[failure.key] = failure

    def _write(self, failure: Settled) -> None:
        self._file.write(failure.model_dump_json().encode() + b"\n")

    def _broken(self, error: OSError) -> MachineError:
        return MachineError(f"{self._path}: cannot be written ({error.strerror}). Free it, or choose another -o.")
