"""What an engine fills for one paper: statements with sentence numbers, never spans or verdicts."""

from __future__ import annotations

import json
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict

from pipeline.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable


class GainKind(StrEnum):
    """What a claimed gain rests on."""

    QUANTITATIVE = "quantitative"
    COMPARATIVE = "comparative"
    STATE_OF_THE_ART = "state_of_the_art"
    QUALITATIVE = "qualitative"


class _Filled(Record):
    # Lax mode would read "0.7" as a number and true as 1: a reply is what it is.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExtractedStatement(_Filled):
    """A statement and the 1-based numbers of the sentences that carry it; empty: not stated."""

    text: str
    sentences: tuple[int, ...]


class ExtractedGain(_Filled):
    """One atomic result that the authors claim for their own work; `values` as written."""

    text: str
    kind: GainKind
    metric: str | None
    values: tuple[str, ...]
    baseline: str | None
    setting: str | None
    sentences: tuple[int, ...]


class Extraction(_Filled):
    """The reply of an engine for one paper."""

    system: tuple[str, ...]
    problem: ExtractedStatement
    method: ExtractedStatement
    claimed_gains: tuple[ExtractedGain, ...]
    area: str
    task: str


def extraction_schema(areas: Iterable[str]) -> dict[str, Any]:
    """Return the JSON Schema of `Extraction` with `area` bound to `areas`.

    References are inlined and nothing is optional or defaulted, which is what OpenAI's strict
    mode asks for and what grammar-bound local servers read without trouble.
    """
    raw = Extraction.model_json_schema()
    schema: dict[str, Any] = _inlined(raw, raw.get("$defs", {}))
    schema["properties"]["area"] = {"type": "string", "enum": list(areas)}
    return schema


def schema_fingerprint(schema: dict[str, Any]) -> str:
    """Return 8 hex digits that change when the schema, or the order of its fields, does."""
    written = json.dumps(schema, separators=(",", ":"), ensure_ascii=False)
    return sha256(written.encode()).hexdigest()[:8]


def _inlined(node: Any, defs: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON is what it is
    if isinstance(node, list):
        return [_inlined(item, defs) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(defs[node["$ref"].rpartition("/")[2]], defs)
    return {
        key: {name: _inlined(part, defs) for name, part in value.items()}
        if key == "properties"
        else _inlined(value, defs)
        for key, value in node.items()
        if key not in {"$defs", "title", "description"}
    }
