"""What a run that is not finished yet has come to, so that going on after a crash does not ask it again.

Answers need no journal: the cache holds each as soon as it came. A refusal or a cut reply is never
an answer, but it was paid for all the same; it counts until the run that met it has ended. So does
that an answer was asked for anew: the cache does not tell a new answer from an old one.
"""

from __future__ import annotations

import os
from array import array
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol, Self

from pydantic import TypeAdapter, ValidationError

from pipeline.digests import Digests
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

    Each line is found by the key of its ask, so that lines of another prompt or model harm nobody, and
    read when it is asked for: 40 bytes of memory a failure.

    Raises:
        MachineError: the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known, self._places = Digests(), array("Q")
        self._renewed = Digests()
        self._end = 0
        try:
            self._file = path.open("a+b")
            self._file.seek(0)
            self._read()
            # What follows a torn line would be torn with it. What stands before is never out of the file.
            self._file.truncate(self._end)
        except OSError as error:
            raise self._broken(error) from error

    def settled(self, key: str) -> Settled | None:
        """Return the failure that the request of this key came to."""
        number = self._known.find(_digest(key))
        if number is None:
            return None
        try:
            self._file.seek(self._places[number])
            row = self._file.readline()
        except OSError as error:
            raise self._broken(error) from error
        return Settled.model_validate_json(row)

    def note(self, failure: Settled) -> None:
        """Take in a failure, if it is one that stays."""
        if failure.state in _SETTLED:
            self._write(failure)

    def renewed(self, key: str) -> bool:
        """Return whether the ask of this key was answered anew."""
        return self._renewed.find(_digest(key)) is not None

    def renew(self, key: str) -> None:
        """Take in that it was."""
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

    def _read(self) -> None:
        for row in self._file:
            if not row.endswith(b"\n"):
                return
            with suppress(ValidationError):
                self._take(_ENTRY.validate_json(row))
            self._end += len(row)

    def _take(self, entry: Settled | Renewed) -> None:
        """Remember an entry that stands at the end of what was taken so far."""
        if isinstance(entry, Renewed):
            self._renewed.add(_digest(entry.renewed))
            return
        number = self._known.add(_digest(entry.key))
        self._places[number : number + 1] = array("Q", [self._end])

    def _write(self, entry: Settled | Renewed) -> None:
        row = entry.model_dump_json().encode() + b"\n"
        try:
            self._file.write(row)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._broken(error) from error
        self._take(entry)
        self._end += len(row)

    def _broken(self, error: OSError) -> MachineError:
        return MachineError(f"{self._path}: cannot be written ({error.strerror}). Free it, or choose another -o.")


def _digest(key: str) -> bytes:
    return blake2b(key.encode(), digest_size=Digests.WIDTH).digest()
