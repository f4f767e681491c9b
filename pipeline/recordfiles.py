"""The door in for Claimsheet's own records: cards, failures and gold labels, read line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from pipeline.card import Card
from pipeline.errors import InputError
from pipeline.failure import Failure
from pipeline.gold import Gold
from pipeline.nearness import NearDuplicate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


class Run(BaseModel):
    """What of the record of a run is read again, whatever else the record holds."""

    near_duplicates: tuple[NearDuplicate, ...] = ()


def read_near_duplicates(path: Path) -> tuple[NearDuplicate, ...]:
    """Return the pairs of nearly the same papers that the record of a run tells; none where there is no record."""
    if not path.exists():
        return ()
    try:
        return _record(path, 1, path.read_bytes(), Run).near_duplicates
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
