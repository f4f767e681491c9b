"""What the front door gives: the papers of all inputs, each once, and what was read from each file."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import InputError
from pipeline.manner import Manner
from pipeline.paper import BrokenRecord, Paper
from pipeline.readers.sources import InputFile, find_files
from pipeline.terminal import inert_line

if TYPE_CHECKING:
    from pipeline.nearness import NearDuplicate

_log = logging.getLogger("claimsheet")

_MOST_NAMES = 5


class FileFacts(NamedTuple):
    """What was read from one file.

    Attributes:
        path: What `Source.path` calls it.
        format: The name of its reader.
        papers: Papers in it.
        duplicates: How many of them repeat an earlier paper of any file.
        without_abstract: How many of them have no abstract.
        broken: Records that cannot be read.
        cleaned: Papers in whose abstract something was changed or cut.
        encoding: Of a text, how it is written.
        note: What to know of how it was read.
    """

    path: str
    format: str
    papers: int
    duplicates: int
    without_abstract: int
    broken: int = 0
    cleaned: int = 0
    encoding: str | None = "utf-8"
    note: str | None = None

    @property
    def records(self) -> int:
        """How many records come of it: the papers that repeat none, and what cannot be read."""
        return self.papers - self.duplicates + self.broken


class Found(NamedTuple):
    """A file that was found, and what changes when it is written to."""

    file: InputFile
    stamp: tuple[int, int]

    def check(self) -> None:
        """Make sure that it is as it was.

        Raises:
            InputError: it is not.
        """
        if self.file.stamp() != self.stamp:
            raise InputError.at(self.file.given, "this file has changed since it was first read", "Run again.")


class Papers(ABC):
    """The papers of all inputs, each once, with all its sources; `len` counts them.

    Each iteration gives them in input order.

    Attributes:
        files: What was read from each file.
        are_held: Whether all of them are in memory.
    """

    files: tuple[FileFacts, ...]
    are_held: bool

    @abstractmethod
    def near_duplicates(self) -> tuple[NearDuplicate, ...]:
        """Return the pairs of papers whose abstracts are nearly the same, reading the files once more if it must.

        Raises:
            InputError: a file has changed since its first reading.
        """

    @abstractmethod
    def records(self) -> Generator[Paper | BrokenRecord, None, None]:
        """Yield the papers and, in their places, the records that cannot be read.

        Raises:
            InputError: a file has changed since its first reading.
        """

    def __len__(self) -> int:
        return self.sources - self.duplicates

    @property
    def sources(self) -> int:
        """How many papers the files hold."""
        return sum(file.papers for file in self.files)

    @property
    def duplicates(self) -> int:
        """How many of them repeat an earlier one."""
        return sum(file.duplicates for file in self.files)

    @property
    def broken(self) -> int:
        """How many records of the files cannot be read."""
        return sum(file.broken for file in self.files)

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers; see `records`."""
        return (record for record in self.records() if isinstance(record, Paper))


def find(inputs: Sequence[str], manner: Manner) -> tuple[Found, ...]:
    """Return the lists of all inputs, and say what else a person may take for one.

    Raises:
        UsageError: there is no such format, encoding or column.
        InputError: an input is missing, cannot be read or holds no list.
        MachineError: standard input cannot be stored.
    """
    if manner.format or manner.encoding or manner.column:
        from pipeline.readers.reading import way  # noqa: PLC0415 - no reader is loaded before one is needed

        way(manner)  # what is wrong with it is told before any file is looked at
    passed: list[str] = []

    def is_list(file: InputFile) -> bool:
        from pipeline.readers.reading import is_taken, may_be_taken  # noqa: PLC0415 - as above

        taken = is_taken(file, manner)
        if not taken and may_be_taken(file, manner):
            passed.append(file.given)
        return taken

    try:
        return tuple(Found(file, file.stamp()) for file in find_files(inputs, is_list))
    finally:
        if passed:
            more = f" and {len(passed) - _MOST_NAMES} more" if len(passed) > _MOST_NAMES else ""
            names = inert_line(", ".join(passed[:_MOST_NAMES]))
            _log.warning("not read: %s%s (no reader knows them)", names, more)


def read_files(found: Sequence[Found], manner: Manner) -> Papers:
    """Read the files that were `found` once, in full, and return their papers for any number of further readings.

    Raises:
        InputError: one is no list of papers, or one id stands at two abstracts.
    """
    from pipeline.readers.reading import read  # noqa: PLC0415 - as above

    return read(found, manner)


def read_papers(inputs: Sequence[str], manner: Manner | None = None) -> Papers:
    """Find and read all inputs; see `find` and `read_files`.

    Args:
        inputs: Files, directories, globs or `-` for standard input.
        manner: How they are read.
    """
    manner = manner or Manner()
    return read_files(find(inputs, manner), manner)
