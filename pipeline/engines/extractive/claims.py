"""Which sentences, and which of their clauses, claim a result for the authors' own work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import signs, verbs
from pipeline.engines.extractive.plainly import told_plainly
from pipeline.engines.extractive.stance import Stance
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.gated import Gated
    from pipeline.engines.extractive.sentence import Sentence

_CLAIMED = 1.15
"""A lower score claims nothing; raised, it finds fewer claims and is right more often."""
_PLAIN = 1.2
"""What it says for a claim that the authors' work is the subject, compared or measured."""
_SURE = 0.8
"""A role above this probability is taken at its word."""

_PREDICATES = verbs.CLAIM | verbs.REACH_OUT
_COMPARING = frozenset({"than", "over", "compared", "comparable", "superior"})
_OWN = frozenset({"we", "our", "it"})

_STRONG = re.compile(
    rf"""
    \b(?:than|compared\s+(?:to|with)|state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|sota|outperform\w*|surpass\w*
      |further\s+reduction|superior
      |competitive)\b
    | \A(?:significantly|substantially|dramatically|consistently|greatly|markedly|considerably|drastically)\s+
      {verbs.one_of(verbs.CHANGE)}\b
    | \A(?:\w+ly\s+)*(?:achiev|attain|reach|obtain|deliver)\w*\s+(?:strong|less|better|higher|lower|faster|best|top
      |new)\b
    """,
    re.VERBOSE,
)
# Without one of these no clause is a strong claim.
_STRONG_WORDS = verbs.BEAT | wordset("""
    than compared state sota further superior competitive significantly substantially dramatically consistently greatly
    markedly considerably drastically strong less better higher lower faster best top new # #% #y
    """)
_CLAIMING = verbs.CLAIM | {"than"}
_FIGURED = re.compile(rf"(?:\w+ly\s+)*{verbs.one_of(verbs.CHANGE | verbs.BEAT)}\b.*\d")
_DOING = re.compile(
    r"""
    (?:[^,]{0,120},\s+){0,3}(?:we|i)\s+(?:(?:\w+ly|also|further|then)\s+)?
    (?:establish|combine|propose|introduce|develop|design|present|construct|evaluate|train|apply)\b(?![^,]*\bthat\b)
    """,
    re.VERBOSE,
)


def claims(sentence: Sentence, starts: int, own_names: Sequence[str]) -> bool:
    """Tell whether `sentence` claims a result; `starts`: the number of the one where the authors' own work begins."""
    if sentence.number < starts and sentence.roles.background > _SURE:
        return False
    score = _for(sentence, own_names)
    if score < _CLAIMED and told_plainly(sentence, own_names):
        score += _PLAIN
    if score < _CLAIMED or _bears(sentence, signs.AVAILABLE) or _bears(sentence, signs.NO_EFFECT):
        return False
    return score - _against(sentence, starts) >= _CLAIMED


def _bears(sentence: Sentence, sign: Gated) -> bool:
    return sign.found(sentence.low, sentence.bag)


def _for(sentence: Sentence, own_names: Sequence[str]) -> float:
    bag, roles = sentence.bag, sentence.roles
    verb = not bag.isdisjoint(_PREDICATES)
    finding, compared = _bears(sentence, signs.FINDING), _bears(sentence, signs.COMPARISON)
    if not (verb or finding or compared or roles.result > _SURE):
        return 0.0
    score = 1.5 * roles.result - 0.5 * roles.background + 0.2 * verb + 0.6 * finding
    score += 0.5 * (not bag.isdisjoint(verbs.BEAT)) + 0.4 * (compared and not bag.isdisjoint(_COMPARING))
    score += 0.4 * _bears(sentence, signs.TOP) + 0.3 * (finding and _bears(sentence, signs.TOLD))
    score += 0.2 * _own_work(sentence, own_names)
    if _bears(sentence, signs.FIGURE):
        score += 0.4 * verb + 0.4 * (not bag.isdisjoint(verbs.CHANGE)) + 0.3 * _bears(sentence, signs.FROM_TO)
    return score


def _own_work(sentence: Sentence, own_names: Sequence[str]) -> bool:
    pointed = sentence.words[:1] in (["this"], ["these"])
    return pointed or not sentence.bag.isdisjoint(_OWN) or any(name in sentence.text for name in own_names)


def _against(sentence: Sentence, starts: int) -> float:
    beats, found = not sentence.bag.isdisjoint(verbs.BEAT), _bears(sentence, signs.FOUND)
    score = 0.9 * (sentence.number < starts) + 0.6 * _bears(sentence, signs.OTHERS)
    if not (beats or _bears(sentence, signs.FIGURE)) and _bears(sentence, signs.VISION):
        score += 0.4 if _bears(sentence, signs.TOLD) else 1.5
    if not found:
        score += 0.8 * (not beats and _bears(sentence, signs.PLAN)) + 0.6 * (sentence.stance == Stance.PROPOSES)
    return score


def may_embed(sentence: Sentence) -> bool:
    """Tell whether a sentence about something else may yet carry a claim in a clause."""
    return not (
        sentence.bag.isdisjoint(_CLAIMING)
        or sentence.bag.isdisjoint(_STRONG_WORDS)
        or _bears(sentence, signs.AVAILABLE)
        or _bears(sentence, signs.VISION)
        or _bears(sentence, signs.OTHERS)
    )


def strong_claim(clause: str) -> bool:
    """Tell whether a clause, in small letters, claims a result whatever its sentence is about."""
    return _STRONG.search(clause) is not None or _FIGURED.match(clause) is not None


def stands_alone(clause: str) -> bool:
    """Tell whether a clause of a claim, in small letters, is a claim itself, not the doing that led to it."""
    return _DOING.match(clause) is None
