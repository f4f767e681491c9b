"""The base of every record that crosses a room's door."""

from pydantic import BaseModel, ConfigDict
from pydantic_core import to_json


class Record(BaseModel):
    """A frozen value that knows all its fields and takes no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True, validate_by_name=True)


def json_of(record: Record) -> bytes:
    """Return what `record.model_dump_json()` writes, in UTF-8, without the text between that it makes first."""
    return to_json(record, by_alias=True, inf_nan_mode="null")
