"""The gains that an abstract claims: one per claim, with what it is measured by, against and on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.against import baseline as compared_with
from pipeline.engines.extractive.claims import claims, may_embed, stands_alone, strong_claim
from pipeline.engines.extractive.clauses import Clause, claim_clauses, embedded_clauses, lead
from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.figures import Figure, result_figures
from pipeline.engines.extractive.measure import metric
from pipeline.engines.extractive.reword import reword_claim
from pipeline.engines.extractive.where import setting
from pipeline.engines.extractive.wordset import wordset
from pipeline.extraction import ExtractedGain, GainKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence

_TOP = re.compile(
    r"""
    (?:state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|\bSOTA\b|\bbest\b|\btop)
    (?!\s+(?:\w+\s+){0,2}(?:methods?|approaches|baselines?|models?|techniques?|competitors?|frameworks?|attacks?
      |variants?|LLMs?
      |algorithms?|systems?)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_TOP_WORDS = frozenset({"state", "sota", "best", "top"})
_ATTAINS = re.compile(
    r"\b(?:achiev|attain|reach|obtain|set|establish|yield|deliver|(?:is|are|be|being)\s+the\s+best|new\s+state|perform)\w*",
    re.IGNORECASE,
)
_COMPARATIVE = (
    verbs.BEAT
    | verbs.CHANGE
    | wordset("""
        than compared comparable competitive superior better faster fewer less lower higher improvement improvements
        reduction
        reductions speedup speedups gain gains par match matches matching
        """)
)
_FRONTED = re.compile(r"(?:On|In|Across|Under|Over|Through|With)\b[^,;]*,", re.IGNORECASE)
_LAST_COMPARES_ALL = re.compile(r",\s*(?:all\s+)?(?:when\s+)?(?:compared|relative)\b")


def find_gains(sentences: Sequence[Sentence], starts: int, own_names: Sequence[str]) -> tuple[ExtractedGain, ...]:
    """Return the claimed gains in the order in which they are told; `starts`: where the authors' own work begins."""
    found: list[ExtractedGain] = []
    for sentence in sentences:
        if claims(sentence, starts, own_names):
            found += _claimed(sentence, own_names)
        elif sentence.number >= starts and may_embed(sentence):
            found += _embedded(sentence, own_names)
    return tuple(found)


def _claimed(sentence: Sentence, own_names: Sequence[str]) -> Iterator[ExtractedGain]:
    text = sentence.text
    announcement, start = lead(text, sentence.bag)
    figures = result_figures(sentence)
    clauses = claim_clauses(text, start, [(figure.start, figure.end) for figure in figures], own_names)
    alone = [clause for clause in clauses if stands_alone(text[clause.start : clause.end])] or clauses[:1]
    fronted = match[0] if (match := _FRONTED.match(text, start)) is not None else ""
    last = text[clauses[-1].start : clauses[-1].end]
    shared_baseline = compared_with(last, frozenset(words(last))) if _LAST_COMPARES_ALL.search(last) else None
    for clause in alone:
        yield _gain(sentence, clause, figures, (announcement, fronted), shared_baseline)


def _embedded(sentence: Sentence, own_names: Sequence[str]) -> Iterator[ExtractedGain]:
    text = sentence.text
    figures = result_figures(sentence)
    for clause in embedded_clauses(text, own_names):
        if strong_claim(text[clause.start : clause.end]):
            yield _gain(sentence, clause, figures, (), None)


def _gain(
    sentence: Sentence, clause: Clause, figures: Sequence[Figure], around: tuple[str, ...], shared_baseline: str | None
) -> ExtractedGain:
    text = sentence.text[clause.start : clause.end]
    inside = [figure for figure in figures if clause.start <= figure.start < clause.end]
    bag = frozenset(words(text))
    baseline = compared_with(text, bag) or (shared_baseline if inside else None)
    spans = [(figure.start - clause.start, figure.end - clause.start) for figure in inside]
    return ExtractedGain(
        text=reword_claim(text, clause.shared, clause.subject),
        kind=GainKind.QUANTITATIVE if inside else _kind(text, bag, baseline),
        metric=metric(text, bag, spans) or _shared_metric(clause),
        values=tuple(figure.raw for figure in inside),
        baseline=baseline,
        setting=setting((text, *around), sentence.bag),
        sentences=(sentence.number,),
    )


def _shared_metric(clause: Clause) -> str | None:
    return metric(clause.shared, frozenset(words(clause.shared)), ()) if clause.shared else None


def _kind(text: str, bag: frozenset[str], baseline: str | None) -> GainKind:
    if not bag.isdisjoint(_TOP_WORDS) and _TOP.search(text.replace(baseline or "\0", "")) and _ATTAINS.search(text):
        return GainKind.STATE_OF_THE_ART
    return GainKind.QUALITATIVE if bag.isdisjoint(_COMPARATIVE) else GainKind.COMPARATIVE
