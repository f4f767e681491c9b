"""The gains that an abstract claims: one per claim, with what it is measured by, against and on."""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.against import baseline as compared_with
from pipeline.engines.extractive.claims import claims, may_embed, stands_alone, strong_claim
from pipeline.engines.extractive.clauses import Clause, claim_clauses, embedded_clauses, lead
from pipeline.engines.extractive.denials import affirmed
from pipeline.engines.extractive.failings import tells_failing
from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.figures import Figure, of_baseline, of_cost, result_figures
from pipeline.engines.extractive.measure import metric
from pipeline.engines.extractive.passage import Passage, passage, small
from pipeline.engines.extractive.reword import reword_claim
from pipeline.engines.extractive.where import setting
from pipeline.engines.extractive.wordset import wordset
from pipeline.extraction import ExtractedGain, GainKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence

_TOP = re.compile(
    r"""
    (?<!\bother\s)(?:state[-‐‑ ]of[-‐‑ ]the[-‐‑ ]art|\bSOTA\b|\bbest\b|\btop)
    (?!\s+(?:[\w‐‑-]+\s+){0,3}(?:methods?|approaches|baselines?|models?|techniques?|competitors?|frameworks?|attacks?
      |variants?|LLMs?
      |algorithms?|systems?)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_TOP_WORDS = frozenset({"state", "sota", "best", "top"})
_ATTAINS = re.compile(
    r"\b(?:achiev|attain|reach|obtain|set|establish|yield|deliver|(?:is|are|be|being)\s+the\s+best|new\s+state|perform)\w*"
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
# "At real-time speed" and "drops in the rank" are things; "rather than" names what is not done.
_NOT_COMPARING = re.compile(
    r"\b(?:rather|other)\sthan\b|\bspeeds?\b(?!\sup\b)|\A(?:drops|increases|decreases|gains)\sin\b"
)
_FRONTED = re.compile(r"(?:on|in|across|under|over|through|with)\b[^,;]*,")
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


class _Told(NamedTuple):
    """A sentence that claims, and what its clauses share."""

    sentence: Sentence
    whole: Passage
    figures: Sequence[Figure]
    around: tuple[Passage, ...] = ()
    """What stands before its clauses and may tell where a result was reached."""
    baseline: str | None = None
    """What all clauses with figures are compared with."""
    failing: bool = False
    """Whether it says that what others do fails."""


def _claimed(sentence: Sentence, own_names: Sequence[str]) -> Iterator[ExtractedGain]:
    whole, figures = _whole(sentence), result_figures(sentence)
    announcement, start = lead(sentence.text, sentence.bag)
    failing = not figures and tells_failing(whole, start, own_names)
    clauses = claim_clauses(sentence.text, start, [(figure.start, figure.end) for figure in figures], own_names)
    clauses = (Clause(start, clauses[-1].end),) if failing else clauses
    fronted = _FRONTED.match(whole.low, start)
    around = (_part(whole, 0, announcement), _part(whole, start, fronted.end() if fronted is not None else start))
    last = whole.text[clauses[-1].start : clauses[-1].end]
    compared = compared_with(passage(last)) if _LAST_COMPARES_ALL.search(last) is not None else None
    told = _Told(sentence, whole, figures, around, compared, failing)
    alone = [clause for clause in clauses if stands_alone(whole.low[clause.start : clause.end])]
    claiming = (affirmed(whole, clause) for clause in alone or clauses[:1])
    return (_gain(told, clause) for clause in claiming if clause is not None)


def _embedded(sentence: Sentence, own_names: Sequence[str]) -> Iterator[ExtractedGain]:
    told = _Told(sentence, _whole(sentence), result_figures(sentence))
    for clause in embedded_clauses(sentence.text, own_names):
        claiming = affirmed(told.whole, clause)
        if claiming is not None and strong_claim(told.whole.low[claiming.start : claiming.end]):
            yield _gain(told, claiming)


def _whole(sentence: Sentence) -> Passage:
    low = sentence.low if sentence.told is sentence.text else small(sentence.text)
    return Passage(sentence.text, low, sentence.bag)


def _part(whole: Passage, start: int, end: int) -> Passage:
    return Passage(whole.text[start:end], whole.low[start:end], whole.bag if start < end else frozenset())


def _gain(told: _Told, clause: Clause) -> ExtractedGain:
    text = told.whole.text[clause.start : clause.end]
    claim = Passage(text, told.whole.low[clause.start : clause.end], frozenset(words(text)))
    inside = told.figures[slice(*(bisect_left(told.figures, at, key=_begin) for at in (clause.start, clause.end)))]
    baseline = compared_with(claim) or (told.baseline if inside else None)
    spans = [
        (figure.start - clause.start, figure.end - clause.start)
        for figure in _told_of_work(claim.text, clause.start, inside)
    ]
    measured = metric(claim, spans) or (metric(passage(clause.shared), ()) if clause.shared else None)
    return ExtractedGain(
        text=reword_claim(text, clause.shared, clause.subject),
        kind=GainKind.QUANTITATIVE if inside else GainKind.QUALITATIVE if told.failing else _kind(claim, baseline),
        metric=None if told.failing or (measured and (baseline or "").endswith(measured)) else measured,
        values=tuple(figure.raw for figure in inside),
        baseline=baseline,
        setting=setting((claim, *told.around)),
        sentences=(told.sentence.number,),
    )


def _told_of_work(text: str, start: int, figures: Sequence[Figure]) -> Iterator[Figure]:
    """Yield those of `figures` that neither a baseline nor a cost has; the clause `text` starts at `start`."""
    for figure in figures:
        at = figure.start - start
        if not (of_baseline(text, at) or of_cost(text, at)):
            yield figure


_begin = attrgetter("start")


def _kind(claim: Passage, baseline: str | None) -> GainKind:
    top = not claim.bag.isdisjoint(_TOP_WORDS) and _TOP.search(claim.text.replace(baseline or "\0", "")) is not None
    if top and _ATTAINS.search(claim.low) is not None:
        return GainKind.STATE_OF_THE_ART
    beside, things = _NOT_COMPARING.subn(" ", claim.low)
    comparing = not _COMPARATIVE.isdisjoint(words(beside) if things else claim.bag)
    return GainKind.COMPARATIVE if comparing else GainKind.QUALITATIVE
