"""Reading all inputs twice: once to learn which papers are one, then to give each of them once."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import BinaryIO, NamedTuple

from pipeline.errors import InputError
from pipeline.identity import Identities, Index
from pipeline.manner import Dedupe, Manner
from pipeline.nearness import NearDuplicate, Sketches, near_duplicates
from pipeline.paper import BrokenRecord, Paper, titled
from pipeline.readers.encoding import Encoding, as_utf8, encoding_named, encoding_of, head_as_utf8
from pipeline.readers.foreign import kind_of, may_list
from pipeline.readers.interface import HEAD_BYTES, Reader
from pipeline.readers.mapping import Origin, column
from pipeline.readers.registry import has_suffix, is_program, reader_named, reader_of, reader_of_list
from pipeline.readers.sources import InputFile, find_files, unreadable
from pipeline.terminal import inert_line

_log = logging.getLogger("claimsheet")

_MOST_NAMES = 5
_ROOM = 32_000_000
_A_RECORD = 1_000
"""About the bytes that the records of a first reading may hold, and those of a record beside its abstract."""


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


@dataclass(frozen=True, slots=True)
class _Listing:
    """A file, the reader that takes it, and how."""

    file: InputFile
    reader: Reader
    encoding: Encoding | None
    origin: Origin

    def records(self, stream: BinaryIO) -> Iterator[Paper | BrokenRecord]:
        try:
            yield from self.reader.read(as_utf8(stream, self.encoding) if self.encoding else stream, self.origin)
        except OSError as error:
            raise unreadable(self.file.given, error) from error


class _Memory:
    """The records of a first reading, file by file, as far as there is room; other files are read anew each time."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._files: dict[int, list[Paper | BrokenRecord]] = {}

    def watched(self, file: int, records: Iterable[Paper | BrokenRecord]) -> Iterator[Paper | BrokenRecord]:
        """Yield the records of the file of this number, and hold them when all of them fit."""
        held: list[Paper | BrokenRecord] = []
        for record in records:
            self._room -= _A_RECORD + (len(record.abstract) if isinstance(record, Paper) else 0)
            if self._room < 0:
                held.clear()
            else:
                held.append(record)
            yield record
        if self._room >= 0:
            self._files[file] = held

    def of(self, file: int) -> list[Paper | BrokenRecord] | None:
        """Return the records of the file of this number, if they are held."""
        return self._files.get(file)


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers of all inputs, each once, with all its sources; `len` counts them.

    Each iteration gives them in input order: from memory where they are few, else by reading the files anew, holding
    one paper at a time.

    Attributes:
        files: What was read from each file.
    """

    files: tuple[FileFacts, ...]
    _listings: tuple[tuple[_Listing, tuple[int, int]], ...]
    _identities: Identities
    _suspects: frozenset[tuple[int, int]]
    _title_only: bool
    _memory: _Memory = field(default_factory=lambda: _Memory(0))

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

    def near_duplicates(self) -> tuple[NearDuplicate, ...]:
        """Return the pairs of papers whose abstracts are nearly the same, reading the files once more if it must.

        Raises:
            InputError: a file has changed since its first reading.
        """
        return near_duplicates(self, self._suspects) if self._suspects else ()

    def records(self) -> Generator[Paper | BrokenRecord, None, None]:
        """Yield the papers and, in their places, the records that cannot be read.

        Raises:
            InputError: a file has changed since its first reading.
        """
        for number, (listing, stamp) in enumerate(self._listings):
            _same(listing.file, stamp)
            with closing(self._records(number, listing)) as records:
                for record in records:
                    if isinstance(record, BrokenRecord):
                        yield record
                    elif (settled := self._identities.settle(record)) is not None:
                        yield titled(settled) if self._title_only else settled
            _same(listing.file, stamp)

    def _records(self, number: int, listing: _Listing) -> Generator[Paper | BrokenRecord, None, None]:
        held = self._memory.of(number)
        if held is not None:
            yield from held
            return
        with listing.file.open() as stream:
            yield from listing.records(stream)


def read_papers(inputs: Sequence[str], manner: Manner | None = None) -> Papers:
    """Read all inputs once, in full, and return their papers for any number of further readings.

    Args:
        inputs: Files, directories, globs or `-` for standard input.
        manner: How they are read.

    Raises:
        UsageError: there is no such format, encoding or column.
        InputError: an input is no list of papers, or one id stands at two abstracts.
        MachineError: standard input cannot be stored.
    """
    manner = manner or Manner()
    forced = None if manner.format is None else reader_named(manner.format)
    origin = Origin(
        "", tuple(map(column, manner.column)), None if manner.encoding is None else encoding_named(manner.encoding)
    )
    index = Index(by_abstract=manner.dedupe is not Dedupe.OFF)
    sketches = Sketches() if manner.dedupe is Dedupe.NEAR else None
    listings, files = [], []
    memory = _Memory(_ROOM)
    for number, file in enumerate(_files(inputs, forced, origin.encoding)):
        stamp = file.stamp()
        listing = _listing(file, forced or _reader(file, origin.encoding), origin)
        listings.append((listing, stamp))
        with listing.file.open() as stream:
            records = memory.watched(number, listing.records(stream))
            files.append(_take_in(listing, records, index, sketches, strict=manner.strict_input))
    identities = index.identities()
    del index  # before the search for pairs, which needs room of its own
    suspects = frozenset(sketches.pairs() if sketches else ())
    return Papers(tuple(files), tuple(listings), identities, suspects, manner.title_only, memory)


@dataclass(slots=True)
class _Count:
    """What is counted while a file is read."""

    papers: int = 0
    duplicates: int = 0
    without_abstract: int = 0
    broken: int = 0
    cleaned: int = 0
    first_broken: BrokenRecord | None = field(default=None)

    def add(self, paper: Paper, *, new: bool) -> None:
        self.papers += 1
        self.duplicates += not new
        self.without_abstract += not paper.abstract
        self.cleaned += bool(paper.cleaning)


def _listing(file: InputFile, reader: Reader, origin: Origin) -> _Listing:
    encoding = None
    if reader.is_text:
        with file.open() as stream:
            encoding = encoding_of(stream, file.given, origin.encoding)
    return _Listing(file, reader, encoding, Origin(file.label, origin.columns, origin.encoding))


def _take_in(
    listing: _Listing,
    records: Iterable[Paper | BrokenRecord],
    index: Index,
    sketches: Sketches | None,
    *,
    strict: bool,
) -> FileFacts:
    """Add the papers of a file to the index, and the sketch of each new one."""
    count = _Count()
    for record in records:
        if isinstance(record, Paper):
            new = index.add(record)
            count.add(record, new=new)
            if new and sketches is not None:
                sketches.add(record.abstract)
            continue
        count.broken += 1
        count.first_broken = count.first_broken or record
        if strict:
            raise _refused(listing.file, record)
    # Where the broken are no exception, the file is not what it was taken for, or a wreck.
    if count.first_broken and count.broken >= count.papers:
        raise _refused(listing.file, count.first_broken)
    if not count.papers:
        raise InputError.at(listing.file.given, "no paper is in this file", "Fill it or leave it out.")
    encoding = listing.encoding or Encoding("")
    return FileFacts(
        listing.file.label,
        listing.reader.name,
        count.papers,
        count.duplicates,
        count.without_abstract,
        count.broken,
        count.cleaned,
        encoding.name or None,
        encoding.note,
    )


def _refused(file: InputFile, record: BrokenRecord) -> InputError:
    if record.line:
        return InputError.at(file.given, record.reason, "Correct the line or leave it out.", line=record.line)
    reason = f"record {record.source.position}: {record.reason}"
    return InputError.at(file.given, reason, "Correct the record or leave it out.")


def _files(inputs: Sequence[str], forced: Reader | None, encoding: str | None) -> tuple[InputFile, ...]:
    """Return the lists of all inputs, and say what else a person may take for one."""
    passed: list[str] = []

    def is_list(file: InputFile) -> bool:
        if forced:
            return has_suffix(forced, file.name)
        head = head_as_utf8(file.head(HEAD_BYTES), encoding)
        taken = reader_of_list(head, file.name) is not None
        if not taken and may_list(head) and not is_program(file.name):
            passed.append(file.given)
        return taken

    try:
        return find_files(inputs, is_list)
    finally:
        if passed:
            more = f" and {len(passed) - _MOST_NAMES} more" if len(passed) > _MOST_NAMES else ""
            names = inert_line(", ".join(passed[:_MOST_NAMES]))
            _log.warning("not read: %s%s (no reader knows them)", names, more)


def _reader(file: InputFile, encoding: str | None) -> Reader:
    head = head_as_utf8(file.head(HEAD_BYTES), encoding)
    reader = reader_of_list(head, file.name) if file.listed else reader_of(head, file.name)
    kind = kind_of(head)
    if reader is None or (kind and (reader.general or not reader.recognises(head, file.name))):
        told = f", {kind.name}" if kind else ""
        mend = "Export the list as BibTeX, RIS, CSV or JSON, or save it as text."
        raise InputError.at(file.given, f"no reader knows this kind of file{told}", mend)
    return reader


def _same(file: InputFile, stamp: tuple[int, int]) -> None:
    if file.stamp() != stamp:
        raise InputError.at(file.given, "this file has changed since it was first read", "Run again.")
