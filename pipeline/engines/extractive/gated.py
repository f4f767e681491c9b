"""Patterns that are tried only where a word stands without which they cannot match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet


class Gated(NamedTuple):
    """A pattern and the words of which one must be there; most texts are spared the search."""

    words: frozenset[str]
    pattern: re.Pattern[str]

    def found(self, text: str, bag: AbstractSet[str]) -> bool:
        """Tell whether the pattern is found in `text`, whose words are `bag`."""
        return not self.words.isdisjoint(bag) and self.pattern.search(text) is not None

    def matches(self, text: str, bag: AbstractSet[str]) -> Iterator[re.Match[str]]:
        """Return the matches of the pattern in `text`, whose words are `bag`."""
        return iter(()) if self.words.isdisjoint(bag) else self.pattern.finditer(text)


def gated(words: str | frozenset[str], pattern: str) -> Gated:
    """Return the pattern, verbose and blind to case, gated by `words` (parted by blanks, or a set)."""
    gate = frozenset(words.split()) if isinstance(words, str) else words
    return Gated(gate, re.compile(pattern, re.VERBOSE | re.IGNORECASE))
