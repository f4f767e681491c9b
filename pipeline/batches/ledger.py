"""The batches that are planned or out, on disk: what is about to be done stands here before it is done.

A batch is three files: `NAME.jsonl` holds its asks, to the byte what is handed in; `NAME.abstracts`
the digest of the abstract of each; `NAME.json` says where the batch stands. The record is written
last and taken away first, so it always has its asks. All go once every result is in the cache.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pipeline.errors import MachineError
from pipeline.lock import locked
from pipeline.origin import Origin
from pipeline.record import Record
from pipeline.write import line, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OWNER_ONLY = 0o700


class Stage(StrEnum):
    """How far a batch has come; `sending` may or may not have reached the service."""

    PLANNED = "planned"
    SENDING = "sending"
    SENT = "sent"


class Batch(Record):
    """The record of one batch.

    Attributes:
        name: our name for it, which goes with it as its mark.
        origin: what its asks have in common; it goes to no other address than the one there.
        areas: those that its replies may name.
        requests: asks in it.
        tokens: their input tokens, by our count.
        cost: US dollars expected, null where the price is not known.
        stage: how far it has come.
        batch_id: the service's name for it.
    """

    name: str
    origin: Origin
    areas: tuple[str, ...]
    requests: int
    tokens: int
    cost: Decimal | None
    stage: Stage = Stage.PLANNED
    batch_id: str | None = None

    @property
    def address(self) -> str:
        """The base URL that it is for."""
        return self.origin.address

    @property
    def model(self) -> str:
        """The model that is asked."""
        return self.origin.model

    @property
    def label(self) -> str:
        """What to call it before a person."""
        return self.batch_id or self.name

    def sent_as(self, batch_id: str) -> Batch:
        """Return this as the service has taken it in."""
        return self.model_copy(update={"stage": Stage.SENT, "batch_id": batch_id})

    def at(self, stage: Stage) -> Batch:
        """Return this at another stage."""
        return self.model_copy(update={"stage": stage})


class Ledger:
    """Batches in a folder.

    Args:
        folder: made at the first batch, readable by its owner alone, since it holds abstracts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other process from planning, sending and collecting here.

        Raises:
            MachineError: another process does just that, or the folder cannot be written.
        """
        try:
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(parents=True, exist_ok=True, mode=_OWNER_ONLY)
        except OSError as error:
            raise MachineError(
                f"{self._folder}: cannot be made ({error.strerror}). Free it, or pass another --cache-dir."
            ) from error
        with locked(self._folder / "ledger", mend="name another --cache-dir"):
            yield

    def batches(self, address: str | None = None) -> list[Batch]:
        """Return the batches for `address` (null: for any), in the order in which they were planned.

        Raises:
            MachineError: a record is not readable; nothing is guessed about what may have been paid for.
        """
        found = [self._read(path) for path in sorted(self._folder.glob("*.json"))]
        return [batch for batch in found if address in {None, batch.address}]

    def new_name(self) -> str:
        """Return a name that no batch has or had, which sorts behind all that are here."""
        last = max((int(batch.name.partition("-")[0]) for batch in self.batches()), default=0)
        return f"{last + 1:06d}-{secrets.token_hex(8)}"

    def asks(self, name: str) -> Path:
        """Return the file of the asks of a batch."""
        return self._folder / f"{name}.jsonl"

    def abstracts(self, name: str) -> Path:
        """Return the file of the digests of a batch's abstracts, one a line, in the order of its asks."""
        return self._folder / f"{name}.abstracts"

    def results(self, name: str) -> Path:
        """Return the file that results of a batch are brought into."""
        return self._folder / f"{name}.results"

    def put(self, batch: Batch) -> Batch:
        """Write the record of a batch; when this returns it is on disk."""
        write_file(self._folder / f"{batch.name}.json", line(batch))
        return batch

    def drop(self, batch: Batch) -> None:
        """Forget a batch: all that it brought is kept elsewhere."""
        (self._folder / f"{batch.name}.json").unlink(missing_ok=True)
        for path in (self.asks(batch.name), self.abstracts(batch.name), self.results(batch.name)):
            path.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Take away asks and results that no record speaks of: what a killed process left."""
        known = {batch.name for batch in self.batches()}
        for path in self._folder.glob("*-*.*"):
            if path.stem not in known:
                path.unlink(missing_ok=True)

    def _read(self, path: Path) -> Batch:
        try:
            return Batch.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise MachineError(
                f"{path}: the record of a batch cannot be read, and what it speaks of may be paid for. "
                "See the provider's list of batches, then take the file away."
            ) from error


def ledger_in(cache: Path) -> Ledger:
    """Return the ledger of the batches whose results go to the cache in this folder."""
    return Ledger(cache / "batches")
