"""The door out: whole files or none.

A file appears under its name only when it is complete and on disk; what stood there before
stays until then.
"""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING, Protocol, Self

from pipeline.errors import MachineError
from pipeline.record import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from pipeline.record import Record


_AT_ONCE = 2**16  # bytes; of the usual buffer a card takes more than half


class Sink(Protocol):
    """Takes bytes: a file to be, or an open stream such as standard output."""

    def write(self, content: bytes, /) -> object:
        """Take `content`."""


class Stream:
    """Standard output, or another stream that is open already.

    Raises:
        MachineError: it takes no more. That its reader has gone is a BrokenPipeError, as ever.
    """

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._name = name

    def write(self, content: bytes, /) -> None:
        """Pass `content` on."""
        try:
            self._stream.write(content)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise MachineError(f"{self._name}: cannot be written ({error.strerror or error}).") from error


class WholeFile:
    """A file that appears when its block ends without an error, else not at all.

    Until then it stands beside its place as `.NAME.part`; what a killed run left there is written over.

    Raises:
        MachineError: the folder cannot be written, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with _told(path):
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            path.parent.mkdir(parents=True, exist_ok=True)
            self._part = path.with_name(f".{path.name}.part")
            self._stream: BinaryIO = self._part.open("wb", _AT_ONCE)

    def write(self, content: bytes, /) -> None:
        """Add `content`."""
        try:
            self._stream.write(content)
        except OSError as error:
            raise _unwritten(self._path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                with _told(self._path):
                    self._publish()
        finally:
            with contextlib.suppress(OSError):  # a full disk fails here once more; the first error is told
                self._stream.close()
            self._part.unlink(missing_ok=True)

    def _publish(self) -> None:
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()
        self._part.replace(self._path)
        _sync_folder(self._path.parent)


def write_file(path: Path, content: bytes) -> None:
    """Put `content` at `path`, whole or not at all.

    Raises:
        MachineError: the folder cannot be written, or the disk is full.
    """
    with WholeFile(path) as file:
        file.write(content)


def line(record: Record) -> bytes:
    """Return `record` as one line of JSON in UTF-8, with its line end."""
    return json_of(record) + b"\n"


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # a folder has no handle to sync there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: OSError) -> MachineError:
    reason = error.strerror or str(error)
    return MachineError(f"{path}: cannot be written ({reason}). Free it, or name another place with -o.")
