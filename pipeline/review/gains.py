"""Whether a claimed gain is told as the abstract claims it: its figures, their bounds, its direction, its baseline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.card import Unsupported, Verdict
from pipeline.extraction import GainKind
from pipeline.hedges import CAPS, figure_hedge
from pipeline.review.accord import check_direction
from pipeline.review.attribution import is_anothers
from pipeline.review.catalogue import Flag, finding
from pipeline.review.statements import check_figures, check_names, check_sentences, check_words
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import ClaimedGain, Finding, Value
    from pipeline.quantities import Quantity
    from pipeline.review.names import KnownNames
    from pipeline.review.page import Page
    from pipeline.review.told import Told

_SOFT = frozenset({"<=", "<", "~"})
_HEDGED = re.compile(
    r"\b(?:up to|as much as|as many as|at most|about|around|nearly|almost|roughly|approx\w*|close to)\b|~"
)
_BENCHMARK = re.compile(
    r"\b(?:benchmarks?|datasets?|data sets?|corp(?:us|ora)|leaderboards?|tasks?|suites?)\b", re.IGNORECASE
)


def check_gain(told: Told, gain: ClaimedGain, known: KnownNames) -> Iterator[Unsupported | Finding]:
    """Yield all that is to be said of a gain, whose text is `told`."""
    yield from check_sentences(told)
    yield from _check_values(told, gain)
    yield from _check_fields(told, gain, known)
    if not told.is_quoted:
        yield from check_names(told, known)
        yield from check_direction(told)
    yield from _check_hedges(told, gain)
    yield from _flags(told, gain)


def _check_values(told: Told, gain: ClaimedGain) -> Iterator[Unsupported | Finding]:
    outside = []
    for at, value in enumerate(gain.values):
        where = f"{told.where}.values[{at}]"
        if value.verdict is Verdict.ABSENT:
            yield Unsupported(where=where, text=value.text, reason="this value is not in the abstract")
        elif not _stands_in(value, told.spans):
            span = Span(value.start or 0, value.end or 0)
            outside.append(span)
            yield finding(Flag.VALUE_OUTSIDE_EVIDENCE, where, span, told=value.text)
    for found in () if told.is_quoted else check_figures(told):
        if isinstance(found, Unsupported) or Span(found.start or 0, found.end or 0) not in outside:
            yield found


def _stands_in(value: Value, spans: tuple[Span, ...]) -> bool:
    start, end = value.start, value.end
    return start is not None and end is not None and any(s.start <= start and end <= s.end for s in spans)


def _check_fields(told: Told, gain: ClaimedGain, known: KnownNames) -> Iterator[Unsupported | Finding]:
    for name in ("metric", "baseline", "setting"):
        text = getattr(gain, name)
        if not text:
            continue
        field = told.part(name, text)
        if field.is_quoted:
            yield from _check_baseline(field, gain) if name == "baseline" else ()
            continue
        faults = [*check_names(field, known), *_absent_figures(field)]
        if name != "metric" and not faults:
            faults += check_words(field)
        yield from faults
        if name == "baseline" and not faults:
            yield from _check_baseline(field, gain)


def _absent_figures(field: Told) -> Iterator[Unsupported]:
    # A setting may well be told from another sentence than the result.
    return (found for found in check_figures(field) if isinstance(found, Unsupported))


def _check_baseline(baseline: Told, gain: ClaimedGain) -> Iterator[Unsupported | Finding]:
    if is_anothers(baseline, gain.values):
        reason = "the sentence measures this against something else"
        yield Unsupported(where=baseline.where, text=baseline.text, reason=reason)
    elif baseline.is_comparable and baseline.sentences and not baseline.support:
        yield finding(Flag.BASELINE_OUTSIDE_EVIDENCE, baseline.where, told=baseline.text)


def _check_hedges(told: Told, gain: ClaimedGain) -> Iterator[Finding]:
    figures = dict.fromkeys(filter(None, map(told.page.quantity_of, gain.values)))
    for met in figures:
        if met.relation != "range" and met.comparator not in _SOFT:
            continue
        said = next((q for q in told.reading.quantities if set(q.amounts) & set(met.amounts)), None)
        if said is not None and _is_plainer(told, said, met):
            span = Span(met.start, met.end)
            yield finding(Flag.HEDGE_DROPPED, told.where, span, told=said.text, words=_bounded(told.page, met))


def _is_plainer(told: Told, said: Quantity, met: Quantity) -> bool:
    if met.relation == "range" and said.relation is None:
        both = {amount for quantity in told.reading.quantities for amount in quantity.amounts}
        return not both.issuperset(met.amounts)
    dropped = met.comparator in _SOFT and said.comparator not in _SOFT
    return dropped and not _HEDGED.search(told.text, max(0, said.start - 40), said.start)


def _bounded(page: Page, met: Quantity) -> str:
    hedge = figure_hedge(page.text, met.start)
    return f"{hedge} {met.text}" if hedge else met.text


def _flags(told: Told, gain: ClaimedGain) -> Iterator[Finding]:
    span = told.spans[0] if told.spans else None
    if gain.kind is not GainKind.QUALITATIVE and not gain.values:
        yield finding(Flag.CLAIM_WITHOUT_NUMBER, told.where, span)
    if gain.kind is GainKind.STATE_OF_THE_ART and not gain.setting and not _names_benchmark(told):
        yield finding(Flag.STATE_OF_THE_ART_WITHOUT_BENCHMARK, told.where, span)
    if CAPS.isdisjoint(gain.hedges):  # which hold those before its figures
        return
    for at, value in enumerate(gain.values):
        hedge = figure_hedge(told.page.text, value.start) if value.start is not None else None
        if hedge in CAPS:
            span = Span(value.start or 0, value.end or 0)
            yield finding(Flag.BEST_CASE_ONLY, f"{told.where}.values[{at}]", span, words=f"{hedge} {value.text}")


def _names_benchmark(told: Told) -> bool:
    return any(_BENCHMARK.search(told.page.plain(at)) for at in told.sentences)
