"""Where the phrases of a claim end: what a baseline, a setting and a metric are cut by."""

from __future__ import annotations

import re

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.wordset import wordset

# Where any phrase ends, and where a phrase of things rather than of places ends.
END = r"""
    \s*(?:[,;:()—]|\.(?:\s|$)|$)
  | \s(?:while|whereas|when|where|which|that|who|by|without|thereby|because|since|despite|via|through|due|even|we
    |meanwhile|near|within|rather|instead|though|although|if|after|before|is|are|was|were|has|have|can
        |and\s+[~<>≈]?\d
        |and\s+(?:an?|leads?|helps?|enables?|provides?|yields?|requires?|offers?|gives?)\s
        |and\s+(?:\w+ly\s+)?(?:\w+ing|(?:achiev|improv|reduc|show|maintain|outperform|perform|obtain|is|are|can|has
          |have)\w*)
        |to\s+(?:show|demonstrate|validate|verify|evaluate|assess))\b
"""
WORDS = r"[^\s,;:()—]+(?:\s[^\s,;:()—]+){0,24}?"
PLACE = (
    r"| \s(?:(?<!based\s)(?<!trained\s)(?<!built\s)on|in|across|under|for|at|with|over|using|during|compared|relative"
    r"|regardless|from|among|as)\b"
)

# "strong unimodal, latent-fusion, and adapter-based baselines": one thing, however many commas.
_MORE_OF_A_LIST = re.compile(
    rf"""
    (?:,\s+[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,3}}?){{0,4}},?\s+(?:and|or)\s+(?!(?:our|we|it|this|its|their|the|more|less|even)\b)[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,4}}?(?={END}{PLACE})
    """,
    re.VERBOSE,
)
_ADJECTIVES_MORE = re.compile(rf"(?:,\s+[\w‐‑-]+){{1,3}}?\s[\w‐‑-]+(?=\s*(?:[,;:()—.]|$){PLACE})", re.VERBOSE)
_ADJECTIVE = re.compile(
    r"(?:strong|simple|recent|large|small|existing|competitive|well-known|[\w-]+(?:ed|ive|al|ous|ful))$"
)
_PREDICATES = ((verbs.CLAIM | verbs.FIND) - verbs.NOUNS) | wordset("is are we it lead leads can")
_DANGLING = wordset("""
    and or while both but respectively to can when further also up more as only based of the a not then show shows
    demonstrate demonstrates
    """)


def listed(text: str, match: re.Match[str]) -> str:
    """Return the phrase that `match` calls `name`, with the rest of the list that it begins."""
    start, end = match.span("name")
    if text[end : end + 1] == ",":
        more = _MORE_OF_A_LIST.match(text, end)
        if more is None and _ADJECTIVE.match(text[start:end]) is not None:
            more = _ADJECTIVES_MORE.match(text, end)
        if more is not None and not tells(more[0]):
            end = more.end()
    return bare(text[start:end])


def bare(phrase: str) -> str:
    """Return `phrase` without what hangs on its ends."""
    words = phrase.strip(" .,-—\n").split()
    while len(words) > 1 and words[-1].lower() in _DANGLING:
        words.pop()
    return " ".join(words)


def tells(phrase: str) -> bool:
    """Tell whether a phrase is more than one: a verb stands in it."""
    return not _PREDICATES.isdisjoint(phrase.lower().split())
