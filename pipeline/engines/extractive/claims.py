"""Which sentences claim a result for the authors' own work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.choose import proposing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.sentence import Sentence

_CLAIMED = 1.0
"""A lower score claims nothing."""

_FINDING = re.compile(
    r"\b(?:we|results?|experiments?|evaluations?|analys[ei]s|findings?|stud(?:y|ies)|simulations?|theor(?:y|ems?)|visuali[sz]ations?|evidence)\b"
    r"[^.;]{0,120}?\b(?:find|found|show|shows|showed|reveal|reveals|revealed|demonstrate|demonstrates|demonstrated|prove|proves|confirm|confirms|observe"
    r"|observed|suggest|suggests|indicate|indicates|indicated|verify|validate|establish|discover|showcase)\b",
    re.IGNORECASE,
)
_STATE_OF_THE_ART = re.compile(
    r"state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|\bSOTA\b|\bbest\b|\btop[- ](?:performance|\d)|\bnew record", re.IGNORECASE
)
_COMPARISON = re.compile(
    r"\bthan\b|\bcompar(?:ed|able)\b|\bcompetitive\b|\bsuperior\b|\bon par\b|\b(?:improv\w+|gains?|speed-?ups?|reductions?)\b[^,;]{0,60}\bover\b|\bas (?:good|well|accurate|fast|effective) as\b",
    re.IGNORECASE,
)
_AVAILABLE = re.compile(
    r"\b(?:available|released?|open[- ]sourced?)\b.{0,60}(?:https?:|github|publicly|online|upon|at\b|soon|supplement)|\b(?:code|implementation|models?|data(?:set)?s?|tools?|benchmark)\b[^.]{0,60}\b(?:is|are|be)\b[^.]{0,40}\b(?:available|released)"
    r"|\bwe (?:will )?(?:release|open-source|make)\b|https?://|©|\bcopyright\b|all rights reserved",
    re.IGNORECASE,
)
_VISION = re.compile(
    r"\b(?:hope|pav(?:e|es|ing) the way|future (?:work|research|directions?)|opens? (?:up )?(?:new|the|avenues?)|open(?:s|ing) (?:up )?(?:a )?new|potential (?:of|to|for)|importance of|highlights?|insights? (?:into|for|on|that)"
    r"|foundation for|underscores?|guidance|implications?|step towards?|promising|establish(?:es)? .{1,60} as (?:a|an)\b|conclud(?:e|es|ing) (?:with|by)|discuss\w*|we believe|value of|can both|window (?:into|on)|perspectives? on|overall,|taken together|in summary|in conclusion)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"^(?:(?:finally|to|in|for|on|by|using|then|next|we also|extensive|comprehensive)\b[^,]{0,80},\s*)?(?:we|experiments|evaluations?)\s+(?:(?:\w+ly|also|then|further)\s+)?"
    r"(?:evaluate|conduct|test|apply|experiment|perform|provide|present|propose|introduce|develop|design|describe|use|employ|adopt|compare|consider|study|explore|examine|investigate|analy[sz]e|formulate|construct|build|train|discuss|illustrate|derive|collect|release|ask|leverage|integrate|revisit)\b",
    re.IGNORECASE,
)
_FOUND = re.compile(
    r"\b(?:find|found|show|reveal|observe|demonstrate|discover|establish)(?:s|ed)?\s+(?:that|how)\b|\bprove\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:existing|previous|prior|current|traditional|conventional|recent)\s+(?:\w+\s+){0,2}(?:methods?|approaches|works?|studies|techniques|models)\s+(?:\w+\s+)?(?:have|has|are|do|rely|suffer|fail|often|typically|cannot|either|only|focus|show)\b",
    re.IGNORECASE,
)
_NO_EFFECT = re.compile(
    r"\b(?:no|not|without any) (?:\w+ )?(?:statistically )?significant(?:ly)? (?:\w+ )?(?:difference|effect|change|improve|differ|association|impact)\w*|\bdid not (?:differ|improve|change|affect)\b|\bno (?:difference|effect|evidence|improvement)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d\s*(?:\\?%|×|x\b|dB\b|percent|points?\b|-?fold\b|times\b)|\d\.\d|\b(?:orders? of magnitude|twice|half|fold)\b",
    re.IGNORECASE,
)


def claims(sentence: Sentence, starts: int, own_names: Sequence[str]) -> bool:
    """Tell whether `sentence` claims a result; `starts` is the number of the sentence where the authors' own work begins."""
    text = sentence.text
    if _AVAILABLE.search(text) or _NO_EFFECT.search(text):
        return False
    verb = not sentence.bag.isdisjoint(verbs.CLAIM | verbs.REACH_OUT)
    finding = _FINDING.search(text) is not None
    beats = not sentence.bag.isdisjoint(verbs.BEAT)
    compared = _COMPARISON.search(text) is not None
    if not (verb or finding or compared):
        return False
    score = 1.5 * sentence.roles.result - 0.5 * sentence.roles.background
    score += 0.5 * beats + 0.4 * (
        compared and not sentence.bag.isdisjoint({"than", "over", "compared", "comparable", "superior"})
    )
    score += 0.4 * (_STATE_OF_THE_ART.search(text) is not None) + 0.4 * (_FIGURE.search(text) is not None and verb)
    score += 0.6 * finding + 0.2 * verb
    score += 0.2 * (not sentence.bag.isdisjoint({"we", "our", "it"}) or any(name in text for name in own_names))
    score -= 0.8 * (_VISION.search(text) is not None)
    score -= 0.8 * (_PLAN.search(text) is not None and not beats and not _FOUND.search(text))
    score -= 0.6 * (proposing(sentence) == 2)
    score -= 0.9 * (sentence.number < starts) + 0.6 * (_OTHERS.search(text) is not None)
    return score >= _CLAIMED
