"""Reading all inputs twice: once to learn which papers are one, then to give each of them once."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import BinaryIO

from pipeline.errors import InputError
from pipeline.identity import Identities, Index
from pipeline.manner import Dedupe, Manner
from pipeline.nearness import NearDuplicate, Sketches, near_duplicates
from pipeline.paper import BrokenRecord, Paper, titled
from pipeline.readers.encoding import Encoding, as_utf8, encoding_named, encoding_of, head_as_utf8
from pipeline.readers.foreign import kind_of, may_list
from pipeline.readers.interface import HEAD_BYTES, Reader
from pipeline.readers.mapping import Origin, column
from pipeline.readers.papers import FileFacts, Found, Papers
from pipeline.readers.registry import has_suffix, is_program, reader_named, reader_of, reader_of_list
from pipeline.readers.sources import InputFile, unreadable

ROOM = 32_000_000
_A_RECORD = 1_000
"""About the bytes that the records of a first reading may hold, and those of a record beside its abstract."""


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

    @property
    def holds_all(self) -> bool:
        """Whether there was room for all files."""
        return self._room >= 0

    def of(self, file: int) -> list[Paper | BrokenRecord] | None:
        """Return the records of the file of this number, if they are held."""
        return self._files.get(file)


@dataclass(frozen=True, slots=True)
class ReadPapers(Papers):
    """Papers that were read once: given again from memory where they are few, else by reading the files anew.

    In the latter case one paper is held at a time.
    """

    files: tuple[FileFacts, ...]
    are_held: bool
    _listings: tuple[tuple[_Listing, Found], ...]
    _identities: Identities
    _suspects: frozenset[tuple[int, int]]
    _title_only: bool
    _memory: _Memory

    def near_duplicates(self) -> tuple[NearDuplicate, ...]:
        """Return the pairs of papers that are nearly the same; see `Papers`."""
        return near_duplicates(self, self._suspects) if self._suspects else ()

    def records(self) -> Generator[Paper | BrokenRecord, None, None]:
        """Yield the papers and the records that cannot be read; see `Papers`."""
        for number, (listing, found) in enumerate(self._listings):
            found.check()
            with closing(self._records(number, listing)) as records:
                for record in records:
                    if isinstance(record, BrokenRecord):
                        yield record
                    elif (settled := self._identities.settle(record)) is not None:
                        yield titled(settled) if self._title_only else settled
            found.check()

    def _records(self, number: int, listing: _Listing) -> Generator[Paper | BrokenRecord, None, None]:
        held = self._memory.of(number)
        if held is not None:
            yield from held
            return
        with listing.file.open() as stream:
            yield from listing.records(stream)


def way(manner: Manner) -> tuple[Reader | None, Origin]:
    """Return the reader that `manner` names, if it does, and what it says of where records come from.

    Raises:
        UsageError: there is no such format, encoding or column.
    """
    forced = None if manner.format is None else reader_named(manner.format)
    encoding = None if manner.encoding is None else encoding_named(manner.encoding)
    return forced, Origin("", tuple(map(column, manner.column)), encoding)


def is_taken(file: InputFile, manner: Manner) -> bool:
    """Return whether a file that was met in a directory or an archive is a list of papers."""
    forced, origin = way(manner)
    if forced:
        return has_suffix(forced, file.name)
    return reader_of_list(_head(file, origin), file.name) is not None


def may_be_taken(file: InputFile, manner: Manner) -> bool:
    """Return whether a person may take a file that is none for a list."""
    forced, origin = way(manner)
    return not forced and may_list(_head(file, origin)) and not is_program(file.name)


def read(found: Sequence[Found], manner: Manner) -> ReadPapers:
    """Read the files that were `found` once, in full; see `pipeline.readers.read_files`."""
    forced, origin = way(manner)
    index = Index(by_abstract=manner.dedupe is not Dedupe.OFF)
    sketches = Sketches() if manner.dedupe is Dedupe.NEAR else None
    listings, files = [], []
    memory = _Memory(ROOM)
    for number, each in enumerate(found):
        listing = _listing(each.file, forced or _reader(each.file, origin), origin)
        listings.append((listing, each))
        with listing.file.open() as stream:
            records = memory.watched(number, listing.records(stream))
            files.append(_take_in(listing, records, index, sketches, strict=manner.strict_input))
    identities = index.identities()
    del index  # before the search for pairs, which needs room of its own
    suspects = frozenset(sketches.pairs() if sketches else ())
    return ReadPapers(tuple(files), memory.holds_all, tuple(listings), identities, suspects, manner.title_only, memory)


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


def _head(file: InputFile, origin: Origin) -> bytes:
    return head_as_utf8(file.head(HEAD_BYTES), origin.encoding)


def _reader(file: InputFile, origin: Origin) -> Reader:
    head = _head(file, origin)
    reader = reader_of_list(head, file.name) if file.listed else reader_of(head, file.name)
    kind = kind_of(head)
    if reader is None or (kind and (reader.general or not reader.recognises(head, file.name))):
        told = f", {kind.name}" if kind else ""
        mend = "Export the list as BibTeX, RIS, CSV or JSON, or save it as text."
        raise InputError.at(file.given, f"no reader knows this kind of file{told}", mend)
    return reader
