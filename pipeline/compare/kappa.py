"""Agreement beyond what chance alone would bring."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


def cohens_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Return Cohen's kappa (1960) of two raters' labels: 1 is full agreement, 0 what chance would bring.

    Null without pairs, and where both give one and the same label throughout: chance explains all then.
    """
    total = len(pairs)
    if not total:
        return None
    observed = sum(1 for one, other in pairs if one == other)
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(count * others[label] for label, count in ones.items())
    if expected == total * total:
        return None
    return (observed * total - expected) / (total * total - expected)
