"""From what the user names to files that can be read twice."""

from __future__ import annotations

import glob
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, BinaryIO, NoReturn

from pipeline.errors import InputError, MachineError
from pipeline.readers.compression import inner_name, members, opened

_STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file of papers.

    Attributes:
        path: Where it is.
        label: What `Source.path` calls it: its name, or its path below the directory that was given.
        given: Its path as the user would write it.
        listed: Whether it was met in a directory or an archive rather than named.
        spool: The copy that stands for what can be read only once; it goes when this does.
        member: Which file of a ZIP archive this is.
    """

    path: Path
    label: str
    given: str
    listed: bool = False
    spool: IO[bytes] | None = None
    member: str | None = None

    @property
    def name(self) -> str:
        """Its name without what says how it is packed."""
        return inner_name(self.member or self.path.name)

    def open(self) -> BinaryIO:
        """Open it for reading, unpacked.

        Raises:
            InputError: it cannot be opened.
        """
        try:
            return opened(self.path, self.member, self.given)
        except OSError as error:
            raise unreadable(self.given, error) from error

    def stamp(self) -> tuple[int, int]:
        """Return what changes when it is written to: its size and the time of its last change.

        Raises:
            InputError: it is no longer there.
        """
        try:
            status = self.path.stat()
        except OSError as error:
            raise unreadable(self.given, error) from error
        return status.st_size, status.st_mtime_ns

    def head(self, size: int) -> bytes:
        """Return its first `size` bytes.

        Raises:
            InputError: it cannot be read.
        """
        with self.open() as stream:
            return stream.read(size)


def find_files(inputs: Sequence[str], is_list: Callable[[InputFile], bool]) -> tuple[InputFile, ...]:
    """Return the files of all inputs, each once, in the order of the inputs.

    A directory gives what `is_list` takes, at any depth, sorted by path, nothing hidden. Labels are
    short where that leaves them different, else they are the paths as given.

    Args:
        inputs: Files, directories, globs or `-` for standard input.
        is_list: Whether a file met in a directory is a list of papers.

    Raises:
        InputError: an input is missing, cannot be read or holds no list.
        MachineError: what can be read only once cannot be stored.
    """
    found: dict[tuple[str, str | None], InputFile] = {}
    for given in dict.fromkeys(inputs):
        files = [file for path in _paths(given) for file in _files_at(path, is_list)]
        if not files:
            raise InputError.at(given, "no list of papers is here", "Name its files, or the directory that holds them.")
        for file in files:
            found.setdefault((os.path.realpath(file.path), file.member), file)
    return _labelled([*found.values()])


def unreadable(path: str, error: OSError) -> InputError:
    """Return the error for a file that the system does not let us read."""
    reason = (error.strerror or str(error)).lower()
    return InputError.at(path, f"this cannot be read: {reason}", "Check the path and its permissions.")


_OUTPUTS = frozenset({"cards.jsonl", "failures.jsonl", "run.json"})


def _paths(given: str) -> list[str]:
    """Return the paths that an input stands for: itself, or what it matches as a glob."""
    if glob.has_magic(given) and not os.path.lexists(given):
        return sorted(glob.glob(given, recursive=True))  # noqa: PTH207 - `Path.glob` refuses absolute patterns
    return [given]


def _files_at(given: str, is_list: Callable[[InputFile], bool]) -> list[InputFile]:
    if given == _STANDARD_INPUT:
        return _unpacked(_spooled(_STANDARD_INPUT, sys.stdin.buffer), is_list)
    path = Path(given)
    try:
        path.stat()
    except OSError as error:
        raise unreadable(_shown(path), error) from error
    if path.is_dir():
        return [part for file in _walk(path) for part in _unpacked(file, is_list) if part.member or is_list(part)]
    file = InputFile(path, _shown(Path(path.name)), _shown(path))
    if path.is_file():
        return _unpacked(file, is_list)
    try:
        with path.open("rb") as stream:
            return _unpacked(_spooled(file.given, stream), is_list)
    except OSError as error:
        raise unreadable(file.given, error) from error


def _unpacked(file: InputFile, is_list: Callable[[InputFile], bool]) -> list[InputFile]:
    """Return the lists in a ZIP archive, each a file of its own, or the file itself where it is none."""
    try:
        names = members(file.path, file.given)
    except OSError as error:
        raise unreadable(file.given, error) from error
    if names is None:
        return [file]
    parts = [
        replace(file, label=f"{file.label}/{name}", given=f"{file.given}/{name}", listed=True, member=name)
        for name in names
    ]
    lists = [part for part in parts if is_list(part)]
    if not lists and not file.listed:
        raise InputError.at(file.given, "no list of papers is in this archive", "Name an archive that holds one.")
    return lists


def _walk(directory: Path) -> Iterator[InputFile]:
    """Yield the files below a directory, sorted by path, none that is hidden or lies in a hidden one."""
    paths = []
    for folder, folders, names in os.walk(directory, onerror=_raise_unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        # What a run wrote is no list, though it may lie in the folder that the run reads.
        if not set(names) >= _OUTPUTS:
            paths += [Path(folder, name) for name in names if not name.startswith(".")]
    for path in sorted(paths):
        if path.is_file():
            yield InputFile(path, _shown(path.relative_to(directory)), _shown(path), listed=True)


def _raise_unreadable(error: OSError) -> NoReturn:
    raise unreadable(str(error.filename), error) from error


def _spooled(given: str, stream: IO[bytes]) -> InputFile:
    """Copy what can be read only once to a file that goes when its owner does."""
    try:
        spool = tempfile.NamedTemporaryFile(prefix="claimsheet-")  # noqa: SIM115 - the `InputFile` owns it
        shutil.copyfileobj(stream, spool)
        spool.flush()
    except OSError as error:
        raise MachineError(f"{given}: this input cannot be stored for a second reading: {error}.") from error
    return InputFile(Path(spool.name), given, given, spool=spool)


def _labelled(files: list[InputFile]) -> tuple[InputFile, ...]:
    if len({file.label for file in files}) < len(files):
        return tuple(replace(file, label=file.given) for file in files)
    return tuple(files)


def _shown(path: Path) -> str:
    """Return the path with forward slashes, bytes that are not UTF-8 escaped."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")
