"""What is sent and what comes back: the request, its key, the reply as bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any


class OutputMode(StrEnum):
    """How the shape of the reply is asked for, strongest first."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True)
class Request:
    """One ask, to the byte.

    Attributes:
        address: base URL that the payload goes to, without a trailing slash.
        output_mode: how structure is asked for.
        body: the JSON object that is sent.
    """

    address: str
    output_mode: OutputMode
    body: dict[str, Any] = field(hash=False)

    @cached_property
    def payload(self) -> bytes:
        """The very bytes that go out: JSON without blanks, in the order that the body was written in.

        The order is part of the ask: a model that is bound to a schema writes its fields in the
        schema's order, and should name the problem before it weighs the area.
        """
        return json.dumps(self.body, separators=(",", ":"), ensure_ascii=False).encode()

    @cached_property
    def key(self) -> str:
        """SHA-256, in hex, of all that can change the answer and of nothing else."""
        head = canonical({"address": self.address, "output_mode": self.output_mode})
        return sha256(head + b"\n" + self.payload).hexdigest()

    def having(self, name: str, value: Any) -> Request:  # noqa: ANN401 - any JSON value
        """Return this with another value of a field of the body, in the same order."""
        return Request(self.address, self.output_mode, {**self.body, name: value})

    @property
    def model(self) -> str:
        """The model that is asked."""
        return str(self.body["model"])


@dataclass(frozen=True)
class Reply:
    """The body of a 200, as it came."""

    raw: bytes


def canonical(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Return `value` as JSON in UTF-8 with sorted keys and no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
