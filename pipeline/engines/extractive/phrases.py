"""What a claim is measured by, against and on, by the words that introduce each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.gated import gated
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

_BEAT = verbs.one_of(verbs.BEAT)
_CHANGE = verbs.one_of(verbs.CHANGE)
# "Enhanced" and the like mostly tell what a thing is: they need an article to be the verb.
_CHANGING = verbs.one_of(verb for verb in verbs.CHANGE if not verb.endswith("ed"))
_ATTAIN = verbs.one_of(
    verbs.ATTAIN
    | verbs.KEEP - {"match", "matches", "matched", "matching"}
    | {"demonstrate", "demonstrates", "show", "shows"}
)
_CLAIM_OR_FIND = verbs.one_of(verbs.CLAIM | verbs.FIND)

# Where any phrase ends, and where a phrase of things rather than of places ends.
_END = r"""
    \s*(?:[,;:()—]|\.(?:\s|$)|$)
  | \s(?:while|whereas|when|where|which|that|who|by|without|thereby|because|since|despite|via|through|due|even|we
    |near|within
        |and\s+[~<>≈]?\d
        |and\s+(?:\w+ly\s+)?(?:\w+ing|(?:achiev|improv|reduc|show|maintain|is|are|can|has|have)\w*)
        |to\s+(?:show|demonstrate|validate|verify|evaluate|assess))\b
"""
_WORDS = r"[^\s,;:()—]+(?:\s[^\s,;:()—]+){0,24}?"
_PLACE = r"| \s(?:on|in|across|under|for|at|with|over|using|during|compared|relative|regardless|from|among|as)\b"
_SHOWN = r"""
  | \s(?:demonstrates?|shows?|reveals?|suggests?|indicates?|confirms?|with|compared|relative|in\s+terms
        |against|than|over|can)\b
"""

_BASELINE = gated(
    verbs.BEAT
    | verbs.RAISE
    | wordset(
        """
        compared relative comparable superior equivalent similar close comparison than versus vs against par competitive
        matches matching match over
        """
    ),
    rf"""
    \b(?: (?:compared|relative|comparable|superior|equivalent|similar|close)\s+(?:to|with|against) |
      in\s+comparison\s+(?:to|with)
        | than(?:\s+(?:that|those)\s+of)? | versus | vs\.? | against | on\s+par\s+with | competitive\s+with
        | improv(?:e|es|ed|ing)\s+(?:up)?(?:on|over) | {_BEAT} | (?<!by\s)(?<!of\s)match(?:es|ing)?
        | (?:improv\w+|gains?|speed-?ups?|reductions?|increases?|advantages?|faster|better)\b [^,;]{{0,120}}? \bover
      )\s+
    (?P<name>{_WORDS}) (?={_END}{_PLACE})
    """,
)
_NO_BASELINE = re.compile(
    r"""
    \W | \d
    | (?:ever|half|one|two|expected|before|just|only|chance|the\s(?:number|amount)|a\s(?:wide|range|variety)|various
        |multiple|all
        |in|on|at|with|for|when|if|by|to)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

_SETTING = gated(
    "on across under over",
    rf"""
    \b(?: on | across | under | over\s+(?=\d|multiple|various|diverse|a\s+(?:wide|broad)) )\s+
    (?! (?:par|average|top|the\s+(?:one|other)\s+hand|the\s+(?:\w+\s+)?curve|which|the\s+basis)\b )
    (?P<name>{_WORDS}) (?={_END}{_SHOWN})
    """,
)
_NO_SETTING_AFTER = (
    "based",
    "rely",
    "relies",
    "depends",
    "dependent",
    "focus",
    "primarily",
    "effect",
    "impact",
    "on",
    "influence",
)
_COUNTED = re.compile(r"\d+\s+\w")

# "strong unimodal, latent-fusion, and adapter-based baselines": one thing, however many commas.
_MORE_OF_A_LIST = re.compile(
    rf"(?:,\s+[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,3}}?){{0,4}},?\s+(?:and|or)\s+[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,4}}?(?={_END}{_PLACE})",
    re.VERBOSE,
)
_VERB = re.compile(rf"\b(?:{_CLAIM_OR_FIND}|is|are|we|it)\b", re.IGNORECASE)
_DANGLING = re.compile(
    r"(?:\s+(?:and|or|while|both|but|respectively|to|can|when|further|also|up|more|as|only))+$", re.IGNORECASE
)

