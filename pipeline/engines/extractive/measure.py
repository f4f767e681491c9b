"""By what a claim is measured, by the words that introduce it."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.gated import Gated, gated
from pipeline.engines.extractive.phrases import END, PLACE, bare, tells
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.passage import Passage

_CHANGE = verbs.one_of(verbs.CHANGE)
# "Enhanced" and the like mostly tell what a thing is: they need an article to be the verb.
_CHANGING = verbs.one_of(verb for verb in verbs.CHANGE if not verb.endswith("ed"))
_ATTAINING = (
    verbs.ATTAIN
    | verbs.KEEP - {"match", "matches", "matched", "matching"}
    | {"demonstrate", "demonstrates", "show", "shows"}
)
_THING = rf"""
    (?P<name> [^\s,;:()%\d—][^\s,;:()%—]*(?:\s[^\s,;:()%\d—][^\s,;:()%—]*){{0,12}}? )
    (?={END}{PLACE} | \s(?:of|to|up|upon|than)\b | \s[~≈<>≥≤]?\d | % )
"""
_IN_TERMS = gated("terms w", rf"\b(?:in\s+terms\s+of|w\.?r\.?t\.?)\s+(?:both\s+)?{_THING}")
_RESPECT = gated("respect", rf"\bwith\s+respect\s+to\s+(?:both\s+)?{_THING}")
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
    rf"\b{verbs.one_of(verbs.BEAT)}\b[^,;]{{0,120}}?\s(?:in|at)\s+(?:both\s+)?{_THING}",
)
_QUALITY = r"""
    (?:(?:an?|the|average|new|strong|superior|comparable|competitive|better|higher|high|best|top|sota|significant
      |consistent|substantial|lower|faster|further|and|state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|or|even|similar|equivalent
      |good|great|excellent|impressive|remarkable|promising|noticeable|same|much|more)\s+)*
"""
_ATTAINED = gated(_ATTAINING, rf"\b{verbs.one_of(_ATTAINING)}\s+{_QUALITY}{_THING}")
_MATCHED = gated(
    "match matches matching",
    r"\bmatch(?:es|ing)?\s+(?:the\s+)?(?P<name>(?:[\w-]+\s+){0,2}(?:performance|accuracy|quality|results?|speed))\s+of\b",
)
_CHANGED_BY = gated(
    "from by",
    rf"\b{_CHANGE}\s+(?:the\s+|its\s+)?(?P<name>[a-z][\w-]*(?:\s[\w-]+){{0,4}}?)\s(?:from|by)\s[^,;]{{0,24}}?\d",
)
# What is less, lower or faster: "40% less memory than LRU", "3x faster inference".
_COMPARED = gated(
    "faster slower smaller larger cheaper fewer lower higher less greater",
    r"""
    (?<!with\s)(?<!far\s)\b(?:(?:faster|slower|cheaper)\s+(?:in\s+)?|(?:smaller|larger|fewer|lower|higher|greater)\s+
      |less\s+(?!\w+(?:ive|ble|ent|ant|ous|ful|ic|ate|ly|ed|al)\b))
    (?P<name>(?!(?:than|in|on|and|for|or|but)\b)
      [a-z][\w-]*(?:\s+(?!(?:than|and|on|in|for|with|while|at|over|compared)\b)[a-z][\w-]*){0,2})
    (?=\s+(?:than|compared|and|on|in|for|with|while|at|over)\b|[,.;]|$)
    """,
)
_STOPS = (
    r"(?!(?:on|in|and|with|over|by|than|compared|while|across|for|at|to|under|relative|of|respectively|without|rather"
    r"|from|versus|vs|up|down|when|where|using|against|is|are|meanwhile)\b)"
)
_AFTER_FIGURE = re.compile(
    rf"""
    \s* (?:(?:absolute|relative|average|higher|lower|of|the|in|improvement|reduction|gain|increase|improvements?)\s+)*
    (?P<name>{_STOPS}[A-Za-z][\w/@-]*(?:\s+{_STOPS}[A-Za-z][\w/@-]*){{0,3}})
    """,
    re.VERBOSE,
)
_LEADS_UP = re.compile(
    r"(?:\s+(?:of|at|by|to)|\s+(?P<be>is)|\s*[:=])?(?:\s+(?:up\s+to|about|only|nearly|over|above|below|around|at\s+least|more\s+than|approximately))?\s+$"
)
_PLAIN_WORD = re.compile(r"[A-Za-z][\w/@-]*")
_FEW = 3
_NO_START = wordset("""
    our their its it we us that this these for in on with at of to by from as between within than and or over under
    across but when where while into despite larger smaller faster slower more less which that
    """)
_DOING = verbs.CLAIM | wordset("use uses using need needs require requires requiring take takes run runs score scores")
_CHANGES = (_IN_TERMS, _CHANGE_IN, _CHANGED, _CHANGED_BY, _BEATEN_IN, _IS_CHANGED, _MATCHED, _RESPECT)
_NO_METRIC = wordset("""
    up down versus vs
    the it them of an a average on in results result over than respectively these this that and is at by to from
    improvement improvements gain gains reduction reductions speed-ups effectiveness one both best new compared
    relative with for across under approximately more less fewer larger smaller faster slower better higher lower data
    samples times adaptation state-of-the-art advantages advantage ability
    """)
_NO_LAST = wordset("""
    tasks task datasets dataset benchmarks benchmark settings setting scenarios domains models model methods method
    approach approaches baselines baseline framework frameworks algorithm algorithms classifier classifiers networks
    network system systems properties turns set patterns representations objective objectives ways studies languages
    understanding which that who challenges problems phenomena images outputs test tests property align results result
    way
    """)
_LAST_ADVERB = re.compile(r"(?:\s(?:and\s)?\w+ly)+$")
_GAIN_LAST = re.compile(
    r"\s(?:gains?|improvements?|boosts?|reductions?|increases?|drops?|savings|conditioned)$", re.IGNORECASE
)
_ADDED = re.compile(
    r"""
    \s(?:comparable|competitive|superior|similar|equivalent|equal|close|better|against|over|near(?:ly)?|only|much
      |significantly|specifically|further|even|substantially|compared|relative|of|by)\b.*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NO_NOUN = re.compile(
    r"\w+(?:ly|able|[^v]ous|ful|itative)|notable|empirical|practical|theoretical|strong|significant|large"
)
# "AdaTest makes users 5x faster": a name that does something, not "BLEU score".
_SOMEBODY = re.compile(r"[A-Z][\w-]*[a-z][A-Z][\w-]*\s[a-z]+s\s")
# What is attained is a metric only where it can be measured: "exhibits robustness", not "exhibits a dimension".
_MEASURABLE = re.compile(
    r"""
    (?:ness|ity|ities|acy|acies|ance|ances|ency|[A-Z0-9@]{2,}|score|scores|rates?|speed|speedups?|quality|errors?|loss
      |latency|throughput|memory|time|costs?|recall|precision|perplexity|trade-?offs?|overhead|coverage|agreement
      |correlation|generalization|calibration|gains?|improvements?|convergence|return|regret|bounds?|separation)
    (?:\s(?:comparable|competitive|superior|similar|equivalent|equal|close)\b.*)?$
    """,
    re.VERBOSE,
)
_ADJECTIVE = re.compile(r"\w+(?:ive|ble|ent|ant|ous|ful|ic|ate|al|ly|ed)")
_MARKUP = frozenset("$\\{}")
_DEGREE = frozenset({"more", "less"})
_MORE = wordset("fewer less more higher lower greater better faster an a the")
_MOST_WORDS = 7
_NEAR = 48
"""How many characters before a figure may hold what it measures."""


