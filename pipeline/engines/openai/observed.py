"""The rate that a silent server grants, told from its answers: for those that send a 429 and no limits."""

from __future__ import annotations

from collections import deque

_WINDOW = 10.0  # seconds that are looked back on
_GROWTH = 0.0005  # of the rate, a second: found too low it recovers, found right it meets a 429 seldom
_BACK_OFF = 0.96  # of what was granted, so that the server's bucket can fill a little
_ENOUGH = 1.0  # seconds of answers that tell a rate
_SLOWEST = 1 / 60


class ObservedRate:
    """Counts answers, so that a rate limit can be put in numbers."""

    def __init__(self) -> None:
        self._answers: deque[float] = deque()
        self._since: float | None = None

    def answered(self, now: float) -> None:
        """Note an answer."""
        if self._since is None:
            self._since = now
        self._answers.append(now)
        self._forget(now)

    def at_limit(self, now: float) -> float | None:
        """Return the answers a second that came of late, which is what the server grants; null too early."""
        self._forget(now)
        if self._since is None or now - self._since < _ENOUGH:
            return None
        return max(_SLOWEST, _BACK_OFF * len(self._answers) / min(_WINDOW, now - self._since))

    @staticmethod
    def grown(rate: float, seconds: float) -> float:
        """Return `rate` after `seconds` without a refusal."""
        return rate * (1 + _GROWTH * seconds)

    def _forget(self, now: float) -> None:
        while self._answers and self._answers[0] <= now - _WINDOW:
            self._answers.popleft()
