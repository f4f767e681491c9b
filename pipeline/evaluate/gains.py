"""The gains of one paper, their figures and their kinds, judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.evaluate.findings import Count, Finding, Outcome, Part
from pipeline.matching import all_meet, any_same_words, found_spans, likeness, overlap, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card, ClaimedGain
    from pipeline.evaluate.labels import Labels, PlacedGain
    from pipeline.gold import GoldGain
    from pipeline.text import Span


class Sides(NamedTuple):
    """Which labelled gain is found by which of the card's, all by their places.

    `pairs` are one to one; `shared` maps further labels to a gain that another clause of their
    sentence has; `excused` are gains of the card that borderline labels bear out.
    """

    pairs: dict[int, int]
    shared: dict[int, int]
    excused: frozenset[int]


def judge_gains(labels: Labels, card: Card) -> Part:
    """Judge the gains one to one, where evidence and quote share half of the shorter.

    As many as possible are paired, and of equal choices those with the same figures and the most
    similar words. Clauses of one sentence may share a gain of the card. What only a borderline
    label bears out is not counted. Kinds are judged on the pairs.
    """
    sides = _sides(labels, card)
    told, labelled = len(card.claimed_gains), len(labels.gains)
    same_kind = [labels.gains[g].label.gain_kind is card.claimed_gains[c].kind for g, c in sides.pairs.items()]
    counts = {
        "gains.precision": Count(len(sides.pairs), told - len(sides.excused)),
        "gains.recall": Count(len(sides.pairs) + len(sides.shared), labelled),
        "kind": Count(sum(same_kind), len(same_kind)),
    }
    return Part(counts, tuple(_gain_findings(labels, card, sides)))


def judge_values(labels: Labels, card: Card) -> Part:
    """Judge the figures by their places: right where one of the card's meets one that is labelled.

    A figure that was not found in the abstract is wrong. One that belongs to a borderline gain is
    not counted.
    """
    gold = _distinct(span for gain in labels.gains for span in gain.values)
    optional = [span for gain in labels.optional for span in gain.values]
    values = [value for gain in card.claimed_gains for value in gain.values]
    told = _distinct(found_spans(values))
    absent = list(dict.fromkeys(value.text for value in values if not found_spans((value,))))
    right = [span for span in told if all_meet((span,), gold)]
    excused = [span for span in told if span not in right and all_meet((span,), optional)]
    found = [span for span in gold if all_meet((span,), told)]
    counts = {
        "values.precision": Count(len(right), len(told) - len(excused) + len(absent)),
        "values.recall": Count(len(found), len(gold)),
    }
    text = card.paper.abstract
    findings = [_value(text, span, [t for t in told if overlap(t, span)]) for span in gold]
    findings += [_extra("values", text[slice(*span)], span in excused) for span in told if span not in right]
    findings += [_extra("values", written, open_to_doubt=False) for written in absent]
    return Part(counts, tuple(findings))


def _sides(labels: Labels, card: Card) -> Sides:
    evidence = [found_spans(gain.evidence) for gain in card.claimed_gains]
    pairs = dict(paired([[_likeness(label, gain) for gain in card.claimed_gains] for label in labels.gains]))
    shared = {}
    for at, label in enumerate(labels.gains):
        if at in pairs:
            continue
        neighbours = (c for g, c in pairs.items() if labels.gains[g].sentence == label.sentence)
        lent = next((c for c in neighbours if any_same_words(evidence[c], (label.span,))), None)
        if lent is not None:
            shared[at] = lent
    rest = [c for c in range(len(card.claimed_gains)) if c not in pairs.values()]
    doubtful = paired([[_likeness(label, card.claimed_gains[c]) for c in rest] for label in labels.optional])
    return Sides(pairs, shared, frozenset(rest[column] for _, column in doubtful))


def _likeness(label: PlacedGain, gain: ClaimedGain) -> float | None:
    """Return how alike the figures and the words are, from 0 to 1; null where the evidence lies elsewhere."""
    if not any_same_words(found_spans(gain.evidence), (label.span,)):
        return None
    return likeness((label.values, found_spans(gain.values)), (label.label.quote, gain.text))


def _gain_findings(labels: Labels, card: Card, sides: Sides) -> Iterator[Finding]:
    gains = card.claimed_gains
    for at, label in enumerate(labels.gains):
        column = sides.pairs.get(at, sides.shared.get(at))
        told = () if column is None else (gains[column].text,)
        outcome = Outcome.MISSED if column is None else Outcome.RIGHT
        yield Finding(field="gains", outcome=outcome, label=(label.label.quote,), card=told)
        if at in sides.pairs:
            yield _kind(label.label, gains[sides.pairs[at]])
    for column, gain in enumerate(gains):
        if column not in sides.pairs.values():
            yield _extra("gains", gain.text, open_to_doubt=column in sides.excused)


def _kind(label: GoldGain, gain: ClaimedGain) -> Finding:
    return Finding(
        field="kind",
        outcome=Outcome.RIGHT if label.gain_kind is gain.kind else Outcome.WRONG,
        label=(f"{label.gain_kind}: {label.quote}",),
        card=(f"{gain.kind}: {gain.text}",),
    )


def _value(text: str, span: Span, told: Sequence[Span]) -> Finding:
    return Finding(
        field="values",
        outcome=Outcome.RIGHT if told else Outcome.MISSED,
        label=(text[slice(*span)],),
        card=tuple(text[slice(*t)] for t in told),
    )


def _extra(field: str, told: str, open_to_doubt: bool) -> Finding:  # noqa: FBT001
    return Finding(field=field, outcome=Outcome.OPEN if open_to_doubt else Outcome.WRONG, label=(), card=(told,))


def _distinct(spans: Iterable[Span]) -> list[Span]:
    return sorted(set(spans))
