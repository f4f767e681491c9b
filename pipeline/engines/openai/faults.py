"""What an answer other than a usable 200 means: try again, give this paper up, or stop the run."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeGuard

from pipeline.engines.interface import NotSupported
from pipeline.failure import State
from pipeline.terminal import inert_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from httpx2 import Response

_TRY_AGAIN = frozenset({408, 409})
_TOO_MANY = 429
_BODY_REFUSED = frozenset({400, 415, 422, 501})
_SERVER_ERROR = 500
_NEVER_FOR_ANYONE = frozenset({401, 402, 403, 404, 405, 407})
_REDIRECT = range(300, 400)
_TOO_LARGE = 413
_LONGEST_WAIT = 600.0
"""Seconds that a server may ask to be left alone; one that asks for more will not serve us now."""

_KEY = "Check the key and what it may use."
_MENDS = {401: _KEY, 403: _KEY, 407: _KEY, 402: "Add credit at the provider, then run the same command."}

_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_credits"})
_NO_KEY = frozenset({"invalid_api_key", "API_KEY_INVALID", "authentication_error", "UNAUTHENTICATED"})
_NO_MODEL = frozenset({"model_not_found", "invalid_model", "DeploymentNotFound"})
_TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length"})
_LENGTH = re.compile(r"context (?:length|window|size)|too (?:long|large)|exceeds? .*(?:tokens|context)", re.IGNORECASE)
_ROOM_TOO_LARGE = re.compile(r"max_(?:completion_)?tokens\W+.{0,40}\btoo large", re.IGNORECASE)
_ROOM = ("max_completion_tokens", "max_tokens")
_FIELDS = {
    "response_format": re.compile(r"response_format|json_schema|json_object|structured output|guided_json|grammar"),
    "max_completion_tokens": re.compile(r"max_completion_tokens(?! instead)(?!' instead)"),
    "max_tokens": re.compile(r"\bmax_tokens\b"),
    "temperature": re.compile(r"\btemperature\b"),
}
"""The fields of a body that some model or server refuses, by how their errors speak of them."""

_MESSAGE_KEPT = 500  # characters
_FILTERED = frozenset({"content_filter", "content_policy_violation"})


class TryAgain(Exception):  # noqa: N818 - a signal to the retry loop
    """This attempt failed in a way that passes.

    Attributes:
        cause: the kind of failure, for the record.
        wait: seconds that the server asked to be left alone, 0 where it asked nothing.
    """

    def __init__(self, cause: str, message: str, wait: float = 0.0, raw: str | None = None) -> None:
        super().__init__(message)
        self.cause = cause
        self.wait = wait
        self.raw = raw


class RateLimited(TryAgain):
    """A 429 that passes when we go more slowly."""


class NotThisPaper(Exception):  # noqa: N818 - one paper's end, not the run's
    """The provider will not answer this very ask, and would not later."""

    def __init__(self, state: State, message: str, raw: str | None = None) -> None:
        super().__init__(message)
        self.state = state
        self.raw = raw


class Nobody(Exception):  # noqa: N818 - the run's end
    """The provider will not serve us at all; `mend` says what the user can do."""

    def __init__(self, cause: str, mend: str) -> None:
        super().__init__(cause)
        self.mend = mend


@dataclass(frozen=True)
class Refusal:
    """A response that is no 200: status, headers (lower case), body as text and as JSON if it is."""

    status: int
    headers: Mapping[str, str]
    text: str
    body: Any

    @property
    def error(self) -> dict[str, Any]:
        """The error object, wherever the server puts it; empty where it sends none.

        OpenAI's is `{"error": {...}}`. Gemini wraps that in a list, Ollama's `error` is the bare
        message, vLLM and FastAPI leave `error` out.
        """
        body = self.body[0] if isinstance(self.body, list) and self.body else self.body
        if not isinstance(body, dict):
            return {}
        found = body.get("error", body)
        if isinstance(found, dict):
            return found
        return {"message": found} if isinstance(found, str) else {}

    @property
    def marks(self) -> frozenset[str]:
        """Its type, code, status and reasons, which mean the same in every language and version."""
        details = self.error.get("details")
        reasons = [detail.get("reason") for detail in details if isinstance(detail, dict)] if _is_list(details) else []
        return frozenset(str(mark) for mark in (*map(self.error.get, ("type", "code", "status")), *reasons) if mark)

    @property
    def message(self) -> str:
        """What the server says: short, on one line, and nothing in it that steers a terminal."""
        told = self.error.get("message") or self.error.get("detail") or self.text
        return inert_line(str(told))[:_MESSAGE_KEPT] or "no message"

    @property
    def told_of(self) -> str:
        """The field that the error names, else all that it says."""
        return str(self.error.get("param") or self.message)

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.message}"


def refusal_in(response: Response, content: bytes) -> Refusal:
    """Return `response` as a refusal, its body being `content`."""
    try:
        body: Any = json.loads(content)
    except (ValueError, RecursionError):
        body = None
    return Refusal(response.status_code, response.headers, content.decode(errors="backslashreplace"), body)


def root_cause(error: BaseException) -> BaseException:
    """Return the first cause of `error`, which alone says what went wrong."""
    met = {id(error)}
    while (cause := error.__cause__ or error.__context__) is not None and id(cause) not in met:
        error = cause
        met.add(id(error))
    return error


def fault(refusal: Refusal) -> TryAgain | NotThisPaper | NotSupported | Nobody:
    """Return what `refusal` means, as the exception to raise.

    Types and codes decide before the status: an exhausted quota comes as a 429, and waiting for
    it never helps.
    """
    return _by_mark(refusal) or _by_field(refusal) or _by_status(refusal)


def _is_list(value: Any) -> TypeGuard[list[Any]]:  # noqa: ANN401 - a server's JSON
    return isinstance(value, list)


def _by_mark(refusal: Refusal) -> NotThisPaper | Nobody | None:
    told, marks = str(refusal), refusal.marks
    if marks & _QUOTA:
        return Nobody(told, "Add credit or raise the limit at the provider, then run the same command.")
    if marks & _NO_KEY:
        return Nobody(told, _KEY)
    if marks & _NO_MODEL:
        return Nobody(told, "Name a model that this address serves with --model.")
    if marks & _FILTERED:
        return NotThisPaper(State.CONTENT_FILTER, told, refusal.text)
    return NotThisPaper(State.TOO_LONG, told, refusal.text) if marks & _TOO_LONG else None


def _by_field(refusal: Refusal) -> NotSupported | NotThisPaper | None:
    """Read a refusal of the body: of one field of it, or of its length where no code says so."""
    if refusal.status not in _BODY_REFUSED:
        return None
    field = next((name for name, words in _FIELDS.items() if words.search(refusal.told_of)), None)
    if _LENGTH.search(refusal.message):
        # Too much room was asked for, or the prompt itself is too long: the message speaks of both.
        too_much_room = field in _ROOM and _ROOM_TOO_LARGE.search(refusal.message)
        return NotSupported(str(field), str(refusal)) if too_much_room else NotThisPaper(State.TOO_LONG, str(refusal))
    return NotSupported(field, str(refusal)) if field else None


def _by_status(refusal: Refusal) -> TryAgain | NotThisPaper | Nobody:
    told, status = str(refusal), refusal.status
    if status == _TOO_MANY or status in _TRY_AGAIN or status >= _SERVER_ERROR:
        return _after_a_wait(refusal)
    if status in _NEVER_FOR_ANYONE or status in _REDIRECT:
        return Nobody(told, _MENDS.get(status, "Check --base-url and --model."))
    return NotThisPaper(State.TOO_LONG if status == _TOO_LARGE else State.PROVIDER_ERROR, told, refusal.text)


def _after_a_wait(refusal: Refusal) -> TryAgain | Nobody:
    told, wait = str(refusal), server_wait(refusal.headers)
    if wait > _LONGEST_WAIT:
        return Nobody(f"{told}; it asks to be left alone for {wait:.0f} s", "Run the same command again then.")
    if refusal.status == _TOO_MANY:
        return RateLimited("rate limit", told, wait, refusal.text)
    return TryAgain(f"HTTP {refusal.status}", told, wait, refusal.text)


def server_wait(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Return the seconds that a server asks to wait: `retry-after-ms`, seconds or an HTTP date.

    Nonsense, and times in the past, are 0.
    """
    moment = now or datetime.now(UTC)
    forms = (("retry-after-ms", 0.001), ("retry-after", 1.0))
    # The longer of two: one of them may be nonsense, and to come too early is worse than to come late.
    return max(_wait(headers.get(name, "").strip(), scale, moment) for name, scale in forms)


def _wait(value: str, scale: float, now: datetime) -> float:
    try:
        seconds = float(value)
    except ValueError:
        return _until(value, now) if value else 0.0
    return max(0.0, seconds) * scale if math.isfinite(seconds) else 0.0


def _until(http_date: str, now: datetime) -> float:
    try:
        moment = parsedate_to_datetime(http_date)
    except ValueError:
        return 0.0
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
