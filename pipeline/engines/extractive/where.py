"""On what a result was reached, by the words that introduce it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive.gated import gated
from pipeline.engines.extractive.phrases import END, WORDS, listed, tells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.passage import Passage

_PLACES = (
    r"(?:tasks?|datasets?|benchmarks?|settings?|scenarios?|domains?|languages?|environments?|conditions?|regimes?)"
)
_SHOWN = r"""
  | \s(?:demonstrates?|shows?|reveals?|suggests?|indicates?|confirms?|leads?|yields?|gives?|with|compared|relative
      |in\s+terms|against|than|over|can)\b
"""
_ON = gated(
    "on across under over",
    rf"""
    \b(?: on | across | under | over\s+(?=\d|multiple|various|diverse|a\s+(?:wide|broad)) )\s+
    (?P<name>{WORDS}) (?={END}{_SHOWN})
    """,
)
_IN = gated(
    "in for",
    rf"""
    \b(?: performance\s+(?:in|for)\s+(?P<name>{WORDS}) (?={END}{_SHOWN})
        | (?:in|for)\s+(?P<places>(?:(?!of\s)[^\s,;:()—]+\s){{1,6}}?{_PLACES}) (?={END}{_SHOWN}|\sto\b) )
    """,
)
# What stands before an "on" that tells something else than where: "relies on", "trained on", "the effect on".
_NOT_AFTER = re.compile(
    r"""
    (?:\bbased|\brel(?:y|ies|ying)|\bdepend(?:s|ent|ing)?|\bfocus\w*|\bprimarily|\beffects?|\bimpacts?|\binfluence|\bbuil[dt]s?
      |\bconditioned|\b(?:pre-?|fine-?)?train(?:ed|ing)|\b(?:fine-?)?tun(?:ed|ing)|\bfinetun(?:ed|ing)|\bconstraints?|\bfounded
      |\boperat\w+|\bbounds?|\binsights?|\binformation|\bemphasis|\bburden|\bheavily|\bon)\s*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOT_WHERE = re.compile(
    r"""
    (?:the\s)?(?:target\s)?(?:task|setting|domain|language|dataset|space|case)s?$ | (?:this|that|these|those)\s
    | (?:par|average|top|terms|which|whom|time|the\s(?:one|other)\shand|the\s(?:\w+\s)?(?:curve|fly|basis|contrary))\b
    | .*\b(?:dimensions?|ratios?|basis|average|terms|extent|manner|way|principles?|metrics?|scores?|measures?)$
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "On both tasks and controls complexity better on the third": what follows "and" is told of something else.
_ANOTHER_CLAUSE = re.compile(r"\sand\s(?=.*\s(?:on|over|than|better|while)\s).*$")
# "On four datasets FOO is faster": no comma parts the place from the subject.
_PREDICATE = re.compile(r"\s(?:is|are|was|were|has|have|can)\s")
_SUBJECT = re.compile(r"\s(?:(?:our|the|its?|we)\b.*|\S+)$")
_COUNTED = re.compile(r"\d+\s+\w")
_NEAR = 24


def setting(passages: Sequence[Passage]) -> str | None:
    """Return on what a result was reached, as the first of `passages` that tells it names it."""
    for pattern in (_ON, _IN):
        for passage in passages:
            for match in pattern.matches(passage):
                name = _name(passage.text, match)
                if name is not None:
                    return name
    return None


def _name(text: str, match: re.Match[str]) -> str | None:
    if _NOT_AFTER.search(text[max(0, match.start() - _NEAR) : match.start()]) is not None:
        return None
    places = match.groupdict().get("places")
    name = text[slice(*match.span("places"))] if places is not None else listed(text, match)
    name = _ANOTHER_CLAUSE.sub("", name)
    if match.start() == 0 and _PREDICATE.match(text, match.start() + len(match[0])) is not None:
        name = _SUBJECT.sub("", name)
    if len(name) < _SHORTEST or _NOT_WHERE.match(name) or tells(name):
        return None
    return name if not name[0].isdigit() or _COUNTED.match(name) else None


_SHORTEST = 2
