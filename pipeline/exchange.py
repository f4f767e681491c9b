"""What is sent and what comes back: the request, its key, the reply as bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pipeline.completion import Completion, completion

if TYPE_CHECKING:
    from pipeline.outputmode import OutputMode

_TEXT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_CANONICAL = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True)
class Request:
    """One ask, to the byte.

    Attributes:
        address: base URL that the payload goes to, without a trailing slash.
        output_mode: how structure is asked for.
        body: the JSON object that is sent.
        frame: what the body was made by, if it is one of many that differ in one text; it writes them faster.
        written_text: that text as JSON, where it is written already.
    """

    address: str
    output_mode: OutputMode
    body: dict[str, Any] = field(hash=False)
    frame: Frame | None = field(default=None, compare=False, repr=False)
    written_text: bytes | None = field(default=None, compare=False, repr=False)

    @cached_property
    def payload(self) -> bytes:
        """The very bytes that go out: JSON without blanks, in the order that the body was written in.

        The order is part of the ask: a model that is bound to a schema writes its fields in the
        schema's order, and should name the problem before it weighs the area.
        """
        return self.frame.payload(self._written_text) if self.frame else _written(self.body)

    @cached_property
    def key(self) -> str:
        """SHA-256, in hex, of all that can change the answer and of nothing else."""
        if self.frame:
            return self.frame.key(self._written_text)
        return sha256(_head(self.address, self.output_mode) + self.payload).hexdigest()

    @cached_property
    def wider(self) -> Request:
        """The same ask in the wider frame; where there is none, it is the same."""
        wider = self.frame.wider if self.frame else None
        return wider.request(self.text, self._written_text) if wider else self

    @property
    def text(self) -> str:
        """The content of the last message."""
        return str(self.body["messages"][-1]["content"])

    @cached_property
    def _written_text(self) -> bytes:
        return self.written_text or _written(self.text)

    @property
    def model(self) -> str:
        """The model that is asked."""
        return str(self.body["model"])


class Frame:
    """All that is equal in the asks of a run, written once: only the text of the last message differs.

    `fixed` is what is equal in them, to the byte; `wider` is for the same asks with more room for the reply.

    Args:
        address: as of each `Request`, like the `output_mode`.
        output_mode: how structure is asked for.
        body: of any of the asks; the text of its last message is put aside.
        wider: null where no room is sent.
    """

    def __init__(self, address: str, output_mode: OutputMode, body: dict[str, Any], wider: Frame | None = None) -> None:
        self._address, self._output_mode, self._body = address, output_mode, body
        self.wider = wider
        one, two = (_written(self._with(sign)) for sign in "ab")
        at = next(at for at, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        self._before, self._after = one[: at - 1], one[at + 2 :]  # the text is written with its quotes
        self.fixed = self._before + self._after
        self._begun = sha256(_head(address, output_mode) + self._before)

    def request(self, text: str, written: bytes | None = None) -> Request:
        """Return the ask with this text, which may be `written` as JSON already."""
        return Request(self._address, self._output_mode, self._with(text), self, written)

    def payload(self, text: bytes) -> bytes:
        """Return the very bytes of the ask with this text, which is JSON; see `Request.payload`."""
        return b"".join((self._before, text, self._after))

    def key(self, text: bytes) -> str:
        """Return the key of the ask with this text, which is JSON; see `Request.key`."""
        hashed = self._begun.copy()
        hashed.update(text + self._after)
        return hashed.hexdigest()

    def _with(self, text: str) -> dict[str, Any]:
        *before, last = self._body["messages"]
        return {**self._body, "messages": [*before, {**last, "content": text}]}


@dataclass(frozen=True)
class Reply:
    """The body of a 200, as it came."""

    raw: bytes

    @cached_property
    def completion(self) -> Completion:
        """The envelope that the body writes.

        Raises:
            ValueError: it is no chat completion.
        """
        return completion(self.raw)


def _written(value: dict[str, Any] | str) -> bytes:
    return _TEXT.encode(value).encode()


def _head(address: str, output_mode: OutputMode) -> bytes:
    return canonical({"address": address, "output_mode": output_mode}) + b"\n"


def canonical(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Return `value` as JSON in UTF-8 with sorted keys and no blanks."""
    return _CANONICAL.encode(value).encode()