def metric(claim: Passage, figures: Sequence[tuple[int, int]]) -> str | None:
    """Return by what a claim is measured, as the claim names it; `figures` are spans in it."""
    return next((name for name in map(_thing, _metrics(claim, figures)) if name), None)


def _metrics(claim: Passage, figures: Sequence[tuple[int, int]]) -> Iterator[str]:
    yield from _told(claim, _CHANGES)
    for _, end in figures:
        after = _AFTER_FIGURE.match(claim.text, end)
        if after is not None:
            yield after["name"]
    for start, _ in figures:
        yield _before(claim.text[max(0, start - _NEAR) : start])
    yield from filter(_MEASURABLE.search, _told(claim, (_ATTAINED,)))
    yield from _told(claim, (_COMPARED,))


def _told(claim: Passage, patterns: Sequence[Gated]) -> Iterator[str]:
    for pattern in patterns:
        for match in pattern.matches(claim):
            yield claim.text[slice(*match.span("name"))]


def _before(text: str) -> str:
    """Return what stands right before a figure: "a recall of about", "F1 score:"."""
    end = _LEADS_UP.search(text)
    words = text[: end.start() if end is not None else len(text)].split()
    if end is None or not words:
        return ""
    if end["be"] is not None and not (words[-1].islower() or (len(words) == 1 and words[-1].istitle())):
        return ""  # "DSSA is 4x faster", "on MNIST FastSort is 4x faster"
    name = list(takewhile(_may_measure, reversed(words[-_FEW:])))
    compared = len(name) < len(words) and words[-len(name) - 1] == "than"
    return "" if compared else " ".join(reversed(name))


def _may_measure(word: str) -> bool:
    return word not in _NO_START and word not in _MORE and _PLAIN_WORD.fullmatch(word) is not None


def _thing(phrase: str) -> str:
    words = _GAIN_LAST.sub("", bare(_LAST_ADVERB.sub("", _ADDED.sub("", phrase)))).split()
    if words and words[0].lower() in verbs.BEAT:
        return ""  # what is beaten, not in what
    while words and words[0].lower() in _DOING:
        words = words[1:]
    if len(words) > 1 and words[0].lower() in _DEGREE and _ADJECTIVE.fullmatch(words[1]) is not None:
        return ""  # "more effective"
    while len(words) > 1 and words[0].lower() in _MORE:
        words = words[1:]
    if not words or len(words) > _MOST_WORDS or words[0].lower() in _NO_START or words[-1].lower() in _NO_LAST:
        return ""
    if _NO_NOUN.fullmatch(words[-1]) is not None:
        return ""
    name = " ".join(words).strip("”“\"'")
    if not _MARKUP.isdisjoint(name):
        return ""
    return "" if name.lower() in _NO_METRIC or tells(name) or _SOMEBODY.match(name) else name
