"""Computing a card again from its abstract and what was told, to find any that was edited or shifted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.extraction import ExtractedGain, ExtractedStatement, Extraction
from pipeline.ground import ground, seal
from pipeline.paper import abstract_id
from pipeline.record import Record
from pipeline.review import OF_THE_RUN
from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import Card, Evidence
    from pipeline.text import Span

_OWN_SCHEME = "abs:"
"""Flags that tell of the asking, which an abstract cannot tell again."""


class Mismatch(Record):
    """A part of a card that is not what the abstract makes of it: where, what is stored, what it should be."""

    where: str
    stored: str
    expected: str


def verify(card: Card) -> tuple[Mismatch, ...]:
    """Return what of `card` is not as it is computed from its abstract and from what an engine told; empty: all is.

    The review, verdicts, spans, amounts and hedges are computed again. What cannot be, the told words, is held by the
    seal. An id of ours holds the abstract.
    """
    return tuple(_mismatches(card))


def _mismatches(card: Card) -> Iterator[Mismatch]:
    if card.paper.id.startswith(_OWN_SCHEME) and card.paper.id != abstract_id(card.paper.abstract):
        yield Mismatch(where="paper.id", stored=card.paper.id, expected=abstract_id(card.paper.abstract))
    if card.review.seal != seal(card):
        yield Mismatch(where="review.seal", stored=str(card.review.seal), expected=seal(card))
    again = ground(card.paper, _extraction(card), card.provenance)
    yield from _differences("", _comparable(card), _comparable(again))


def _extraction(card: Card) -> Extraction:
    """Return what an engine must have told for the card to be as it is."""
    spans = sentences(card.paper.abstract)
    return Extraction(
        system=card.system,
        problem=ExtractedStatement(text=card.problem.text, sentences=_numbers(card.problem.evidence, spans)),
        method=ExtractedStatement(text=card.method.text, sentences=_numbers(card.method.evidence, spans)),
        claimed_gains=tuple(
            ExtractedGain(
                text=gain.text,
                kind=gain.kind,
                metric=gain.metric,
                values=tuple(value.text for value in gain.values),
                baseline=gain.baseline,
                setting=gain.setting,
                sentences=_numbers(gain.evidence, spans),
            )
            for gain in card.claimed_gains
        ),
        area=card.task_area.area,
        task=card.task_area.task,
    )


def _numbers(evidence: tuple[Evidence, ...], spans: tuple[Span, ...]) -> tuple[int, ...]:
    """Return the numbers of the sentences at the spans; for what is none a number before the first or after the last.

    Numbers are grounded in their order, so those before what is a sentence must be smaller.
    """
    known = {(span.start, span.end): number for number, span in enumerate(spans, start=1)}
    numbers: list[int] = []
    for at, item in enumerate(evidence):
        leading = not any(number >= 1 for number in numbers)
        there = known.get((item.start, item.end)) if item.start is not None and item.end is not None else None
        numbers.append(there or (at - len(evidence) if leading else len(spans) + at))
    return tuple(numbers)


def _comparable(card: Card) -> dict[str, Any]:
    told: dict[str, Any] = card.model_dump(mode="json", exclude={"paper", "provenance"})
    review = told["review"]
    review.pop("seal")
    review["flags"] = [flag for flag in review["flags"] if flag not in OF_THE_RUN]
    review["findings"] = [item for item in review["findings"] if item["flag"] not in OF_THE_RUN]
    return told


def _differences(where: str, stored: object, expected: object) -> Iterator[Mismatch]:
    if isinstance(stored, dict) and isinstance(expected, dict):
        for key in stored:
            yield from _differences(f"{where}.{key}" if where else key, stored[key], expected[key])
    elif isinstance(stored, list) and isinstance(expected, list) and len(stored) == len(expected):
        for at, (one, other) in enumerate(zip(stored, expected, strict=True)):
            yield from _differences(f"{where}[{at}]", one, other)
    elif stored != expected:
        yield Mismatch(where=where, stored=str(stored), expected=str(expected))
