"""The area of a paper, by cue phrases that its words carry."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.paper import Paper
    from pipeline.taxonomy import Taxonomy

_WORD = re.compile(r"[^\W_]+(?:[-‐‑'][^\W_]+)*")
_LITTLE = frozenset(
    {
        "and",
        "or",
        "of",
        "the",
        "to",
        "for",
        "in",
        "on",
        "with",
        "etc",
        "other",
        "including",
        "a",
        "an",
        "i.e",
        "e.g",
        "none",
        "above",
        "applications",
        "topics",
        "learning",
        "methods",
        "systems",
    }
)
_TITLE_WEIGHT = 3
_REPEATS = 3
"""How often a cue counts at most: an area is not likelier because an abstract repeats itself."""


class _Cue(NamedTuple):
    words: tuple[str, ...]
    area: int
    weight: float


class AreaFinder:
    """Finds the area of a paper in a taxonomy."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._names = taxonomy.names
        self._by_first: dict[str, list[_Cue]] = {}
        for place, area in enumerate(taxonomy.areas):
            for phrase, weight in (area.cues or _own_words(area.name)).items():
                words = tuple(_words(phrase))
                if words:
                    self._by_first.setdefault(words[0], []).append(_Cue(words, place, weight))

    def area(self, paper: Paper) -> str:
        """Return the area whose cues weigh most, the taxonomy's last where none is met."""
        met: Counter[_Cue] = Counter()
        for text, weight in (
            (paper.abstract, 1),
            (paper.title or "", _TITLE_WEIGHT),
            ("; ".join(paper.keywords), _TITLE_WEIGHT),
        ):
            for cue in self._cues(_words(text)):
                met[cue] += weight
        scores = [0.0] * len(self._names)
        for cue, times in met.items():
            scores[cue.area] += cue.weight * min(times, _REPEATS)
        best = max(scores)
        return self._names[scores.index(best)] if best > 0 else self._names[-1]

    def _cues(self, words: list[str]) -> Iterator[_Cue]:
        for place, word in enumerate(words):
            for cue in self._by_first.get(word, ()):
                if len(cue.words) == 1 or tuple(words[place : place + len(cue.words)]) == cue.words:
                    yield cue


def _words(text: str) -> list[str]:
    """Return words in lower case, plurals folded."""
    return [_singular(word) for word in _WORD.findall(text.lower())]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "is", "us")) else word


def _own_words(name: str) -> dict[str, float]:
    return {word: 1.0 for word in _words(name) if word not in _LITTLE}
