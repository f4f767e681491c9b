"""Extraction + paper -> card: every statement traced to the words of the abstract, or visibly not."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from pipeline.card import Card, ClaimedGain, Evidence, Statement, TaskArea, Value, Verdict
from pipeline.hedges import claim_hedges, figure_hedge
from pipeline.links import links
from pipeline.quantities import find_quantities
from pipeline.review import Page, Told, not_stated, review
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.card import Provenance
    from pipeline.extraction import ExtractedGain, ExtractedStatement, Extraction
    from pipeline.locate import Found
    from pipeline.paper import Paper

_SEAL_DIGITS = 16


def ground(paper: Paper, extraction: Extraction, provenance: Provenance) -> Card:
    """Return the card of `paper` as `extraction` fills it, checked against the abstract."""
    page = Page(paper.abstract)
    problem, method = _statement(page, "problem", extraction.problem), _statement(page, "method", extraction.method)
    gains = tuple(_gains(page, extraction.claimed_gains))
    system = tuple(dict.fromkeys(filter(None, map(str.strip, extraction.system))))
    found_links = links(paper.abstract)
    card = Card(
        paper=paper,
        system=system,
        problem=problem[1],
        method=method[1],
        claimed_gains=tuple(gain for _, gain in gains),
        task_area=TaskArea(area=extraction.area, task=extraction.task.strip()),
        links=found_links,
        review=review(page, system, (problem[0], method[0]), gains, found_links),
        provenance=provenance,
    )
    return card.model_copy(update={"review": card.review.model_copy(update={"seal": seal(card)})})


def seal(card: Card) -> str:
    """Return a digest of all of `card` but its review, as 16 hex digits of a SHA-256.

    Fields at their defaults are left out, so that a field that comes later breaks no seal.
    """
    return sha256(card.model_dump_json(exclude={"review"}, exclude_defaults=True).encode()).hexdigest()[:_SEAL_DIGITS]


def _statement(page: Page, where: str, extracted: ExtractedStatement) -> tuple[Told, Statement]:
    text = _clean(extracted.text)
    told = Told(page, where, text, page.named(extracted.sentences))
    return told, Statement(text=text, evidence=_evidence(told), support=told.support)


def _evidence(told: Told) -> tuple[Evidence, ...]:
    """Return the spans of the sentences that are named; a number without a sentence is absent."""
    return tuple([_sentence(told.page, number) for number in told.named.numbers])


def _sentence(page: Page, number: int) -> Evidence:
    if 1 <= number <= len(page.sentences):
        span = page.sentences[number - 1]
        return Evidence(start=span.start, end=span.end, verdict=Verdict.EXACT)
    return Evidence(start=None, end=None, verdict=Verdict.ABSENT)


def _clean(text: str) -> str:
    return " ".join(text.split())


def _gains(page: Page, extracted: Iterable[ExtractedGain]) -> Iterator[tuple[Told, ClaimedGain]]:
    # Two gains of one sentence may carry equal figures ("3x faster and 3x smaller"): each takes its own.
    taken: set[Span] = set()
    for at, gain in enumerate(extracted):
        text = _clean(gain.text)
        told = Told(page, f"claimed_gains[{at}]", text, page.named(gain.sentences))
        yield told, _gain(told, text, gain, taken)


def _gain(told: Told, text: str, gain: ExtractedGain, taken: set[Span]) -> ClaimedGain:
    values = tuple(_value(told, written, taken) for written in gain.values)
    before = (figure_hedge(told.page.text, value.start) for value in values if value.start is not None)
    hedges = dict.fromkeys(hedge for hedge in (*before, *claim_hedges(text)) if hedge)
    return ClaimedGain(
        text=text,
        kind=gain.kind,
        metric=_named(gain.metric),
        values=values,
        baseline=_named(gain.baseline),
        setting=_named(gain.setting),
        hedges=tuple(hedges),
        evidence=_evidence(told),
        support=told.support,
        not_stated=not_stated(told.page, gain),
    )


def _named(text: str | None) -> str | None:
    return (_clean(text) or None) if text else None


def _value(told: Told, text: str, taken: set[Span]) -> Value:
    page = told.page
    found = _find_value(told, text, taken)
    if found is None:
        amount, unit = _measured(text)
        return Value(text=text, start=None, end=None, amount=amount, unit=unit, verdict=Verdict.ABSENT)
    taken.add(Span(found.start, found.end))
    met = page.quantity_at(found.start, found.end)
    whole = met is not None and (met.start, met.end) == (found.start, found.end)
    amount, unit = (met.amount, met.unit) if met and whole else _measured(page.text[found.start : found.end])
    verdict = Verdict.EXACT if found.exact else Verdict.FUZZY
    return Value(text=text, start=found.start, end=found.end, amount=amount, unit=unit, verdict=verdict)


def _find_value(told: Told, text: str, taken: set[Span]) -> Found | None:
    """Return where `text` stands: in the evidence, else anywhere; in each at a place not yet taken, else the first."""
    words = told.page.words
    places = words.find_values(text, *told.spans) or words.find_values(text)
    return next((found for found in places if Span(found.start, found.end) not in taken), next(iter(places), None))


def _measured(written: str) -> tuple[float | None, str | None]:
    quantity = next(iter(find_quantities(written)), None)
    return (quantity.amount, quantity.unit) if quantity else (None, None)
