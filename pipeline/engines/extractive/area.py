"""The area of a paper, by cue phrases that its words carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence
    from pipeline.paper import Paper
    from pipeline.taxonomy import Taxonomy

_LITTLE = wordset("""
    and or of the to for in on with etc other including a an i e g none above applications topics learning methods
    systems
    """)
_TITLE_WEIGHT = 3
_REPEATS = 3
"""How often a cue counts at most: an area is not likelier because an abstract repeats itself."""


class _Cue(NamedTuple):
    rest: tuple[str, ...]
    """The words after the first."""
    area: int
    weight: float
    number: int


class _Start(NamedTuple):
    """The cues that begin with one word, in the order of the taxonomy."""

    alone: list[_Cue]
    """Those that are that word."""
    before: dict[str, list[_Cue]]
    """By a word that may follow in a longer one: the longer ones and those that are the first word."""


class AreaFinder:
    """Finds the area of a paper in a taxonomy; an area without cues is known by the words of its name."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._names = taxonomy.names
        self._unworded: list[tuple[str, int, float]] = []
        cues: dict[str, list[_Cue]] = {}
        number = 0
        for place, area in enumerate(taxonomy.areas):
            for phrase, weight in (area.cues or _own_words(area.name)).items():
                number += 1
                self._learn(cues, phrase, _Cue((), place, weight, number))
        self._by_first = {word: _start(begun) for word, begun in cues.items()}

    def _learn(self, cues: dict[str, list[_Cue]], phrase: str, cue: _Cue) -> None:
        spoken = tuple(words(phrase))
        if not spoken:
            # A script without Latin letters is looked for as it stands.
            self._unworded.append((phrase, cue.area, cue.weight))
        for spelling in dict.fromkeys((spoken, _plural(spoken))) if spoken else ():
            cues.setdefault(spelling[0], []).append(cue._replace(rest=spelling[1:]))

    def area(self, paper: Paper, sentences: Sequence[Sentence]) -> str:
        """Return the area whose cues weigh most in `paper`, the taxonomy's last where none is met."""
        times: dict[int, int] = {}
        scores = [0.0] * len(self._names)
        by_first = self._by_first
        for said, weight in _weighed(paper, sentences):
            for place, word in enumerate(said, start=1):
                if word not in by_first:
                    continue
                alone, before = by_first[word]
                for rest, area, cue_weight, number in before.get(said[place], alone) if place < len(said) else alone:
                    if rest and tuple(said[place : place + len(rest)]) != rest:
                        continue
                    met = times.get(number, 0)
                    counted = min(weight, _REPEATS - met)
                    times[number] = met + counted
                    scores[area] += cue_weight * counted
        for phrase, place, cue_weight in self._unworded:
            scores[place] += cue_weight * (phrase in paper.abstract or phrase in (paper.title or ""))
        best = max(scores)
        return self._names[scores.index(best)] if best > 0 else self._names[-1]


def _start(cues: Sequence[_Cue]) -> _Start:
    seconds = {cue.rest[0] for cue in cues if cue.rest}
    before = {second: [cue for cue in cues if cue.rest[:1] in {(), (second,)}] for second in seconds}
    return _Start([cue for cue in cues if not cue.rest], before)


def _weighed(paper: Paper, sentences: Sequence[Sentence]) -> Iterator[tuple[Sequence[str], int]]:
    for sentence in sentences:
        yield sentence.words, 1
    if paper.title:
        yield words(paper.title), _TITLE_WEIGHT
    for keyword in paper.keywords:
        yield words(keyword), _TITLE_WEIGHT


def _plural(spoken: tuple[str, ...]) -> tuple[str, ...]:
    last = spoken[-1]
    return (*spoken[:-1], last[:-1] + "ies" if last.endswith("y") and last[-2:-1] not in "aeiou" else last + "s")


def _own_words(name: str) -> dict[str, float]:
    return {word: 1.0 for word in words(name) if word not in _LITTLE} or {name.lower(): 1.0}
