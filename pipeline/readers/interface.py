"""What every input format is to the rest of the house.

A new format is one new module beside this one with a `READER` in it; nothing else changes. A format
of records with named fields is a `RecordFormat`: a function that tells such a file, a function that
parses it, and a table of its fields (`pipeline.readers.mapping`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol, runtime_checkable

from pipeline.paper import BrokenRecord, Paper
from pipeline.readers.mapping import Fault, Origin, Raw, Table, papers

HEAD_BYTES = 65_536
"""How much of a file's beginning a reader sees when it is asked whether the file is its own."""


@runtime_checkable
class Reader(Protocol):
    """One input format.

    Attributes:
        name: What `--format` calls it.
        suffixes: Suffixes that such files usually have, in lower case and with the dot.
        general: Whether it would take almost any text. Such a reader is asked last, and takes
            from a directory only what has one of its suffixes.
        rank: Which of two special readers is asked first, 0 before 1: a reader of any JSON comes after
            one of a certain service's.
        is_text: Whether it reads text, which is then handed over as UTF-8 whatever the file's
            encoding; a format that says its own encoding, or is none, gets the file's bytes.
        table: How the fields of the format become those of a paper, for the documentation.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - see the class
    @property
    def suffixes(self) -> tuple[str, ...]: ...  # noqa: D102 - see the class
    @property
    def general(self) -> bool: ...  # noqa: D102 - see the class
    @property
    def rank(self) -> int: ...  # noqa: D102 - see the class
    @property
    def is_text(self) -> bool: ...  # noqa: D102 - see the class
    @property
    def table(self) -> Table: ...  # noqa: D102 - see the class

    def recognises(self, head: bytes, name: str) -> bool:
        """Return whether a file is of this format, by its first `HEAD_BYTES` and, in doubt, its name.

        `head` is UTF-8 without a byte order mark where the file says so or its bytes make it plain.
        """
        ...

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Paper | BrokenRecord]:
        """Yield the papers of a file in its order, holding few of them at a time.

        Args:
            stream: The file from its beginning, UTF-8 without a mark if `is_text`; may not be seekable.
            origin: What messages and `Source.path` call it, and what the user said of it.

        Yields:
            Papers with an id (`pipeline.identity.paper_id`), one source each, whose positions
            count from 1 the records of this file; a record that cannot be read, in its place.

        Raises:
            InputError: the file as a whole is not what it should be; says where, and what mends it.
        """
        ...


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format of records with named fields.

    Attributes:
        name: See `Reader`, as for the other fields of the same names.
        suffixes: See `Reader`.
        table: Which field becomes which fact of the paper.
        recognise: Whether a file, by its beginning and its name, is of this format.
        records: Parses a file and yields its records, or what is wrong with one, in order.
        general: See `Reader`.
        rank: See `Reader`.
        is_text: See `Reader`.
    """

    name: str
    suffixes: tuple[str, ...]
    table: Table
    recognise: Callable[[bytes, str], bool]
    records: Callable[[BinaryIO, Origin], Iterator[Raw | Fault]]
    general: bool = False
    rank: int = 0
    is_text: bool = True

    def recognises(self, head: bytes, name: str) -> bool:
        """Return whether a file is of this format; see `Reader.recognises`."""
        return self.recognise(head, name)

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Paper | BrokenRecord]:
        """Yield the papers of a file; see `Reader.read`."""
        return papers(self.records(stream, origin), self.table, origin)
