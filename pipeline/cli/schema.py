"""`claimsheet schema`: the JSON Schema of each record."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer


class RecordName(StrEnum):
    """The records that a user meets."""

    CARD = "card"
    FAILURE = "failure"
    RUN = "run"
    GOLD = "gold"


def schema(record: Annotated[RecordName, typer.Argument(help="Which record.")]) -> None:
    """Print the JSON Schema of a record."""
    from pipeline.card import Card  # noqa: PLC0415 - --help needs no pydantic
    from pipeline.failure import Failure  # noqa: PLC0415
    from pipeline.gold import Gold  # noqa: PLC0415
    from pipeline.record import Record  # noqa: PLC0415
    from pipeline.runrecord import RunRecord  # noqa: PLC0415

    kinds: dict[RecordName, type[Record]]
    kinds = {
        RecordName.CARD: Card,
        RecordName.FAILURE: Failure,
        RecordName.RUN: RunRecord,
        RecordName.GOLD: Gold,
    }
    # Gold is written by people, who may leave out what has a default; the others are always whole.
    told = kinds[record].model_json_schema(mode="validation" if record is RecordName.GOLD else "serialization")
    typer.echo(json.dumps(told, indent=2, ensure_ascii=False))
