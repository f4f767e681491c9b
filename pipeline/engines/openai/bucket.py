"""A token bucket by reservation: whoever draws is told how long to wait for what was drawn.

The algorithm is the generic cell rate algorithm of ITU-T I.371, seen from the bucket's side.
"""

from __future__ import annotations


class Bucket:
    """Fills at `rate` a second up to `capacity`; may be overdrawn, which is what waiting pays back.

    Args:
        rate: units a second.
        capacity: units at most, which is also what it holds at first.
        now: the clock's reading, in seconds.
    """

    def __init__(self, rate: float, capacity: float, now: float) -> None:
        self.rate = rate
        self.capacity = capacity
        self._level = capacity
        self._at = now

    def draw(self, units: float, now: float) -> float:
        """Take `units` and return the seconds after which they are there."""
        self._fill(now)
        self._level -= units
        return max(0.0, -self._level / self.rate)

    def give_back(self, units: float, now: float) -> None:
        """Return `units` that were drawn and not used (or draw more, when negative)."""
        self._fill(now)
        self._level += units

    def cancel(self, units: float, now: float) -> None:
        """Take back a draw that was waited for in vain; the time it took fills nothing beyond the capacity."""
        self._fill(now)
        self._level = max(self._level, min(self.capacity, self._level + units))

    def hold_at_most(self, units: float, now: float) -> None:
        """Correct the level downwards to what the server says is left."""
        self._fill(now)
        self._level = min(self._level, units)

    def _fill(self, now: float) -> None:
        # What was given back may stand above the capacity; it is not lost, but nothing is added to it.
        if self._level < self.capacity:
            self._level = min(self.capacity, self._level + (now - self._at) * self.rate)
        self._at = now
