"""Which sentences of an abstract are told to hold its problem, method and gains, and by whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.matching import found_spans, overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.quality.public import Abstract
    from pipeline.card import Card, Evidence

_PROPOSING = re.compile(
    r"\bwe (?:propose|present|introduce|describe|develop|study)\b|\bthis (?:paper|work)\b", re.IGNORECASE
)


class Reading(NamedTuple):
    """The places of the sentences, from 0."""

    problem: frozenset[int]
    method: frozenset[int]
    gains: frozenset[int]


def trivial(abstract: Abstract) -> Reading:
    """Return the first sentence, the first in which the authors propose something, and the last."""
    proposing = [at for at, sentence in enumerate(abstract.sentences) if _PROPOSING.search(sentence)]
    return Reading(frozenset((0,)), frozenset(proposing[:1]), frozenset((len(abstract.sentences) - 1,)))


def of_card(abstract: Abstract, card: Card) -> Reading:
    """Return the sentences on which the card rests: for each span of evidence, the one it shares most with.

    The data and the engines may part sentences otherwise; what an end mark or a footnote's number
    adds to a span is no sentence that the engine named.
    """
    spans = abstract.spans

    def under(evidence: Iterable[Evidence]) -> frozenset[int]:
        return frozenset(
            max(range(len(spans)), key=lambda at: overlap(spans[at], found)) for found in found_spans(evidence)
        )

    gains = (evidence for gain in card.claimed_gains for evidence in gain.evidence)
    return Reading(under(card.problem.evidence), under(card.method.evidence), under(gains))
