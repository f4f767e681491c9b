"""Lines of the two kinds of file: an ask in a batch, and what an ask in a batch came to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.engines.interface import NotSupported
from pipeline.engines.openai.faults import Nobody, NotThisPaper, Refusal, fault
from pipeline.exchange import Reply, canonical
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.parse import Unusable, parse

if TYPE_CHECKING:
    from collections.abc import Collection

    from pipeline.exchange import Request

ENDPOINT = "/v1/chat/completions"

_BEFORE_KEY = b'{"custom_id":"'
_AFTER_KEY = f'","method":"POST","url":"{ENDPOINT}","body":'.encode()
_KEY_LENGTH = 64
_OK = 200
_SETTLED = frozenset({State.REFUSED, State.CONTENT_FILTER, State.TRUNCATED, State.TOO_LONG, State.FORMAT_ERROR})


@dataclass(frozen=True)
class Result:
    """What one ask of a batch came to.

    Attributes:
        key: that of the request.
        state: `ok`, the failure that the reply is, or `pending` where the ask was not served.
        message: what to say of a result that is not ok.
        reply: the reply, where one came; it was paid for.
        content: what the model wrote, or what came instead, where it is of no use.
        nobody: the provider would serve no ask at all.
    """

    key: str
    state: State
    message: str = ""
    reply: Reply | None = None
    content: str | None = None
    nobody: bool = False


def ask_row(request: Request) -> bytes:
    """Return the line of an input file that asks exactly `request`, to the byte, under its own key."""
    return _BEFORE_KEY + request.key.encode() + _AFTER_KEY + request.payload + b"}\n"


def key_of(row: bytes) -> bytes:
    """Return the key of a line that `ask_row` wrote, as 32 bytes, without reading all of the line."""
    start = len(_BEFORE_KEY)
    return bytes.fromhex(row[start : start + _KEY_LENGTH].decode())


def result(row: bytes, areas: Collection[str]) -> Result | None:
    """Return what a line of a result or error file says, null where it is no such line.

    Args:
        row: the line.
        areas: those that a reply may name.
    """
    try:
        told: Any = json.loads(row)
    except (ValueError, RecursionError):
        return None
    key = told.get("custom_id") if isinstance(told, dict) else None
    if not isinstance(key, str):
        return None
    response = told.get("response")
    if not isinstance(response, dict) or response.get("status_code") is None:
        return Result(key, State.PENDING, _unserved(told.get("error")))
    if response["status_code"] == _OK:
        return _replied(key, Reply(canonical(response.get("body"))), areas)
    return _refused(key, response)


def _replied(key: str, reply: Reply, areas: Collection[str]) -> Result:
    found = parse(reply, areas)
    if isinstance(found, Extraction):
        return Result(key, State.OK, reply=reply)
    return Result(key, *_ended(found), reply=reply, content=found.content)


def _refused(key: str, response: dict[str, Any]) -> Result:
    body = response.get("body")
    status = response["status_code"]
    told = fault(Refusal(status if isinstance(status, int) else 0, {}, canonical(body).decode(), body))
    match told:
        case NotThisPaper():
            return Result(key, *_ended(Unusable(told.state, str(told))), content=told.raw)
        case Nobody() | NotSupported():
            return Result(key, State.PENDING, str(told), nobody=isinstance(told, Nobody))
        case _:
            return Result(key, State.PENDING, str(told))


def _ended(failed: Unusable) -> tuple[State, str]:
    """Return the state and the message; a fault of the server is no end, since nothing was served."""
    return (failed.state if failed.state in _SETTLED else State.PENDING), failed.message


def _unserved(error: Any) -> str:  # noqa: ANN401 - a provider's JSON
    message = error.get("message") if isinstance(error, dict) else None
    return str(message or "the batch ended before this ask was served")
