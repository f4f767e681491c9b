"""What an answer other than a usable 200 means: try again, give this paper up, or stop the run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Mapping

_TRY_AGAIN = frozenset({408, 409, 429})
_SERVER_ERROR = 500
_NEVER_FOR_ANYONE = frozenset({401, 402, 403, 404, 405, 407})
_REDIRECT = range(300, 400)
_TOO_LARGE = 413
_KEY = "Check OPENAI_API_KEY and what it may use."
_MENDS = {401: _KEY, 403: _KEY, 407: _KEY, 402: "Add credit at the provider, then run the same command."}

_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_credits"})
_NO_MODEL = frozenset({"model_not_found", "invalid_model", "DeploymentNotFound"})
_TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length"})
_FILTERED = frozenset({"content_filter", "content_policy_violation"})


class TryAgain(Exception):  # noqa: N818 - a signal to the retry loop
    """This attempt failed in a way that passes.

    Attributes:
        wait: seconds that the server asked to be left alone, 0 where it asked nothing.
    """

    def __init__(self, message: str, wait: float = 0.0, raw: str | None = None) -> None:
        super().__init__(message)
        self.wait = wait
        self.raw = raw


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
        """The `error` object, empty where the server sends none."""
        found = self.body.get("error") if isinstance(self.body, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def marks(self) -> frozenset[str]:
        """Its `type` and `code`, which mean the same in every language and version."""
        return frozenset(str(self.error[key]) for key in ("type", "code") if self.error.get(key))

    @property
    def message(self) -> str:
        """What the server says, short."""
        return str(self.error.get("message") or self.text.strip()[:200] or "no message")

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.message}"


def fault(refusal: Refusal) -> TryAgain | NotThisPaper | Nobody:
    """Return what `refusal` means, as the exception to raise.

    Types and codes decide before the status: an exhausted quota comes as a 429, and waiting for
    it never helps.
    """
    return _by_mark(refusal) or _by_status(refusal)


def _by_mark(refusal: Refusal) -> NotThisPaper | Nobody | None:
    told, marks = str(refusal), refusal.marks
    if marks & _QUOTA:
        return Nobody(told, "Add credit or raise the limit at the provider, then run the same command.")
    if marks & _NO_MODEL:
        return Nobody(told, "Name a model that this address serves with --model.")
    if marks & _FILTERED:
        return NotThisPaper(State.CONTENT_FILTER, told, refusal.text)
    return NotThisPaper(State.TOO_LONG, told, refusal.text) if marks & _TOO_LONG else None


def _by_status(refusal: Refusal) -> TryAgain | NotThisPaper | Nobody:
    told, status = str(refusal), refusal.status
    if status in _TRY_AGAIN or status >= _SERVER_ERROR:
        return TryAgain(told, server_wait(refusal.headers), refusal.text)
    if status in _NEVER_FOR_ANYONE or status in _REDIRECT:
        return Nobody(told, _MENDS.get(status, "Check --base-url and --model."))
    return NotThisPaper(State.TOO_LONG if status == _TOO_LARGE else State.PROVIDER_ERROR, told, refusal.text)


def server_wait(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Return the seconds that a server asks to wait: `retry-after-ms`, seconds or an HTTP date.

    Nonsense, and times in the past, are 0.
    """
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if not value:
            continue
        try:
            return max(0.0, float(value)) * scale if float(value) < float("inf") else 0.0
        except ValueError:
            return _until(value, now or datetime.now(UTC))
    return 0.0


def _until(http_date: str, now: datetime) -> float:
    try:
        moment = parsedate_to_datetime(http_date)
    except ValueError:
        return 0.0
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
