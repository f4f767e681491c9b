"""Sets of words, written as one would write them down."""

from __future__ import annotations


def wordset(text: str) -> frozenset[str]:
    """Return the words of `text`, which blanks part."""
    return frozenset(text.split())
