"""Reply -> extraction, or the named reason why there is none.

Reading is strict: nothing is coerced, closed or guessed. A reply that cannot be used is a value
with its state, since it concerns one paper and the run goes on.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pipeline.extraction import Extraction
from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Collection

    from pipeline.completion import Completion
    from pipeline.exchange import Reply

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_TOLD_ERRORS = 5


@dataclass(frozen=True)
class Unusable:
    """Why a reply gives no extraction; `content` is what the model wrote, if it wrote anything."""

    state: State
    message: str
    content: str | None = None

    def cut(self, length: int) -> Unusable:
        """Return this with no more than `length` characters of the content."""
        return replace(self, content=self.content[:length] if self.content else None)


def parse(reply: Reply, areas: Collection[str]) -> Extraction | Unusable:
    """Return what the reply says, its `area` being one of `areas`."""
    try:
        told = reply.completion
    except ValueError as error:
        return Unusable(State.PROVIDER_ERROR, str(error), reply.raw.decode("utf-8", errors="backslashreplace"))
    return _held_back(told) or _extraction(told.content or "", areas)


def one_object(text: str, decoder: json.JSONDecoder | None = None) -> str:
    """Return the one JSON object that `text` holds, as written, whatever stands around it.

    Code fences, a `<think>` block and notes before or behind are passed over. The same object
    twice is one.

    Raises:
        ValueError: there is none, there are two different ones, a key stands twice in one object,
            or a number is not JSON's (NaN, Infinity); a `decoder` may be less strict in the last two.
    """
    body = _THOUGHT.sub("", text)
    found: list[tuple[Any, str]] = []
    at, complaint = body.find("{"), ""
    while at >= 0:
        try:
            value, end = (decoder or _STRICT).raw_decode(body, at)
        except json.JSONDecodeError as error:
            complaint, end = complaint or f"not JSON: {error.msg} at character {error.pos}", at + 1
        except RecursionError as error:
            raise ValueError("nested too deep to be an answer") from error
        else:
            found.append((value, body[at:end]))
        at = body.find("{", end)
    if not found:
        raise ValueError(complaint or "no JSON object in the reply")
    if any(value != found[0][0] for value, _ in found):
        # Where one could not be read, they may be no more than its parts.
        raise ValueError(complaint or "two different JSON objects in one reply")
    return found[0][1]


def _held_back(told: Completion) -> Unusable | None:
    if told.finish_reason == "content_filter":
        return Unusable(State.CONTENT_FILTER, "the provider's content filter held the reply back", told.content)
    if told.refusal:
        return Unusable(State.REFUSED, f"the model refused: {told.refusal}", told.refusal)
    if told.finish_reason == "length":
        return Unusable(State.TRUNCATED, "the reply was cut at the token limit", told.content)
    if not (told.content or "").strip():
        return Unusable(State.FORMAT_ERROR, "the reply is empty", told.content)
    return None


def _extraction(content: str, areas: Collection[str]) -> Extraction | Unusable:
    try:
        extraction = Extraction.model_validate_json(one_object(content))
    except ValidationError as error:
        return Unusable(State.FORMAT_ERROR, _complaints(error), content)
    except ValueError as error:
        return Unusable(State.FORMAT_ERROR, str(error), content)
    if extraction.area not in areas:
        return Unusable(State.FORMAT_ERROR, f"area: {extraction.area!r} is not one of the areas", content)
    return extraction


def _complaints(error: ValidationError) -> str:
    errors = error.errors(include_url=False)[:_TOLD_ERRORS]
    return "; ".join(f"{'.'.join(map(str, told['loc'])) or 'reply'}: {told['msg']}" for told in errors)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        # Not a JSONDecodeError: the scan must not go on to look inside this very object.
        raise ValueError("a key stands twice in one object")
    return record


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_STRICT = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
