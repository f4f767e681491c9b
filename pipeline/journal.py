"""What a run that is not finished yet has come to, so that going on after a crash does not ask it again.

Answers need no journal: the cache holds each as soon as it came. A refusal or a cut reply is never
an answer, but it was paid for all the same; it counts until the run that met it has ended. So does
that an answer was asked for anew: the cache does not tell a new answer from an old one.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, Self

from pydantic import TypeAdapter, ValidationError

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


class Renewed(Record):
    """An answer that was asked for again, since that was wished; the cache holds it."""

    renewed: str


_ENTRY: TypeAdapter[Settled | Renewed] = TypeAdapter(Settled | Renewed)


class Memory(Protocol):
    """Knows what an interrupted run has come to that the cache does not tell.

    Each ask is named by the key of its first request.
    """

    def settled(self, key: str) -> Settled | None:
        """Return the failure that the request of this key came to."""

    def note(self, failure: Settled) -> None:
        """Take in a failure, if it is one that stays."""

    def renewed(self, key: str) -> bool:
        """Return whether the ask of this key was answered anew."""

    def renew(self, key: str) -> None:
        """Take in that it was."""


class NoMemory:
    """For outputs that cannot be gone on with, such as standard output."""

    def settled(self, key: str) -> None:
        """Know nothing."""

    def note(self, failure: Settled) -> None:
        """Keep nothing."""

    def renewed(self, key: str) -> bool:  # noqa: ARG002 - the protocol's
        """Know nothing."""
        return False

    def renew(self, key: str) -> None:
        """Keep nothing."""


class Journal:
    """A memory in a file: one line a failure, on disk before it counts; a torn last line is cut off.

    Each line is found by the key of its ask, so that lines of another prompt or model harm nobody.

    Raises:
        MachineError: the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Settled] = {}
        self._renewed: set[str] = set()
        try:
            self._file = path.open("a+b")
            self._file.seek(0)
            content = self._file.read()
            # What follows a torn line would be torn with it. What stands before is never out of the file.
            self._file.truncate(content.rfind(b"\n") + 1)
        except OSError as error:
            raise self._broken(error) from error
        self._read(content)

    def settled(self, key: str) -> Settled | None:
        """Return the failure that the request of this key came to."""
        return self._known.get(key)

    def note(self, failure: Settled) -> None:
        """Take in a failure, if it is one that stays."""
        if failure.state in _SETTLED:
            self._known[failure.key] = failure
            self._write(failure)

    def renewed(self, key: str) -> bool:
        """Return whether the ask of this key was answered anew."""
        return key in self._renewed

    def renew(self, key: str) -> None:
        """Take in that it was."""
        self._renewed.add(key)
        self._write(Renewed(renewed=key))

    def finish(self) -> None:
        """Forget all: the run has ended, and the next one asks again."""
        self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk fails here once more; the first error was told
            self._file.close()
        if not self._known and not self._renewed:
            self._path.unlink(missing_ok=True)

    def _read(self, content: bytes) -> None:
        for row in content.split(b"\n"):
            try:
                entry = _ENTRY.validate_json(row)
            except ValidationError:
                continue
            if isinstance(entry, Renewed):
                self._renewed.add(entry.renewed)
            else:
                self._known[entry.key] = entry

    def _write(self, entry: Settled | Renewed) -> None:
        try:
            self._file.write(entry.model_dump_json().encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._broken(error) from error

    def _broken(self, error: OSError) -> MachineError:
        return MachineError(f"{self._path}: cannot be written ({error.strerror}). Free it, or choose another -o.")
