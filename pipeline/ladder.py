"""What a model or server refuses to be asked for, and what it is asked for instead.

Structure: `json_schema` -> `json_object` with the schema in the prompt -> plain text. Room:
`max_completion_tokens` -> `max_tokens` -> not sent. Anything else that is refused is dropped.
Each step is taken once for a whole run and is part of key and provenance.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.outputmode import OutputMode

if TYPE_CHECKING:
    from pipeline.prompt import Asking

_NEXT_MODE = {OutputMode.JSON_SCHEMA: OutputMode.JSON_OBJECT, OutputMode.JSON_OBJECT: OutputMode.TEXT}
_NEXT_ROOM = {"max_completion_tokens": "max_tokens", "max_tokens": None}


def step_down(asking: Asking, refused: str) -> Asking | None:
    """Return the form of `asking` without the body's field `refused`; null where there is none."""
    if refused == "response_format":
        mode = _NEXT_MODE.get(asking.output_mode)
        return None if mode is None else replace(asking, output_mode=mode)
    if refused == asking.room_name:
        return replace(asking, room_name=_NEXT_ROOM[refused])
    if refused in asking.parameters:
        kept = {name: value for name, value in asking.parameters.items() if name != refused}
        return replace(asking, parameters=kept)
    return None
