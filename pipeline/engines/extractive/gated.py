"""Patterns that are tried only where a word stands without which they cannot match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from pipeline.engines.extractive.passage import Passage


class Gated(NamedTuple):
    """A pattern in small letters and the words of which one must be there; most texts are spared the search."""

    words: frozenset[str]
    pattern: re.Pattern[str]

    def found(self, low: str, bag: AbstractSet[str]) -> bool:
        """Tell whether the pattern is found in `low`, a text in small letters, whose words are `bag`."""
        return not self.words.isdisjoint(bag) and self.pattern.search(low) is not None

    def matches(self, passage: Passage) -> Iterator[re.Match[str]]:
        """Return the matches of the pattern in the small letters of `passage`."""
        return iter(()) if self.words.isdisjoint(passage.bag) else self.pattern.finditer(passage.low)


def gated(words: str | frozenset[str], pattern: str) -> Gated:
    """Return the pattern, verbose and in small letters, gated by `words` (parted by blanks, or a set)."""
    gate = frozenset(words.split()) if isinstance(words, str) else words
    return Gated(gate, re.compile(pattern, re.VERBOSE))
