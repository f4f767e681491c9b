"""Findings that what others do fails: they are findings of the authors, and no advantage of their work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.passage import Passage

_HARMING = wordset("""
    impede impedes impeded hinder hinders hindered hamper hampers hampered hurt hurts harm harms harmed undermine
    undermines undermined worsen worsens worsened degrade degrades degraded deteriorate deteriorates deteriorated
    suffer suffers suffered fail fails failed struggle struggles struggled
    """)
_OWN_OR_LITTLE = wordset("we our it its this less not no never only without hardly barely slightly than")
_WORD = re.compile(r"[a-z]+")
_PREDICATES = _HARMING | (verbs.CLAIM - verbs.NOUNS)


def tells_failing(whole: Passage, start: int, own_names: Sequence[str]) -> bool:
    """Tell whether the finding that begins at `start` is first of all that something not the authors' own does harm."""
    if whole.bag.isdisjoint(_HARMING) or any(whole.text.find(name, start) >= 0 for name in own_names):
        return False
    spoken = _WORD.findall(whole.low, start)
    predicate = next((word for word in spoken if word in _PREDICATES), None)
    return predicate in _HARMING and _OWN_OR_LITTLE.isdisjoint(spoken)
