"""The door in for Claimsheet's own records: cards, failures and gold labels, read line by line."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, overload

from pydantic import BaseModel, ValidationError

from pipeline.card import Card, Provenance
from pipeline.errors import InputError
from pipeline.failure import Failure
from pipeline.gold import Gold
from pipeline.nearness import NearDuplicate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

Kind = TypeVar("Kind", bound=BaseModel)


def read_cards(path: Path) -> Iterator[Card]:
    """Yield the cards of a file, or of the folder of a run, one after another.

    Raises:
        InputError: the file cannot be read, or a line of it is no card.
    """
    yield from _records(path / "cards.jsonl" if path.is_dir() else path, Card)


def read_failures(path: Path) -> Iterator[Failure]:
    """Yield the failures of a file, one after another; see `read_cards`."""
    yield from _records(path, Failure)


def read_gold(path: Path) -> Iterator[Gold]:
    """Yield the labels of a file, one row after another; see `read_cards`."""
    yield from _records(path, Gold)


class Records(Sequence[Kind]):
    """The records of a file, each read anew whenever it is asked for; 12 bytes of memory a record.

    Raises:
        InputError: the line of a record that is asked for is none.
    """

    def __init__(self, path: Path, stream: BinaryIO, kind: type[Kind]) -> None:
        self._path, self._stream, self._kind = path, stream, kind
        self._starts, self._lines = array("Q"), array("I")
        start = 0
        for number, row in enumerate(stream, start=1):
            if row.strip():
                self._starts.append(start)
                self._lines.append(number)
            start += len(row)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> Kind: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Kind, ...]: ...
    def __getitem__(self, at: int | slice) -> Kind | tuple[Kind, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(len(self))[at])
        self._stream.seek(self._starts[at])
        return _record(self._path, self._lines[at], self._stream.readline(), self._kind)


@contextmanager
def opened_cards(path: Path) -> Iterator[Records[Card]]:
    """Give the cards of a file while the block runs, none of them held.

    Raises:
        InputError: the file cannot be read; see `Records` for what is in it.
    """
    with _opened(path, Card) as records:
        yield records


@contextmanager
def opened_failures(path: Path) -> Iterator[Records[Failure]]:
    """Give the failures of a file while the block runs; see `opened_cards`."""
    with _opened(path, Failure) as records:
        yield records


class Run(BaseModel):
    """What of the record of a run is read again, whatever else the record holds."""

    provenance: Provenance | None = None
    near_duplicates: tuple[NearDuplicate, ...] = ()


def read_run(path: Path) -> Run:
    """Return what the record of a run tells; nothing where there is no record.

    Raises:
        InputError: the file cannot be read, or is no record.
    """
    if not path.exists():
        return Run()
    try:
        return _record(path, 1, path.read_bytes(), Run)
    except OSError as error:
        raise _unreadable(path, error) from error


def is_cards_file(path: Path) -> bool:
    """Return whether the first line of the file is a card's."""
    try:
        return next(read_cards(path), None) is not None
    except InputError:
        return False


def _records(path: Path, kind: type[Kind]) -> Iterator[Kind]:
    try:
        with path.open("rb") as stream:
            for number, row in enumerate(stream, start=1):
                if row.strip():
                    yield _record(path, number, row, kind)
    except OSError as error:
        raise _unreadable(path, error) from error


@contextmanager
def _opened(path: Path, kind: type[Kind]) -> Iterator[Records[Kind]]:
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error
    with stream:
        yield Records(path, stream, kind)


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError.at(str(path), f"cannot be read ({error.strerror})", "Check the path.")


def _record(path: Path, number: int, row: bytes, kind: type[Kind]) -> Kind:
    try:
        return kind.model_validate_json(row)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise InputError.at(
            str(path), f"no {kind.__name__.lower()}: {place}: {first['msg']}", "Was it edited by hand?", line=number
        ) from error
