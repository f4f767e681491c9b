"""Which sentence states the problem, and which says what is proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.engines.extractive import cues, verbs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.engines.extractive.sentence import Sentence

PROPOSES = 2
UNDERTAKES = 1

_SPEAKERS = frozenset({"we", "paper", "work", "article", "study"})
_POINTERS = frozenset({"this", "our", "present", "the"})
_AND_PROPOSE = frozenset(
    (link, verb) for link in ("and", "then") for verb in ("propose", "introduce", "present", "develop")
)

_PROPOSAL = (0.0, 0.9, 1.7)
"""What each stance says for the method."""
_NO_GAP = (0.0, 0.2, 1.2)
"""What each stance says against the problem."""
_STATED = 0.6
"""A lower score says that the abstract states no such thing."""


def choose_method(sentences: Sequence[Sentence], names: Sequence[str]) -> Sentence | None:
    """Return the sentence that says what is proposed, or None where none does; `names` are the authors' own."""
    naming = next((sentence for sentence in sentences if any(name in sentence.text for name in names)), None)
    scores = [_method_score(sentence) + 0.4 * (sentence is naming) for sentence in sentences]
    best = max(scores, default=0.0)
    return sentences[scores.index(best)] if best >= _STATED else None


def _method_score(sentence: Sentence) -> float:
    roles = sentence.roles
    score = 0.5 * roles.method + 0.7 * roles.objective - 0.3 * roles.background - 0.7 * roles.result - roles.other
    score += _PROPOSAL[sentence.stance]
    score += 0.2 * (not sentence.bag.isdisjoint(cues.KIND_NOUNS))
    score += 0.2 * (not sentence.bag.isdisjoint({"novel", "new"}))
    score -= 0.4 * (not sentence.bag.isdisjoint(cues.FURTHER))
    score -= 0.4 * ("(1)" in sentence.text)
    return score - 0.08 * (sentence.number - 1)


def choose_problem(sentences: Sequence[Sentence], method: Sentence | None) -> Sentence | None:
    """Return the sentence that states the gap, never the one that says what is proposed."""
    others = [sentence for sentence in sentences if sentence is not method]
    until = method.number if method is not None else len(sentences) + 1
    scores = [_problem_score(sentence, until) for sentence in others]
    best = max(scores, default=0.0)
    return others[scores.index(best)] if best >= _STATED else None


def _problem_score(sentence: Sentence, until: int) -> float:
    roles, bag = sentence.roles, sentence.bag
    score = roles.background + 0.2 * roles.objective - 0.2 * roles.method - 1.2 * roles.result - roles.other
    gaps = len(bag & cues.GAP)
    score += 0.4 * min(gaps - ("without" in bag and gaps > 0), 3) + 0.4 * (not bag.isdisjoint(cues.STRONG_GAP))
    score += 0.3 * (not bag.isdisjoint({"not", "no"}))
    score += 0.3 * (gaps > 0 and not bag.isdisjoint(cues.PRIOR))
    score += (
        0.2 * (sentence.words[:1] == ["however"])
        + 0.5 * (not bag.isdisjoint(cues.CONTRAST))
        - 0.25 * min(len(bag & cues.PRAISE), 3)
    )
    score -= _NO_GAP[sentence.stance]
    score -= 1.0 * (not bag.isdisjoint(cues.OUTCOMES) and not bag.isdisjoint(verbs.FIND))
    score -= 0.7 * ("we" in bag and not bag.isdisjoint({"find", "found", "observe"}))
    # The gap is told last, right before what fills it.
    return score + (0.5 * sentence.number / until if sentence.number < until else -0.5)
