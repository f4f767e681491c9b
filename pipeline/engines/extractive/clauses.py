"""A sentence cut into the clauses that each carry one claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import verbs

if TYPE_CHECKING:
    from collections.abc import Sequence


def _one_of(words: frozenset[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


_SUBJECTS = r"(?:we|our|it|they|results?|experiments?|evaluations?|analys[ei]s|findings?|stud(?:y|ies)|theor(?:y|em)|simulations?|evidence|this|paper|work|visuali[sz]ations?)"
_LEAD = re.compile(
    rf"^(?P<lead>.{{0,240}}?\b{_SUBJECTS}\b.{{0,120}}?\b{_one_of(verbs.FIND)})\s+(?:\w+ly\s+)?(?:that|how)[,\s]+",
    re.IGNORECASE,
)

_ADVERBS = r"(?:(?:\w+ly|also|even|further|still|can|often|not)\s+)*"
# An "improved accuracy" or "reduced cost" is a thing, no claim of its own.
_ADJECTIVES = frozenset(
    {
        "improved",
        "increased",
        "enhanced",
        "reduced",
        "decreased",
        "lowered",
        "boosted",
        "accelerated",
        "set",
        "cut",
        "gain",
        "gains",
        "drop",
        "drops",
        "increase",
        "increases",
        "decrease",
        "decreases",
        "matching",
        "setting",
    }
)
_START = _one_of(verbs.CLAIM - _ADJECTIVES)
_JOINT = re.compile(
    rf"""
    (?:,?\s+(?:and|but(?:\s+also)?|while|whilst|as\s+well\s+as)|,(?:\s+(?:thereby|thus|which|hence))?|;|—|\s--+)\s*(?<![a-z])
    (?P<rest>{_ADVERBS}
      (?:{_START}\b
        |set(?:s|ting)?\s+(?:a\s+)?new\b | establish(?:es|ing)?\s+(?:a\s+)?new\b
        |generali[sz](?:es|ing)\b | runn?(?:s|ing)\s+at\b | (?:requir(?:es|ing)|us(?:es|ing))\s+(?:only|fewer|less|no|just)\b
        |(?:is|are|being|remain(?:s|ing)?)\s+(?:up\s+to\s+)?(?:\d|on\s+par|comparable|competitive|more\s|superior|robust)
        |(?:that|how)\s
      )
    )
    """,
    re.VERBOSE,
)


class Clause(NamedTuple):
    """Offsets of a clause into a sentence without markup; `verb_end` closes what it shares with its neighbours."""

    start: int
    end: int
    shared: str = ""


def lead(text: str) -> tuple[str, int]:
    """Return the words that announce a finding ("Experiments on X show that") and where the finding starts."""
    match = _LEAD.match(text)
    return (match["lead"], match.end()) if match is not None else ("", 0)


def claim_clauses(text: str, start: int, figures: Sequence[tuple[int, int]]) -> tuple[Clause, ...]:
    """Return the clauses of `text` from `start` on, one per claim; `figures` are the spans of result figures."""
    finding = start > 0
    cuts, ends = [start], []
    for joint in _JOINT.finditer(text, start):
        if joint["rest"].startswith(("that ", "how ")) and not finding:
            continue
        before = text[cuts[-1] : joint.start()]
        if (_has_claim(before) and not _BARE.match(before) and not _shares_figures(text, joint)) or joint[
            "rest"
        ].startswith("that "):
            ends.append(joint.start())
            cuts.append(joint.start("rest"))
    ends.append(len(text.rstrip(" .")))
    bounds = zip(cuts, ends, strict=True)
    return tuple(part for low, high in bounds if low < high for part in _by_figures(text, low, high, figures))


_HAS_CLAIM = re.compile(
    rf"\b(?:{_one_of(verbs.CLAIM | verbs.REACH_OUT | verbs.FIND)}|uses?|using|is|are|has|have|was|were|can)\b",
    re.IGNORECASE,
)
# "X demonstrates strong performance, surpassing Y" is one claim told twice.
_BARE = re.compile(
    r"^(?:[^,;]{0,60}\bachiev\w+\s+(?:this|these|that)\b.*|[^,;]{0,60}\b(?:demonstrat|show|achiev|exhibit|deliver|perform)\w*\s+(?:strong|superior|excellent|remarkable|impressive|outstanding|great|good|well|promising|better)(?:\s+(?:performance|results|effectiveness))?)$",
    re.IGNORECASE,
)


def _shares_figures(text: str, joint: re.Match[str]) -> bool:
    """Tell whether what stands at `joint` shares its figures with what stands before it."""
    ends = re.search(r"[;.]\s|$", text[joint.end() :])
    return "respectively" in text[joint.end() : joint.end() + (ends.start() if ends else 0)] and not re.search(
        r"\d", text[: joint.start()]
    )


_VERB = re.compile(rf"\b{_one_of(verbs.CLAIM)}\b", re.IGNORECASE)


def _has_claim(part: str) -> bool:
    return _HAS_CLAIM.search(part) is not None


_AND = re.compile(r",?\s+and\s+|,\s+")
_NO_NOUN = re.compile(r"^(?:\s|by|up|to|of|about|approximately|and|,|~|around|nearly|over|more|than|\W)*$")


def _by_figures(text: str, start: int, end: int, figures: Sequence[tuple[int, int]]) -> list[Clause]:
    """Cut one clause where coordinated things each have their own figure."""
    inside = [span for span in figures if start <= span[0] and span[1] <= end]
    if len(inside) < 2 or "respectively" in text[start:end]:
        return [Clause(start, end)]
    verb = _VERB.search(text, start, end)
    clauses, low = [], start
    for left, right in zip(inside, inside[1:], strict=False):
        joint = next(iter(_AND.finditer(text, left[1], right[0])), None)
        if (
            joint is None
            or _NO_NOUN.match(text[joint.end() : right[0]])
            and not _own_thing(text, left, joint.start(), right, end)
        ):
            continue
        clauses.append(Clause(low, joint.start(), _shared(text, verb, low, start)))
        low = joint.end()
    return [*clauses, Clause(low, end, _shared(text, verb, low, start))]


def _own_thing(text: str, left: tuple[int, int], joint: int, right: tuple[int, int], end: int) -> bool:
    """Tell whether both figures are followed by what they measure: "65% in time and 81% in memory"."""
    return text[left[1] : joint].strip().startswith(("in ", "on ", "of ", "for ")) and text[
        right[1] : end
    ].strip().startswith(("in ", "on ", "of ", "for "))


def _shared(text: str, verb: re.Match[str] | None, low: int, start: int) -> str:
    if verb is None or low == start or low <= verb.end():
        return ""
    return text[start : verb.end()]
