"""Results told without an announcement: "FOO is 3x faster than BAR" is a claim wherever it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.sentence import Sentence

_TOLD_BY = frozenset(
    {"than", "par", "comparable", "competitive", "#", "#%", "order", "orders", "twice", "half", "fold"}
)
"""Without one of these words nothing is compared and nothing is counted."""

_FRONTED = re.compile(
    r"""
    (?:(?:on|in|under|with|without|across|for|at|when|by|using|despite|compared|relative|empirically|notably
      |moreover|furthermore|overall|finally|specifically|remarkably|as\sa\sresult)\b[^,;]{0,120},\s+)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "On four datasets FOO is faster": without a comma.
_PLACE = re.compile(r"(?:On|In|Across|Under|Over|At|For)\s")
_BARE_PLACE = re.compile(r"[^,;:()]+")
_NEAR = 80
"""Within how many characters a subject stands that no comma parts from its place."""
_OWN = re.compile(r"(?:our|the\s(?:proposed|resulting))(?:\s[\w-]+){1,4}?|it|we", re.IGNORECASE)
_ADVERBS = r"(?:(?:\w+ly|also|even|can|thus|further|still|both|to\sbe)\s+)*"
_VERB = re.compile(
    rf"""
    (?:[-‐‑]\w+)?(?:\s\([^()]{{0,40}}\))?(?:\s[\w-]+){{0,2}}?\s{_ADVERBS}
    (?: (?P<claims>{verbs.one_of(verbs.CLAIM)}) | is | are | runs? | requires? | needs? | uses? | takes? | trains? )\b
    """,
    re.VERBOSE,
)
_COMPARED = re.compile(
    r"""
    \b(?!rather|other)(?:\w+er|more|less|better|worse|times)\s(?:[\w/-]+,?\s){0,4}?than\b
    | \b(?:on\spar|comparable|competitive)\s(?:with|to)\b | \b(?:half|twice)\s(?:as|the)\b
    """,
    re.VERBOSE,
)
_FIGURE = re.compile(r"\d\s?(?:\\?%|×|x\b|dB\b|points?\b|-?fold\b)|\borders?\sof\smagnitude\b")
_MEASURED = re.compile(r"(?!over|under|per|other|number|after)\b(?:\w+er|more|less|better|as\s\w+)\b")
_REACH = 160
"""How far after its verb a plain claim tells its figure or its comparison."""


def told_plainly(sentence: Sentence, own_names: Sequence[str]) -> bool:
    """Tell whether the authors' work is the subject of `sentence`, and compared or measured in its predicate."""
    if sentence.bag.isdisjoint(_TOLD_BY):
        return False
    text = sentence.text
    subject = _subject_end(text, own_names)
    verb = _VERB.match(text, subject) if subject else None
    if verb is None:
        return False
    start, end = verb.end(), verb.end() + _REACH
    if _COMPARED.search(text, start, end):
        return True
    figure = _FIGURE.search(text, start, end)
    return figure is not None and (verb["claims"] is not None or _MEASURED.search(text, figure.end(), end) is not None)


def _subject_end(text: str, own_names: Sequence[str]) -> int:
    """Return where the subject of the sentence ends, 0 where it is not the authors' own work."""
    fronted = _FRONTED.match(text)
    start = fronted.end() if fronted is not None else 0
    named = next((name for name in own_names if text.startswith(name, start)), None)
    if named is not None:
        return start + len(named)
    late = _late_subject_end(text, own_names) if _PLACE.match(text) is not None else 0
    if late:
        return late
    own = _OWN.match(text, start)
    return own.end() if own is not None else 0


def _late_subject_end(text: str, own_names: Sequence[str]) -> int:
    found = ((text.find(f" {name} ", 0, _NEAR), name) for name in own_names)
    return next((at + 1 + len(name) for at, name in found if at > 0 and _BARE_PLACE.fullmatch(text, 0, at)), 0)