_THING = rf"""
    (?P<name> [^\s,;:()%\d—][^\s,;:()%—]*(?:\s[^\s,;:()%\d—][^\s,;:()%—]*){{0,12}}? )
    (?={_END}{_PLACE} | \s(?:of|to|up|upon|than)\b | \s[~≈<>≥≤]?\d | % )
"""
_IN_TERMS = gated(
    "terms respect w",
    rf"\b(?:in\s+terms\s+of|w\.?r\.?t\.?|with\s+respect\s+to)\s+(?:both\s+)?{_THING}",
)
_CHANGE_IN = gated(
    """
    improvement improvements reduction reductions increase increases gain gains decrease decreases drop drops saving
    savings speed speedup speedups degradation degradations boost boosts
    """,
    rf"""
    \b(?:improvements?|reductions?|increases?|gains?|decreases?|drops?|savings?|speed-?ups?|degradations?|boosts?)\s+
    (?:of\s+[^a-z,;]{{1,30}}\s*)?(?:in|of)\s+(?:both\s+|the\s+|its\s+)?{_THING}
    """,
)
_CHANGED = gated(
    verbs.CHANGE,
    rf"(?:\b{_CHANGING}\s+(?:the\s+|its\s+|their\s+|both\s+)? | \b{_CHANGE}\s+(?:the|its|their|our|both)\s+){_THING}",
)
_IS_CHANGED = gated(
    verbs.CHANGE,
    rf"(?:^|,\s)(?:the\s+)?{_THING.split('(?=', maxsplit=1)[0]}\s+(?:is|are|was|were)\s+(?:\w+ly\s+)?{_CHANGE}",
)
_BEATEN_IN = gated(
    verbs.BEAT,
    rf"\b{_BEAT}\b[^,;]{{0,120}}?\s(?:in|at)\s+(?:both\s+)?{_THING}",
)
_ATTAINED = gated(
    verbs.ATTAIN | verbs.KEEP | {"demonstrate", "demonstrates", "show", "shows"},
    rf"""
    \b{_ATTAIN}\s+
    (?:(?:an?|the|average|new|strong|superior|comparable|competitive|better|higher|high|best|top|SOTA|significant
      |consistent
         |substantial|lower|faster|further|and|state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|or|even)\s+)*
    {_THING}
    """,
)
_COMPARED = gated(
    "than",
    r"\b(?P<name>(?:faster|slower|smaller|larger|better|cheaper|fewer|lower|higher|less|more)(?:\s+[a-z-]+){0,3}?)\s+than\b",
)
_AFTER_FIGURE = re.compile(
    r"""
    \s* (?:(?:absolute|relative|average|higher|lower|of|the|in|improvement|reduction|gain|increase|improvements?)\s+)*
    (?P<name>[A-Za-z][\w/@-]*(?:\s+(?!(?:on|in|and|with|over|by|than|compared|while|across|for|at|to|under|relative
      |of|respectively)\b)
      [A-Za-z][\w/@-]*){0,3})
    """,
    re.VERBOSE,
)
_BEFORE_FIGURE = re.compile(
    r"(?P<name>[A-Za-z][\w/@-]*(?:\s+[A-Za-z][\w/@-]*){0,2}?)(?:\s+(?:of|is|at|by|to)|\s*[:=])?\s+(?:up\s+to\s+|about\s+|only\s+)?$"
)
_NO_START = wordset("""
    our their its it we us that this these for in on at with of to by from as between within than and or over under
    across when where while into
    """)
_NO_METRIC = wordset("""
    up the it them of an a average on in results result over than respectively these this that and is at by to from
    improvement improvements gain gains effectiveness one both best new compared relative with for across under
    approximately
    """)


def baseline(text: str, bag: AbstractSet[str]) -> str | None:
    """Return what a claim compares with, as the claim names it; `bag` holds its words."""
    names = (_listed(text, match) for match in _BASELINE.matches(text, bag))
    return next((name for name in names if name and not _NO_BASELINE.match(name) and not _VERB.search(name)), None)


def setting(texts: Sequence[str], bag: AbstractSet[str]) -> str | None:
    """Return on what a result was reached, as the first of `texts` that tells it names it; `bag` holds their words."""
    names = (
        _listed(text, match)
        for text in texts
        for match in _SETTING.matches(text, bag)
        if not text[: match.start()].rstrip().endswith(_NO_SETTING_AFTER)
    )
    return next(
        (
            name
            for name in names
            if len(name) > 1 and (not name[0].isdigit() or _COUNTED.match(name)) and not _VERB.search(name)
        ),
        None,
    )


def metric(text: str, bag: AbstractSet[str], figures: Sequence[tuple[int, int]]) -> str | None:
    """Return by what a claim is measured, as the claim names it; `bag` holds its words, `figures` are spans in it."""
    return next((name for name in map(_thing, _metrics(text, bag, figures)) if name), None)


def _metrics(text: str, bag: AbstractSet[str], figures: Sequence[tuple[int, int]]) -> Iterator[str]:
    for pattern in (_IN_TERMS, _CHANGE_IN, _CHANGED, _BEATEN_IN, _IS_CHANGED):
        yield from (match["name"] for match in pattern.matches(text, bag))
    after = (_AFTER_FIGURE.match(text, end) for _, end in figures)
    before = (_BEFORE_FIGURE.search(text[max(0, start - _NEAR) : start]) for start, _ in figures)
    yield from (match["name"] for match in (*after, *before) if match is not None)
    for pattern in (_ATTAINED, _COMPARED):
        yield from (match["name"] for match in pattern.matches(text, bag))


def _listed(text: str, match: re.Match[str]) -> str:
    end = match.end("name")
    more = _MORE_OF_A_LIST.match(text, end) if text[end : end + 1] == "," else None
    if more is not None and not _VERB.search(more[0]):
        end = more.end()
    return _bare(text[match.start("name") : end])


def _bare(phrase: str) -> str:
    return _DANGLING.sub("", " ".join(phrase.split()).strip(" .,-—"))


_MOST_WORDS = 8
_NEAR = 80
"""How many characters before a figure may hold what it measures."""


def _thing(phrase: str) -> str:
    words = _bare(phrase).split()
    while words and words[0].lower() in verbs.CLAIM:
        words = words[1:]
    name = " ".join(words)
    told = words and len(words) <= _MOST_WORDS and words[0].lower() not in _NO_START
    return name if told and name.lower() not in _NO_METRIC else ""
