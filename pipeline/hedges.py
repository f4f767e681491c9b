"""Words that soften a claim, found where the claim stands."""

from __future__ import annotations

import re

from pipeline.presence import holds_any

_BEFORE_FIGURE = (
    "up to", "at most", "as much as", "as high as", "as low as", "at least", "more than", "less than", "over",
    "nearly", "almost", "about", "around", "approximately", "roughly", "close to", "on average", "an average of",
)  # fmt: skip
CAPS = frozenset({"up to", "at most", "as much as", "as high as", "as low as"})
"""The hedges that make a figure the best case."""

_ANYWHERE = (
    "comparable", "competitive", "on par", "potential", "potentially", "may", "might", "could", "can", "suggest",
    "suggests", "preliminary", "in most cases", "in some cases", "often", "typically", "generally",
)  # fmt: skip

_FIGURE_HEDGE = re.compile(
    r"(?:(?P<hedge>\b(?:" + "|".join(re.escape(words) for words in _BEFORE_FIGURE) + r")\b)|(?P<sign>[~≈∼><≥≤]))"
    # What may stand between the hedge and its figure: an article, an adjective, LaTeX.
    r"[\s$\\~]*(?:(?:an?|the|\w+ly)\s+)?(?:\\\w+\{)?[\s$*+]*\Z",
    re.IGNORECASE,
)
# Over small letters: a pattern that ignores case cannot skip ahead to a first letter.
_CLAIM_HEDGE = re.compile(r"\b(?:" + "|".join(re.escape(words) for words in _ANYWHERE) + r")\b")
_REACH = 40
_may_hedge_figure = holds_any(*_BEFORE_FIGURE, *"~≈∼><≥≤")
_may_hedge_claim = holds_any(*_ANYWHERE)


def figure_hedge(text: str, start: int) -> str | None:
    """Return the hedge that stands right before the figure at `start` of `text`, lower case."""
    before = text[max(0, start - _REACH) : start]
    if not _may_hedge_figure(before.lower()):
        return None
    found = _FIGURE_HEDGE.search(before)
    return (found["hedge"] or found["sign"]).lower() if found else None


def claim_hedges(claim: str) -> tuple[str, ...]:
    """Return the hedging words of a claim's own text, lower case, in order, each once."""
    lower = claim.lower()
    if not _may_hedge_claim(lower):
        return ()
    return tuple(dict.fromkeys(_CLAIM_HEDGE.findall(lower)))
