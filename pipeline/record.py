"""The base of every record that crosses a room's door."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value that knows all its fields and takes no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True, validate_by_name=True)
