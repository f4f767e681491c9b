"""Reading all inputs twice: once to learn which papers are one, then to give each of them once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, NamedTuple

from pipeline.errors import InputError
from pipeline.identity import Identities, Index
from pipeline.paper import Paper
from pipeline.readers.interface import HEAD_BYTES, Reader
from pipeline.readers.registry import all_readers, has_suffix, reader_named, reader_of, reader_of_list
from pipeline.readers.sources import InputFile, find_files, unreadable


class FileFacts(NamedTuple):
    """What was read from one file; `duplicates` repeat an earlier paper of any file."""

    path: str
    format: str
    papers: int
    duplicates: int
    without_abstract: int


class _Stamp(NamedTuple):
    """What changes when a file is written to."""

    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class _Listing:
    """A file and the reader that takes it."""

    file: InputFile
    reader: Reader

    def papers(self, stream: BinaryIO) -> Iterator[Paper]:
        try:
            yield from self.reader.read(stream, self.file.label)
        except OSError as error:
            raise unreadable(self.file.given, error) from error


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers of all inputs, each once, with all its sources; `len` counts them.

    Each iteration reads the files anew and in input order, and holds one paper at a time.

    Attributes:
        files: What was read from each file.
    """

    files: tuple[FileFacts, ...]
    _listings: tuple[tuple[_Listing, _Stamp], ...]
    _identities: Identities

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

    def __iter__(self) -> Iterator[Paper]:
        """Yield the papers.

        Raises:
            InputError: a file has changed since its first reading.
        """
        for listing, stamp in self._listings:
            with listing.file.open() as stream:
                _same(listing.file, stream, stamp)
                for paper in listing.papers(stream):
                    settled = self._identities.settle(paper)
                    if settled is not None:
                        yield settled
                _same(listing.file, stream, stamp)


def read_papers(inputs: Sequence[str], format: str | None = None) -> Papers:  # noqa: A002 - the option's name
    """Read all inputs once, in full, and return their papers for any number of further readings.

    Args:
        inputs: Files, directories, globs or `-` for standard input.
        format: The name of the reader to use whatever the files look like.

    Raises:
        UsageError: there is no such format.
        InputError: an input is no list of papers, or one id stands at two abstracts.
        MachineError: standard input cannot be stored.
    """
    forced = None if format is None else reader_named(format)
    index = Index()
    listings, files = [], []
    for file in find_files(inputs, partial(_is_list, forced=forced)):
        listing = _Listing(file, forced or _reader(file))
        with file.open() as stream:
            listings.append((listing, _stamp(stream)))
            files.append(_take_in(listing, stream, index))
    return Papers(tuple(files), tuple(listings), index.identities())


def _take_in(listing: _Listing, stream: BinaryIO, index: Index) -> FileFacts:
    """Add the papers of a file to the index."""
    papers = duplicates = without_abstract = 0
    for paper in listing.papers(stream):
        papers += 1
        duplicates += not index.add(paper)
        without_abstract += not paper.abstract
    if not papers:
        raise InputError.at(listing.file.given, "no paper is in this file", "Fill it or leave it out.")
    return FileFacts(listing.file.label, listing.reader.name, papers, duplicates, without_abstract)


def _is_list(file: InputFile, forced: Reader | None) -> bool:
    if forced:
        return has_suffix(forced, file.path.name)
    return reader_of_list(file.head(HEAD_BYTES), file.path.name) is not None


def _reader(file: InputFile) -> Reader:
    head, name = file.head(HEAD_BYTES), file.path.name
    reader = reader_of_list(head, name) if file.listed else reader_of(head, name)
    if reader is None:
        known = ", ".join(reader.name for reader in all_readers())
        raise InputError.at(file.given, "no reader knows this kind of file", f"If one should, give --format: {known}.")
    return reader


def _stamp(stream: BinaryIO) -> _Stamp:
    status = os.fstat(stream.fileno())
    return _Stamp(status.st_size, status.st_mtime_ns)


def _same(file: InputFile, stream: BinaryIO, stamp: _Stamp) -> None:
    if _stamp(stream) != stamp:
        raise InputError.at(file.given, "this file has changed since it was first read", "Run again.")
