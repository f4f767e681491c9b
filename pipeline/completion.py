"""The envelope of a chat completion: what a 200 holds, before anyone asks what the content says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

_ABSURD = 2**53  # tokens; nobody counts so many, and a negative count would be money back


@dataclass(frozen=True)
class Usage:
    """Tokens that a provider says it counted; null where it says nothing."""

    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None

    def __add__(self, other: Usage) -> Usage:
        """Return both together; what one of them does not tell counts as nothing, what neither tells is null."""
        return Usage(
            _sum(self.input, other.input),
            _sum(self.cached, other.cached),
            _sum(self.output, other.output),
            _sum(self.reasoning, other.reasoning),
        )


@dataclass(frozen=True)
class Completion:
    """The first choice of a chat completion."""

    content: str | None
    refusal: str | None
    finish_reason: str | None
    usage: Usage = field(default_factory=Usage)


def completion(raw: bytes) -> Completion:
    """Return the envelope that the body of a reply writes.

    Raises:
        ValueError: the body is no chat completion (an HTML page, broken JSON, no choices).
    """
    try:
        body = json.loads(raw)
    except RecursionError as error:
        raise ValueError("the reply of the server is nested too deep") from error
    except ValueError as error:
        raise ValueError("the reply of the server is not JSON") from error
    choices = _of(body, "choices")
    message = _of(choices[0], "message") if isinstance(choices, list) and choices else None
    if not isinstance(message, dict):
        raise ValueError("the reply of the server is no chat completion")  # noqa: TRY004 - a value of the server's
    return Completion(
        _text(message, "content"),
        _text(message, "refusal"),
        _text(choices[0], "finish_reason"),
        _usage(_of(body, "usage")),
    )


def _sum(a: int | None, b: int | None) -> int | None:
    return a if b is None else (a or 0) + b


def _usage(told: Any) -> Usage:  # noqa: ANN401 - a provider's JSON
    return Usage(
        input=_count(told, "prompt_tokens"),
        cached=_count(_of(told, "prompt_tokens_details"), "cached_tokens"),
        output=_count(told, "completion_tokens"),
        reasoning=_count(_of(told, "completion_tokens_details"), "reasoning_tokens"),
    )


def _of(node: Any, key: str) -> Any:  # noqa: ANN401 - a provider's JSON
    return node.get(key) if isinstance(node, dict) else None


def _text(node: Any, key: str) -> str | None:  # noqa: ANN401 - a provider's JSON
    value = _of(node, key)
    # Half of a surrogate pair is JSON, but no text that could be written anywhere.
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else None


def _count(node: Any, key: str) -> int | None:  # noqa: ANN401 - a provider's JSON
    value = _of(node, key)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _ABSURD else None
