"""The gains that an abstract claims: one per claim, with what it is measured by, against and on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import phrases, verbs
from pipeline.engines.extractive.claims import claims
from pipeline.engines.extractive.clauses import Clause, claim_clauses, lead
from pipeline.engines.extractive.figures import Figure, result_figures
from pipeline.engines.extractive.reword import reword_claim
from pipeline.extraction import ExtractedGain, GainKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence

_TOP = re.compile(
    r"(?:state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|\bSOTA\b|\bbest\b|\btop)(?!\s+(?:\w+\s+){0,2}(?:methods?|approaches|baselines?|models?|techniques?|competitors?|frameworks?|attacks?|variants?|LLMs?|algorithms?|systems?)\b)",
    re.IGNORECASE,
)
_ATTAINS = re.compile(
    r"\b(?:achiev|attain|reach|obtain|set|establish|yield|deliver|the\s+best|new\s+state|perform)\w*", re.IGNORECASE
)
_COMPARATIVE = re.compile(
    rf"\b(?:{'|'.join(sorted(verbs.BEAT | verbs.CHANGE))}|than|compared|comparable|competitive|superior|better|faster|fewer|less|lower|higher|improvements?|reductions?|speed-?ups?|gains?|on\s+par|match(?:es|ing)?)\b",
    re.IGNORECASE,
)


def find_gains(sentences: Sequence[Sentence], starts: int, own_names: Sequence[str]) -> tuple[ExtractedGain, ...]:
    """Return the claimed gains in the order in which they are told; `starts`: where the authors' own work begins."""
    return tuple(gain for sentence in sentences if claims(sentence, starts, own_names) for gain in _gains_of(sentence))


class _Claim(NamedTuple):
    text: str
    clause: Clause
    figures: tuple[Figure, ...]


def _gains_of(sentence: Sentence) -> Iterator[ExtractedGain]:
    text = sentence.text
    announcement, start = lead(text)
    figures = result_figures(sentence)
    clauses = claim_clauses(text, start, [(figure.start, figure.end) for figure in figures])
    parts = [
        _Claim(
            text[clause.start : clause.end], clause, tuple(f for f in figures if clause.start <= f.start < clause.end)
        )
        for clause in clauses
    ]
    last = (
        phrases.baseline(parts[-1].text)
        if re.search(r",\s*(?:all\s+)?(?:compared|relative|outperforming|surpassing)\b", parts[-1].text)
        else None
    )
    for part in parts:
        yield _gain(part, sentence, announcement, last)


def _gain(claim: _Claim, sentence: Sentence, announcement: str, shared_baseline: str | None) -> ExtractedGain:
    spans = [(figure.start - claim.clause.start, figure.end - claim.clause.start) for figure in claim.figures]
    baseline = phrases.baseline(claim.text)
    return ExtractedGain(
        text=reword_claim(claim.text, claim.clause.shared),
        kind=_kind(claim, baseline),
        metric=phrases.metric(claim.text, spans),
        values=tuple(figure.raw for figure in claim.figures),
        baseline=baseline or shared_baseline,
        setting=phrases.setting(claim.text, announcement, sentence.text[: claim.clause.start]),
        sentences=(sentence.number,),
    )


def _kind(claim: _Claim, baseline: str | None) -> GainKind:
    if claim.figures:
        return GainKind.QUANTITATIVE
    if _TOP.search(claim.text.replace(baseline or " ", " ")) and _ATTAINS.search(claim.text):
        return GainKind.STATE_OF_THE_ART
    if _COMPARATIVE.search(claim.text):
        return GainKind.COMPARATIVE
    return GainKind.QUALITATIVE
