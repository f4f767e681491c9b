"""Extraction + paper -> card: every statement traced to the words of the abstract, or visibly not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.card import Card, ClaimedGain, Evidence, Statement, TaskArea, Value, Verdict
from pipeline.hedges import claim_hedges, figure_hedge
from pipeline.links import links
from pipeline.locate import Haystack
from pipeline.quantities import find_quantities
from pipeline.review import review
from pipeline.text import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.card import Provenance
    from pipeline.extraction import ExtractedGain, ExtractedStatement, Extraction
    from pipeline.locate import Found
    from pipeline.paper import Paper

_SPACE = re.compile(r"\s+")


class _Page:
    """One abstract, prepared for many look-ups."""

    def __init__(self, abstract: str) -> None:
        self.text = abstract
        self.sentences = sentences(abstract)
        self.words = Haystack(abstract)

    def evidence(self, numbers: Iterable[int]) -> tuple[Evidence, ...]:
        """Return the spans of the sentences that are named; a number without a sentence is absent."""
        return tuple(self._sentence(number) for number in sorted(set(numbers)))

    def _sentence(self, number: int) -> Evidence:
        if 1 <= number <= len(self.sentences):
            span = self.sentences[number - 1]
            return Evidence(start=span.start, end=span.end, verdict=Verdict.EXACT)
        return Evidence(start=None, end=None, verdict=Verdict.ABSENT)


def ground(paper: Paper, extraction: Extraction, provenance: Provenance) -> Card:
    """Return the card of `paper` as `extraction` fills it, checked against the abstract."""
    page = _Page(paper.abstract)
    problem, method = _statement(page, extraction.problem), _statement(page, extraction.method)
    gains = _gains(page, extraction.claimed_gains)
    system = tuple(dict.fromkeys(filter(None, map(str.strip, extraction.system))))
    found_links = links(paper.abstract)
    return Card(
        paper=paper,
        system=system,
        problem=problem,
        method=method,
        claimed_gains=gains,
        task_area=TaskArea(area=extraction.area, task=extraction.task.strip()),
        links=found_links,
        review=review(page.words, system, (problem, method), gains, found_links),
        provenance=provenance,
    )


def _statement(page: _Page, told: ExtractedStatement) -> Statement:
    return Statement(text=_clean(told.text), evidence=page.evidence(told.sentences))


def _clean(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _gains(page: _Page, told: Iterable[ExtractedGain]) -> tuple[ClaimedGain, ...]:
    # Two gains of one sentence may carry equal figures ("3x faster and 3x smaller"): each takes its own.
    taken: set[Span] = set()
    return tuple(_gain(page, gain, taken) for gain in told)


def _gain(page: _Page, told: ExtractedGain, taken: set[Span]) -> ClaimedGain:
    evidence = page.evidence(told.sentences)
    values = tuple(_value(page, text, evidence, taken) for text in told.values)
    before = (figure_hedge(page.text, value.start) for value in values if value.start is not None)
    hedges = dict.fromkeys(hedge for hedge in (*before, *claim_hedges(told.text)) if hedge)
    return ClaimedGain(
        text=_clean(told.text),
        kind=told.kind,
        metric=_named(told.metric),
        values=values,
        baseline=_named(told.baseline),
        setting=_named(told.setting),
        hedges=tuple(hedges),
        evidence=evidence,
    )


def _named(text: str | None) -> str | None:
    return _clean(text or "") or None


def _value(page: _Page, text: str, evidence: tuple[Evidence, ...], taken: set[Span]) -> Value:
    found = _find_value(page, text, evidence, taken)
    if found is None:
        amount, unit = _measured(text)
        return Value(text=text, start=None, end=None, amount=amount, unit=unit, verdict=Verdict.ABSENT)
    taken.add(Span(found.start, found.end))
    amount, unit = _measured(page.text[found.start : found.end])
    verdict = Verdict.EXACT if found.exact else Verdict.FUZZY
    return Value(text=text, start=found.start, end=found.end, amount=amount, unit=unit, verdict=verdict)


def _find_value(page: _Page, text: str, evidence: tuple[Evidence, ...], taken: set[Span]) -> Found | None:
    """Return where `text` stands: in the evidence first, then anywhere, places not yet taken before others."""
    spans = [Span(e.start, e.end) for e in evidence if e.start is not None and e.end is not None]
    places = [found for span in (*spans, None) for found in page.words.find_values(text, span)]
    return next((found for found in places if Span(found.start, found.end) not in taken), places[0] if places else None)


def _measured(written: str) -> tuple[float | None, str | None]:
    quantity = next(iter(find_quantities(written)), None)
    return (quantity.amount, quantity.unit) if quantity else (None, None)
