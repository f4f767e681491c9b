"""From the cards of two runs to what differs, and how far they agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipeline.card import Card
from pipeline.compare.fields import Seen, differences
from pipeline.compare.kappa import cohens_kappa
from pipeline.errors import InputError
from pipeline.record import Record

FIELDS = (
    "area", "task", "system", "problem", "method", "gain sentences", "gains", "values", "kind", "metric", "baseline",
    "setting",
)  # fmt: skip
"""The fields in the order of reports; from `values` on they are compared on the gains that both runs have."""

_LABELLED = frozenset({"area", "kind", "gain sentences"})
"""The fields that take one of a fixed set of labels, so that agreement by chance can be told."""


class Change(Record):
    """One difference: what A says and what B says, either of them null where it says nothing."""

    paper: str
    field: str
    a: str | None
    b: str | None


class Agreement(Record):
    """How often two runs agree on a field.

    Attributes:
        same: how many times they do.
        of: how many times they could.
        kappa: Cohen's kappa, null where the field has no fixed labels or chance alone explains all.
    """

    field: str
    same: int
    of: int
    kappa: float | None = None


class Comparison(Record):
    """What differs between runs A and B.

    Attributes:
        papers: that both have, with the same abstract.
        only_a: ids of papers that A alone has.
        only_b: ids of papers that B alone has.
        agreement: by field, in the order of `FIELDS`.
        changes: by paper in the order of A, then by field.
    """

    papers: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    agreement: tuple[Agreement, ...]
    changes: tuple[Change, ...]


def compare(a: Iterable[Card], b: Iterable[Card]) -> Comparison:
    """Return what differs between the cards of two runs.

    Cards belong together when paper id and abstract are the same, or else the abstract alone.

    Raises:
        InputError: the runs have no paper in common.
    """
    cards_a, cards_b = tuple(a), tuple(b)
    both = _together(cards_a, cards_b)
    if not both:
        raise InputError("the two runs have no paper in common. Were they made of the same input?")
    met_a, met_b = {id(one) for one, _ in both}, {id(other) for _, other in both}
    seen = [(one.paper.id, found) for one, other in both for found in differences(one, other)]
    return Comparison(
        papers=len(both),
        only_a=tuple(card.paper.id for card in cards_a if id(card) not in met_a),
        only_b=tuple(card.paper.id for card in cards_b if id(card) not in met_b),
        agreement=tuple(_agreements(found for _, found in seen)),
        changes=tuple(Change(paper=paper, field=s.field, a=s.a, b=s.b) for paper, s in seen if s.told and not s.same),
    )


def _together(cards_a: Sequence[Card], cards_b: Sequence[Card]) -> list[tuple[Card, Card]]:
    """Return the cards that belong together, in the order of A, each once."""
    rest = {(card.paper.id, card.paper.abstract): card for card in cards_b}
    partners = {card.paper.id: rest.pop((card.paper.id, card.paper.abstract), None) for card in cards_a}
    by_abstract = {card.paper.abstract: card for card in rest.values()}
    pairs = []
    for card in cards_a:
        other = partners[card.paper.id] or by_abstract.pop(card.paper.abstract, None)
        if other is not None:
            pairs.append((card, other))
    return pairs


def _agreements(seen: Iterable[Seen]) -> Iterable[Agreement]:
    by_field: defaultdict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        by_field[one.field].append(one)
    for field in FIELDS:
        found = by_field[field]
        kappa = cohens_kappa([(s.a, s.b) for s in found]) if field in _LABELLED else None
        yield Agreement(field=field, same=sum(1 for s in found if s.same), of=len(found), kappa=kappa)
