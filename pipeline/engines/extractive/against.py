"""What a claim compares with, by the words that introduce it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.gated import gated
from pipeline.engines.extractive.phrases import END, PLACE, WORDS, listed, tells
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.engines.extractive.passage import Passage

_NAME = rf"\s+(?P<name>{WORDS}) (?={END}{PLACE})"
_BASELINES = (
    gated(
        """
        compared relative comparable superior equivalent similar close comparison than versus vs against par competitive
        """,
        rf"""
        \b(?: (?:compared|relative|comparable|superior|equivalent|similar|close)\s+(?:to|with|against)
            | in\s+comparison\s+(?:to|with)
            | (?<!rather\s)(?<!other\s)than(?:\s+(?:that|those)\s+of)? | versus | vs\.? | against | on\s+par\s+with
            | competitive\s+with
            | (?:comparable|superior|similar|equivalent|competitive)\s+(?:[\w‐‑-]+\s+){{0,3}}?
              (?:performance|accuracy|quality|results?|scores?|speed|efficiency)\s+to
          ){_NAME}
        """,
    ),
    gated(
        verbs.BEAT | wordset("matches matching match improve improves improved improving"),
        rf"""
        \b(?: {verbs.one_of(verbs.BEAT)}
            | improv(?:e|es|ed|ing)\s+(?:up)?(?P<on>on|over)
            | (?:(?<=to\s)|(?<=can\s)|(?<=we\s)|(?<=and\s)|(?<=that\s))match
            | matches | (?:(?<=,\s)|(?<=while\s)|(?<=and\s)|(?<=\A))matching
          ){_NAME}
        """,
    ),
    gated(
        "over",
        rf"""
        \b(?:improv\w+|gains?|speed-?ups?|reductions?|increases?|advantages?|faster|better)\b
        [^,;]{{0,120}}? \bover{_NAME}
        """,
    ),
)
# "Up from 0.88 for Drain"
_FIGURE_OF = gated(
    "from versus vs against compared relative than",
    rf"""
    \b(?:(?:up|down)\s+from | versus | vs\.? | against | (?:compared|relative)\s+(?:to|with) | than)\s+
    [^\w\s]*\d[\d.,]*[^\w\s,;]*(?:\s?[\w%‐‑-]+){{0,2}}?\s(?:for|by|with|using)(?P<of>){_NAME}
    """,
)
_NONE = re.compile(
    r"""
    \W | \d | .{0,60}\b(?:limitations?|challenges?|issues?|problems?)\b
    | (?:ever|date|half|one|two|expected|before|just|only|chance|the\s(?:number|amount)|a\s(?:wide|range|variety)
        |various|both(?!\s)|multiple|all|some|many|those|it|this|that|responses|respect|or|and
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


def baseline(claim: Passage) -> str | None:
    """Return what a claim compares with, as the claim names it."""
    return next((name for match in _in_order(claim) if (name := _name(claim.text, match))), None)


def _in_order(claim: Passage) -> Iterator[re.Match[str]]:
    found = [match for pattern in (*_BASELINES, _FIGURE_OF) for match in pattern.matches(claim)]
    return iter(sorted(found, key=lambda match: match.start()))


def _name(text: str, match: re.Match[str]) -> str:
    name = listed(text, match)
    if match.groupdict().get("on") == "on" and _WORK.search(name) is None:
        return ""  # "improves on the Atari games" tells where
    if match.groupdict().get("of") is not None and _WORK.search(name) is None and name.islower():
        return ""  # "down from 9 ms for large inputs" tells where
    of = _MEASURE_OF.match(name)
    name = name[of.end() :] if of is not None else name
    return "" if _NONE.match(name) or tells(name) else name
