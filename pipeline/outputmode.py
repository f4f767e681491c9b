"""How the shape of a reply is asked for."""

from __future__ import annotations

from enum import StrEnum


class OutputMode(StrEnum):
    """How the shape of the reply is asked for, strongest first."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"
