"""What a claim compares with, by the words that introduce it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.gated import gated
from pipeline.engines.extractive.phrases import END, PLACE, WORDS, listed, tells
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_BASELINE = gated(
    verbs.BEAT
    | verbs.RAISE
    | wordset(
        """
        compared relative comparable superior equivalent similar close comparison than versus vs against par competitive
        matches matching match over faster better
        """
    ),
    rf"""
    \b(?: (?:compared|relative|comparable|superior|equivalent|similar|close)\s+(?:to|with|against)
        | in\s+comparison\s+(?:to|with)
        | (?<!rather\s)(?<!other\s)than(?:\s+(?:that|those)\s+of)? | versus | vs\.? | against | on\s+par\s+with
        | competitive\s+with
        | improv(?:e|es|ed|ing)\s+(?:up)?(?P<on>on|over) | {verbs.one_of(verbs.BEAT)}
        | (?:(?<=to\s)|(?<=can\s)|(?<=we\s)|(?<=and\s)|(?<=that\s))match
        | matches | (?:(?<=,\s)|(?<=while\s)|(?<=and\s)|(?<=\A))matching
        | (?:improv\w+|gains?|speed-?ups?|reductions?|increases?|advantages?|faster|better)\b [^,;]{{0,120}}? \bover
      )\s+
    (?P<name>{WORDS}) (?={END}{PLACE})
    """,
)
_NONE = re.compile(
    r"""
    \W | \d | .{0,60}\b(?:limitations?|challenges?|issues?|problems?)\b
    | (?:ever|half|one|two|expected|before|just|only|chance|the\s(?:number|amount)|a\s(?:wide|range|variety)|various
        |multiple|all|some|many|those|it|this|that|responses
        |in|on|at|with|for|when|if|by|to)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "The accuracy of full training": what is matched is full training.
_MEASURE_OF = re.compile(
    r"(?:the\s+)?(?:[\w-]+\s+){0,2}(?:performance|accurac(?:y|ies)|quality|results?|scores?|capabilit(?:y|ies)|speed|efficiency)\s+of\s+(?:the\s+)?",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b(?:methods?|approach(?:es)?|baselines?|models?|works?|results?|state|SOTA|algorithms?|techniques?|systems?|best)\b",
    re.IGNORECASE,
)


def baseline(text: str, bag: AbstractSet[str]) -> str | None:
    """Return what a claim compares with, as the claim names it; `bag` holds its words."""
    for match in _BASELINE.matches(text, bag):
        name = listed(text, match)
        if match["on"] == "on" and _WORK.search(name) is None:
            continue  # "improves on the Atari games" tells where
        of = _MEASURE_OF.match(name)
        name = name[of.end() :] if of is not None else name
        if name and not _NONE.match(name) and not tells(name):
            return name
    return None
