"""The catalogue of flags: what each says, with the sentence that a finding fills in."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pipeline.card import Finding
from pipeline.plain import without_markup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.card import Card
    from pipeline.text import Span


class Flag(StrEnum):
    """What a reviewer is told of a card, the gravest first."""

    HIDDEN_INSTRUCTION = "hidden-instruction"
    SELF_CONTRADICTION = "self-contradiction"
    VALUE_OUTSIDE_EVIDENCE = "value-outside-evidence"
    BASELINE_OUTSIDE_EVIDENCE = "baseline-outside-evidence"
    HEDGE_DROPPED = "hedge-dropped"
    BEST_CASE_ONLY = "best-case-only"
    STATE_OF_THE_ART_WITHOUT_BENCHMARK = "state-of-the-art-without-benchmark"
    CLAIM_WITHOUT_NUMBER = "claim-without-number"
    NO_CLAIMED_GAIN = "no-claimed-gain"
    PROMPT_CUT = "prompt-cut"
    LANGUAGE_NOT_MODELLED = "language-not-modelled"


class Entry(NamedTuple):
    """What a flag means, and what its findings say: a sentence with `{words}`, those of the abstract, and `{told}`."""

    meaning: str
    message: str


CATALOGUE = {
    Flag.HIDDEN_INSTRUCTION: Entry(
        "The abstract holds text that addresses a model or a reviewer, or that is made not to be seen.",
        "The abstract holds words that are no part of its science ({words}): read the paper itself with care, and"
        " report it where your venue forbids this.",
    ),
    Flag.SELF_CONTRADICTION: Entry(
        "Two figures are told of one metric, setting and baseline.",
        "The abstract also gives {words} for the same metric and setting, and the card {told}: ask which one holds.",
    ),
    Flag.VALUE_OUTSIDE_EVIDENCE: Entry(
        "A figure stands in the abstract, but not in the sentences that are named for the claim.",
        "The figure {told} stands in another sentence than this claim: check that it belongs to it.",
    ),
    Flag.BASELINE_OUTSIDE_EVIDENCE: Entry(
        "The baseline stands in the abstract, but not in the sentences that are named for the claim.",
        "The sentence of this claim does not name {told}: check that it is what the claim is measured against.",
    ),
    Flag.HEDGE_DROPPED: Entry(
        'A figure is told plainly that the abstract bounds ("up to", "about") or gives as a range.',
        "The card tells {told} where the abstract says {words}: read it as the abstract says it.",
    ),
    Flag.BEST_CASE_ONLY: Entry(
        'The claim rests on its best case ("up to") alone.',
        "{words} is the best case: ask for the average, and over how many settings.",
    ),
    Flag.STATE_OF_THE_ART_WITHOUT_BENCHMARK: Entry(
        "State of the art is claimed, and no benchmark or data set is named.",
        "State of the art is claimed without a benchmark: look up on which data, and against what, it holds.",
    ),
    Flag.CLAIM_WITHOUT_NUMBER: Entry(
        "A gain is claimed in comparison, or as state of the art, without a figure.",
        "No figure comes with this claim: look up its size.",
    ),
    Flag.NO_CLAIMED_GAIN: Entry(
        "The card holds no claimed gain.",
        "No gain is claimed, or none was found: read what the paper contributes.",
    ),
    Flag.PROMPT_CUT: Entry(
        "The server counted fewer tokens than were sent: the model may not have read all of the abstract.",
        "The model may not have read all of the abstract: ask again with more room.",
    ),
    Flag.LANGUAGE_NOT_MODELLED: Entry(
        "The abstract is in a language that the embedded engine does not read.",
        "The embedded engine does not read the language of this abstract: trust its figures, and little else.",
    ),
}

OF_THE_RUN = frozenset({Flag.PROMPT_CUT.value, Flag.LANGUAGE_NOT_MODELLED.value})
"""Flags that tell how the card was made, not what the abstract says: they cannot be computed again from it."""

_RANK = {flag.value: rank for rank, flag in enumerate(Flag)}
_LONGEST_QUOTE = 80


def finding(flag: Flag, where: str = "", span: Span | None = None, *, words: str = "", told: str = "") -> Finding:
    """Return a finding at `span` of the abstract, its sentence filled in with the abstract's `words` and the `told`."""
    message = CATALOGUE[flag].message.format(words=_quoted(words), told=_quoted(told))
    start, end = span or (None, None)
    return Finding(flag=flag.value, where=where, start=start, end=end, message=message)


def rank(item: Finding) -> tuple[int, str, int]:
    """Return what findings are sorted by: the gravest first, then as they stand on the card."""
    return _RANK[item.flag], item.where, -1 if item.start is None else item.start


def flags_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the different flags of `findings`, the gravest first."""
    return tuple(sorted({item.flag for item in findings}, key=_RANK.__getitem__))


def flagged(card: Card, flag: Flag) -> Card:
    """Return `card` with a flag of the run and its finding."""
    findings = tuple(sorted((*card.review.findings, finding(flag)), key=rank))
    review = card.review.model_copy(update={"findings": findings, "flags": flags_of(findings)})
    return card.model_copy(update={"review": review})


def _quoted(text: str) -> str:
    line = " ".join(without_markup(text).split())
    return f"“{line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1] + '…'}”"
