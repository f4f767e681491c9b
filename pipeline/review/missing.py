"""What the abstract leaves open of a claimed gain, for a reviewer to look up in the paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.card import LinkKind
from pipeline.extraction import GainKind
from pipeline.presence import holds_any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.card import Link
    from pipeline.extraction import ExtractedGain
    from pipeline.review.page import Page

_ORDER = ("baseline", "dataset", "metric", "magnitude", "variance", "code")
_COMPARING = frozenset({GainKind.QUANTITATIVE, GainKind.COMPARATIVE})
# In small letters, each from a literal on: so a search skips ahead to it.
_CODE_PROMISES = (
    re.compile(r"code(?<![a-z]code)s?\b[^.]{0,80}\b(?:available|released?|public|supplement|open)"),
    re.compile(r"releas[^.]{0,80}\b(?:codes?|implementations?)\b"),
    re.compile("代码"),
)
tells_spread = holds_any(
    "±", "standard deviation", "standard error", "confidence interval", "% ci", "seeds", "independent runs",
    "repeated runs", "statistically significant", "p < ", "p<", "p = ", "p=",
)  # fmt: skip
"""Whether a text in small letters says how results vary: a deviation, an interval, a test, seeds or runs."""


def not_stated(page: Page, gain: ExtractedGain) -> tuple[str, ...]:
    """Return what is not stated of a gain that compares or counts, in a fixed order; of any other gain nothing."""
    if gain.kind not in _COMPARING:
        return ()
    lacking = {
        "baseline": not _said(gain.baseline),
        "dataset": not _said(gain.setting),
        "metric": not _said(gain.metric),
        "magnitude": not gain.values,
        "variance": bool(gain.values) and not page.tells_spread,
    }
    return tuple(name for name in _ORDER if lacking.get(name))


def _said(text: str | None) -> bool:
    return bool(text and text.strip())


def all_not_stated(page: Page, lacking: Iterable[tuple[str, ...]], links: tuple[Link, ...]) -> tuple[str, ...]:
    """Return what any gain lacks, and the code where none is promised or linked, in a fixed order."""
    found = {name for names in lacking for name in names}
    linked = any(link.kind in {LinkKind.CODE, LinkKind.ANONYMOUS} for link in links)
    promised = any(promise.search(page.words.folded) for promise in _CODE_PROMISES)
    if not linked and not promised:
        found.add("code")
    return tuple(name for name in _ORDER if name in found)
