"""Whether a baseline is the one that a figure is measured against, where a sentence names several."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.card import Value
    from pipeline.review.page import Page
    from pipeline.review.told import Told

_ARTICLE = r"(?:(?:that|those|the case)\s+of\s+)?(?:(?:the|an?|its|their|our|existing|prior|other|all)\s+)?"
_FIRM = r"\b(?:than|against|versus|vs\.|compared\s+(?:to|with)|relative\s+to)\s+" + _ARTICLE
_LINK = (
    r"\b(?:for|over|with|than|against|versus|vs\.|(?:compared|relative|comparable|similar)\s+(?:to|with))\s+" + _ARTICLE
)
_MEASURED = re.compile(_FIRM + r"(?=[A-Za-z])", re.IGNORECASE)
_LINKED_AT_ONCE = re.compile(r"[\s}$*]*(?:(?!on|in|at|across)[a-z]+\s)?" + _LINK + r"(?=[A-Za-z])", re.IGNORECASE)
_LINKED_TO = re.compile(_LINK + r"\Z", re.IGNORECASE)

_LONGEST_LINK = 80
"""Characters in which a baseline is linked to its figure, twice what the longest of the words above take."""
_LONGEST_REST = 12
"""Characters of a figure that may follow the part of it that was told: "to 5.09" of a change."""


def is_anothers(baseline: Told, values: Sequence[Value]) -> bool:
    """Tell whether the evidence measures the gain evidently against something else than `baseline`.

    Either another figure of the sentence has it ("64% for suction and 77% for a soft gripper"), or the sentence
    compares with something and has no word of it.
    """
    page = baseline.page
    for span in baseline.spans:
        inside = [value for value in values if value.start is not None and span.start <= value.start < span.end]
        found = page.words.find_name(baseline.text, span)
        if found is None and inside and baseline.is_comparable and not baseline.support:
            return _compares_after(page, inside, span)
        if found is not None and inside:
            return _has_another_figure(page, Span(found.start, found.end), inside, span)
    return False


def _compares_after(page: Page, inside: Sequence[Value], span: Span) -> bool:
    return _MEASURED.search(page.text, _first(inside), span.end) is not None


def _first(inside: Sequence[Value]) -> int:
    return min(value.start for value in inside if value.start is not None)


def _has_another_figure(page: Page, place: Span, inside: Sequence[Value], span: Span) -> bool:
    """Tell whether the baseline at `place` is linked to a figure that was not told, and the told one to another."""
    if _LINKED_TO.search(page.text, max(span.start, place.start - _LONGEST_LINK), place.start) is None:
        return False
    zones = _zones(page, span)
    mine = next((zone for zone in zones if zone.start <= place.start < zone.end), None)
    if mine is None:
        return _closes_before(page, place, inside, span)
    told = [zone for zone in zones if any(_ends_at(value, zone) for value in inside)]
    return mine not in told and any(_LINKED_AT_ONCE.match(page.text, zone.start, zone.end) for zone in told)


def _ends_at(value: Value, zone: Span) -> bool:
    """Tell whether `zone` is what follows the figure of `value`, or of the range that it is a part of."""
    start, end = value.start, value.end
    return start is not None and end is not None and start < zone.start <= end + _LONGEST_REST


def _zones(page: Page, span: Span) -> list[Span]:
    """Return, for each result figure of the sentence, what follows it up to the next."""
    figures = [q for q in page.words.quantities if span.start <= q.start < span.end and not q.is_bare]
    ends = [*(figure.start for figure in figures), span.end][1:]
    return [Span(figure.end, end) for figure, end in zip(figures, ends, strict=True)]


def _closes_before(page: Page, place: Span, inside: Sequence[Value], span: Span) -> bool:
    """Tell whether the baseline ends a comparison before the figure, and the figure has another behind it."""
    parted = "," in page.text[place.end : _first(inside)]
    return parted and _MEASURED.search(page.text, _first(inside), span.end) is not None
