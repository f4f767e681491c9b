"""What the authors do in a sentence: propose, undertake, or neither."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.engines.extractive import cues

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet


class Stance(IntEnum):
    """How far a sentence tells what the authors did."""

    NONE = 0
    UNDERTAKES = 1
    PROPOSES = 2


_SPEAKERS = frozenset({"we", "paper", "work", "article", "study"})
_POINTERS = frozenset({"this", "our", "present", "the"})
_AND_PROPOSE = frozenset(
    (link, verb) for link in ("and", "then") for verb in ("propose", "introduce", "present", "develop")
)
_REACH = 4
"""How many words after the speaker the verb may stand."""


def stance(words: Sequence[str], bag: AbstractSet[str]) -> Stance:
    """Return what the authors do in the sentence of `words`, whose set is `bag`."""
    if _SPEAKERS.isdisjoint(bag):
        return Stance.NONE
    level = Stance.NONE
    for place, word in enumerate(words):
        if not (word == "we" or (word in _SPEAKERS and place > 0 and words[place - 1] in _POINTERS)):
            continue
        said = frozenset(words[place + 1 : place + 1 + _REACH])
        if said & cues.INTRODUCE:
            return Stance.PROPOSES
        if said & cues.UNDERTAKE:
            level = Stance.UNDERTAKES
    if level and any(pair in _AND_PROPOSE for pair in pairwise(words)):
        return Stance.PROPOSES
    return level
