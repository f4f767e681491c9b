"""The door in for Claimsheet's own records: cards, failures and gold labels, read line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

from pipeline.card import Card
from pipeline.errors import InputError
from pipeline.failure import Failure
from pipeline.gold import Gold

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pipeline.record import Record

Kind = TypeVar("Kind", bound="Record")


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
        raise InputError.at(str(path), f"cannot be read ({error.strerror})", "Check the path") from error


def _record(path: Path, number: int, row: bytes, kind: type[Kind]) -> Kind:
    try:
        return kind.model_validate_json(row)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the line"
        raise InputError.at(
            str(path), f"no {kind.__name__.lower()}: {place}: {first['msg']}", "Was it edited by hand?", line=number
        ) from error
