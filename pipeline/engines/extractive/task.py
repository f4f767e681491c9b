"""The task of a paper as a short noun phrase, in the words of its abstract."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.sentence import Sentence

_MOST_WORDS = 8
_HEAD = r"(?:methods?|framework|approach|algorithms?|models?|technique|strategy|paradigm|mechanism|pipeline|system|benchmark|dataset|recipe|scheme|variant|solution|architecture|procedure|metric)"
_STOP = r"(?=\s*(?:[,;:.(—]|$)|\s(?:that|which|by|using|with|via|based|in\s+(?:this|the)|where|when|while|on|to|and\s+(?:we|show)|through|from|under|without|featuring)\b)"
_FOR = re.compile(rf"\b{_HEAD}\s+(?:for|of)\s+(?P<task>(?!the\s+first|this\b|these\b|its\b).*?){_STOP}", re.IGNORECASE)
_OF = re.compile(rf"\b(?:problem|task|challenge)s?\s+of\s+(?P<task>.*?){_STOP}", re.IGNORECASE)
_KIND = re.compile(
    rf"\b(?:an?|the\s+first)\s+(?:(?:novel|new|simple|efficient|effective|general|unified|innovative|lightweight|practical|principled|automated|trainable|first|simple\s+but\s+effective|and|but|yet|computationally|conceptually|fully)[\s,]+)*(?P<task>(?:[\w‐‑/-]+\s+){{1,4}}?){_HEAD}\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:[^,]{0,40}\b(?:in|of|for|the\s+field\s+of)\s+)?(?P<task>[A-Z][^,;:.]*?)\s*(?:\([^()]*\)\s*)?(?:,\s*which\b.*?,\s*)?\s(?:is|are|has|have|can|plays?|requires?|enables?|remains?|aims?|demands?|offers?|typically|often|rely|relies|presents?|achieves?|improves?|with|in\s+modern|fundamentally|increasingly|allows?|extract|group|groups|refers?)\b"
)
_LITTLE = re.compile(r"^(?:the|an?|our|such|this|these|its)\s+", re.IGNORECASE)
_EMPTY = frozenset({"", "novel", "new", "simple", "unified", "general", "two-stage", "it", "this", "them", "two-step"})


def find_task(sentences: Sequence[Sentence], method: Sentence | None) -> str:
    """Return the task that an abstract is about, empty where none can be told."""
    told = method.text if method is not None else ""
    first = sentences[0].text if sentences else ""
    candidates = [match["task"] for pattern in (_FOR, _KIND, _OF) for match in pattern.finditer(told)]
    candidates += [match["task"] for pattern in (_OF, _SUBJECT) for match in pattern.finditer(first)]
    return next(filter(None, map(_short, candidates)), "")


def _short(phrase: str) -> str:
    phrase = _LITTLE.sub("", phrase.strip(" ,"))
    words = phrase.split()
    return phrase if phrase.lower() not in _EMPTY and len(words) <= _MOST_WORDS else ""
