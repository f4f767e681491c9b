"""The fields of two cards of one abstract, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.matching import all_meet, any_same_words, folded, found_spans, likeness, paired
from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.card import Card, ClaimedGain, Statement


class Seen(NamedTuple):
    """What two cards say in one place of a field; `told` tells whether a difference there is worth a line."""

    field: str
    a: str | None
    b: str | None
    same: bool
    told: bool = True


def differences(a: Card, b: Card) -> Iterator[Seen]:
    """Yield each place in which two cards of one abstract can differ, in the order of the card.

    Problem and method are the same where their evidence shares half of the shorter; texts where they
    are equal but for case, blanks and markup; figures where they stand in the same place.
    """
    yield Seen("area", a.task_area.area, b.task_area.area, a.task_area.area == b.task_area.area)
    yield _text("task", a.task_area.task, b.task_area.task)
    same_names = set(map(folded, a.system)) == set(map(folded, b.system))
    yield Seen("system", _listed(a.system), _listed(b.system), same_names)
    yield _statement("problem", a.problem, b.problem)
    yield _statement("method", a.method, b.method)
    yield from _gain_sentences(a, b)
    yield from _gains(a, b)


def _gains(a: Card, b: Card) -> Iterator[Seen]:
    """Yield the gains of both, paired one to one where evidence meets, then what each alone has."""
    pairs = paired([[_likeness(one, other) for other in b.claimed_gains] for one in a.claimed_gains])
    for row, column in pairs:
        yield from _gain(a.claimed_gains[row], b.claimed_gains[column])
    met_a, met_b = {row for row, _ in pairs}, {column for _, column in pairs}
    for at, gain in enumerate(a.claimed_gains):
        if at not in met_a:
            yield Seen("gains", gain.text, None, same=False)
    for at, gain in enumerate(b.claimed_gains):
        if at not in met_b:
            yield Seen("gains", None, gain.text, same=False)


def _gain(a: ClaimedGain, b: ClaimedGain) -> Iterator[Seen]:
    yield Seen("gains", a.text, b.text, same=True)
    values_a, values_b = (_listed(value.text for value in gain.values) for gain in (a, b))
    yield Seen("values", values_a, values_b, _same_values(a, b))
    yield Seen("kind", a.kind.value, b.kind.value, a.kind is b.kind)
    yield _text("metric", a.metric, b.metric)
    yield _text("baseline", a.baseline, b.baseline)
    yield _text("setting", a.setting, b.setting)


def _same_values(a: ClaimedGain, b: ClaimedGain) -> bool:
    places_a, places_b = found_spans(a.values), found_spans(b.values)
    absent_a, absent_b = ({folded(v.text) for v in gain.values if not found_spans((v,))} for gain in (a, b))
    return all_meet(places_a, places_b) and all_meet(places_b, places_a) and absent_a == absent_b


def _gain_sentences(a: Card, b: Card) -> Iterator[Seen]:
    """Yield for each sentence whether the cards rest a gain on it; the gains tell it in words."""
    evidence = [[span for gain in card.claimed_gains for span in found_spans(gain.evidence)] for card in (a, b)]
    for sentence in sentences(a.paper.abstract):
        in_a, in_b = ("yes" if any_same_words(spans, (sentence,)) else "no" for spans in evidence)
        yield Seen("gain sentences", in_a, in_b, in_a == in_b, told=False)


def _statement(field: str, a: Statement, b: Statement) -> Seen:
    spans = found_spans(a.evidence), found_spans(b.evidence)
    same = any_same_words(*spans) or not (a.text or b.text)
    return Seen(field, a.text or None, b.text or None, same)


def _text(field: str, a: str | None, b: str | None) -> Seen:
    return Seen(field, a or None, b or None, folded(a or "") == folded(b or ""))


def _likeness(one: ClaimedGain, other: ClaimedGain) -> float | None:
    """Return how alike two gains are, from 0 to 1; null where the evidence lies elsewhere."""
    if not any_same_words(found_spans(one.evidence), found_spans(other.evidence)):
        return None
    return likeness((found_spans(one.values), found_spans(other.values)), (one.text, other.text))


def _listed(texts: Iterable[str]) -> str | None:
    return "; ".join(texts) or None
