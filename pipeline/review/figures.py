"""The result figures of an abstract: those that no gain claims, and those that contradict one another."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from pipeline.card import Value, Verdict
from pipeline.review.catalogue import Flag, finding
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pipeline.card import ClaimedGain, Finding
    from pipeline.quantities import Quantity
    from pipeline.review.page import Page

_RESULT_UNITS = frozenset({"%", "x", "pp", "points"})
_RESULT_WORD = re.compile(
    r"\b(?:achiev|attain|reach|improv|outperform|surpass|exceed|reduc|increas|decreas|boost|accelerat|sav(?:es?|ing)\b"
    r"|speed|gains?\b|faster|higher|lower|better|accura|error|results?\b|experiment|evaluat|demonstrat|show)",
    re.IGNORECASE,
)


def unclaimed(page: Page, gains: Iterable[ClaimedGain], carrying: Collection[int]) -> Iterator[Value]:
    """Yield the figures of result sentences that no gain carries; those `carrying` a gain are such sentences."""
    claimed = [(v.start, v.end) for gain in gains for v in gain.values if v.start is not None and v.end is not None]
    for figure in page.words.quantities:
        if not _is_result_figure(figure) or any(figure.start < end and start < figure.end for start, end in claimed):
            continue
        at = page.sentence_at(figure.start)
        if at is not None and (at in carrying or _RESULT_WORD.search(page.plain(at))):
            yield Value(
                text=figure.text,
                start=figure.start,
                end=figure.end,
                amount=figure.amount,
                unit=figure.unit,
                verdict=Verdict.EXACT,
            )


def _is_result_figure(figure: Quantity) -> bool:
    return figure.unit in _RESULT_UNITS or any(amount != int(amount) for amount in figure.amounts)


def contradictions(page: Page, gains: tuple[ClaimedGain, ...]) -> Iterator[Finding]:
    """Yield where two gains of different sentences give different figures for one metric, setting and baseline."""
    single = [(at, gain) for at, gain in enumerate(gains) if gain.metric and len(gain.values) == 1]
    for (_, first), (at, second) in combinations(single, 2):
        one, other = first.values[0], second.values[0]
        same = one.unit == other.unit and _key(first) == _key(second) and first.hedges == second.hedges
        if same and one.amount != other.amount and _apart(page, one, other):
            where = f"claimed_gains[{at}].values[0]"
            yield finding(
                Flag.SELF_CONTRADICTION,
                where,
                Span(one.start or 0, one.end or 0),
                words=one.text,
                told=other.text,
            )


def _key(gain: ClaimedGain) -> tuple[str, str, str]:
    return (gain.metric or "").casefold(), (gain.setting or "").casefold(), (gain.baseline or "").casefold()


def _apart(page: Page, one: Value, other: Value) -> bool:
    """Tell whether both were found, plainly told and in different sentences."""
    met = [page.quantity_of(value) for value in (one, other)]
    if any(quantity is None or quantity.relation for quantity in met):
        return False
    return page.sentence_at(one.start or 0) != page.sentence_at(other.start or 0)
