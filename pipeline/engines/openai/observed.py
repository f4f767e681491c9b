"""The rate that a silent server grants, told from its answers: for those that send a 429 and no limits.

A rate is learnt in three steps. The first refusal ends what the server let through as a burst; from
there on answers are counted. The second puts them in a number, which then grows fast until it is
refused: that is the limit. From there on it grows slowly, so that the limit is seldom met.

Some servers refuse now and then whatever the rate. A refusal well below the limit that was found is
one of those: it says nothing of the rate, unless they become so many that the limit must have moved.
"""

from __future__ import annotations

from collections import deque

_WINDOW = 10.0  # seconds that are looked back on
_SEARCH = 0.05  # growth of the rate, a second, until a limit is found
_GROWTH = 0.0005  # after that: found too low it recovers, found right it meets a 429 seldom
_BACK_OFF = 0.96  # of what was granted, so that the server's bucket can fill a little
_NEAR = 0.985  # of the limit: from here on a refusal is explained by the rate
_ENOUGH = 1.0  # seconds of answers that tell a rate
_STEP = 2.0  # seconds between two numbers while a limit is looked for
_FEW = 5  # answers, or refusals, that tell nothing


class ObservedRate:
    """Counts answers, so that a rate limit can be put in numbers."""

    def __init__(self) -> None:
        self._answers: deque[float] = deque()
        self._begun = float("inf")
        self._told_at = float("-inf")
        self._limit: float | None = None
        self._good = 0
        self._odd = 0

    def answered(self, now: float) -> None:
        """Note an answer."""
        if self._begun <= now:
            self._answers.append(now)
            self._forget(now)
        self._good += 1

    def refused(self, now: float, rate: float | None) -> float | None:
        """Return the requests a second to go at after a refusal.

        Args:
            now: the clock's reading, in seconds.
            rate: requests a second until now; null: as fast as answers come.
        """
        if rate is not None and self._limit is not None and rate < _NEAR * self._limit:
            self._odd += 1
            if self._odd < max(_FEW, self._good):
                return rate
            self._limit = rate = None
            self._restart(now)
        granted = self._granted(now)
        if granted is None or (self._limit is None and now < self._told_at + _STEP):
            return rate
        if self._limit is not None:
            self._limit = max(granted, _NEAR * self._limit)
        elif now - self._begun >= _WINDOW:
            self._limit = granted
        self._told_at = now
        self._good = self._odd = 0
        return _BACK_OFF * granted

    def grown(self, rate: float, seconds: float) -> float:
        """Return `rate` after `seconds` without a refusal."""
        return rate * (1 + (_SEARCH if self._limit is None else _GROWTH) * seconds)

    def _granted(self, now: float) -> float | None:
        """Return the answers a second that came of late, null where they tell none yet."""
        if self._begun > now:
            self._restart(now)
        self._forget(now)
        passed = now - self._begun
        if passed < _ENOUGH or len(self._answers) < _FEW:
            return None
        return len(self._answers) / min(_WINDOW, passed)

    def _restart(self, now: float) -> None:
        self._answers.clear()
        self._begun = now

    def _forget(self, now: float) -> None:
        while self._answers and self._answers[0] <= now - _WINDOW:
            self._answers.popleft()
