"""What a server tells of its limits in `x-ratelimit-*` headers, as OpenAI and its likes send them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PART = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|m|h|d)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_MINUTE = 60.0


@dataclass(frozen=True)
class Told:
    """One limit: how many units there can be, how many are left, and how fast they come back.

    Attributes:
        limit: the most that the server lets stand.
        left: units left now.
        rate: units a second that come back.
    """

    limit: float
    left: float
    rate: float


def told(headers: Mapping[str, str], kind: str) -> Told | None:
    """Return the limit of `kind` (`requests` or `tokens`) that `headers` tell, null where they tell none.

    `limit` alone is taken for units a minute. Where `reset`, the time until all units are back,
    says that they come back more slowly (a daily limit), that is believed.
    """
    limit = _number(headers.get(f"x-ratelimit-limit-{kind}"))
    left = _number(headers.get(f"x-ratelimit-remaining-{kind}"))
    if not limit or left is None:
        return None
    reset = duration(headers.get(f"x-ratelimit-reset-{kind}", ""))
    rate = limit / _MINUTE
    if reset and left < limit:
        rate = min(rate, (limit - left) / reset)
    return Told(limit, left, rate)


def duration(text: str) -> float | None:
    """Return the seconds that `text` writes: `1m30s`, `250ms`, `8.64s`, or a bare number of seconds."""
    bare = _number(text)
    if bare is not None:
        return bare
    parts = _PART.findall(text.strip())
    if not parts or "".join(number + unit for number, unit in parts) != text.strip():
        return None
    return sum(float(number) * _SECONDS[unit] for number, unit in parts)


def _number(text: str | None) -> float | None:
    if text is None or not re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", text):
        return None
    return float(text)
