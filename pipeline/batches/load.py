"""How much goes into one input file: requests, bytes, and the tokens that may be enqueued at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Load:
    """What a file holds."""

    requests: int = 0
    size: int = 0
    tokens: int = 0

    def __add__(self, other: Load) -> Load:
        """Return both together."""
        return Load(self.requests + other.requests, self.size + other.size, self.tokens + other.tokens)


@dataclass(frozen=True)
class Limits:
    """What a provider takes, OpenAI's numbers by default.

    Attributes:
        requests: in one file.
        size: bytes of one file.
        tokens: input tokens that may be enqueued at once, over all batches; null for no limit that we know.
    """

    requests: int = 50_000
    size: int = 200_000_000
    tokens: int | None = None

    def take(self, load: Load) -> bool:
        """Tell whether one file may hold `load`."""
        return load.requests <= self.requests and load.size <= self.size and self.enqueue(load.tokens)

    def enqueue(self, tokens: int) -> bool:
        """Tell whether so many tokens may be enqueued together."""
        return self.tokens is None or tokens <= self.tokens
