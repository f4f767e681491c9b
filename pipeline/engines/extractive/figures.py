"""The figures of a sentence that tell a result, not how many things there were."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.quantities import find_quantities

if TYPE_CHECKING:
    from pipeline.engines.extractive.sentence import Sentence


class Figure(NamedTuple):
    """A figure as written, and its offsets in the sentence without markup."""

    raw: str
    start: int
    end: int


_HAS_FIGURE = re.compile(r"\d|\b(?:half|halv|twice|doubl|tripl|fold|order|times)", re.IGNORECASE)
_UNIT_AFTER = re.compile(
    r"^[\s$}*]*(?:tokens?\s+per|points?\b|pp\b|dB\b|BLEU|ROUGE|F1|AUC|PSNR|SSIM|mIoU|m?AP\b|PQ\b|FPS\b|m?s\b|seconds?\b|hours?\b|minutes?\b|perplexity|accuracy|success|score)",
    re.IGNORECASE,
)
_METRIC_BEFORE = re.compile(
    r"(?:AUC|accuracy|F1|scores?|BLEU|ROUGE|PSNR|mIoU|AP|NLL|MAE|RMSE|perplexity|error|from|to|of|at|=|by)\s*(?:of|is|=|:|to|from)?[\s$*{\\a-z]{0,10}$",
    re.IGNORECASE,
)
_PART_OF_NAME = re.compile(r"[A-Za-z]\w*[-‐‑.]?$")


def result_figures(sentence: Sentence) -> tuple[Figure, ...]:
    """Return the result figures of `sentence` in order."""
    raw = sentence.raw
    if not _HAS_FIGURE.search(raw):
        return ()
    figures = []
    for quantity in find_quantities(raw):
        if _tells(raw, quantity.start, quantity.end, quantity.unit):
            figures.append(
                Figure(raw[quantity.start : quantity.end], *_plain_span(sentence, quantity.start, quantity.end))
            )
    return tuple(figures)


def _tells(raw: str, start: int, end: int, unit: str | None) -> bool:
    before, after = raw[max(0, start - 30) : start], raw[end : end + 30]
    if _PART_OF_NAME.search(before) or (after[:1].isalpha() and unit is None):
        return False
    if unit is not None:
        return True
    if _UNIT_AFTER.match(after):
        return True
    return "." in raw[start:end] and _METRIC_BEFORE.search(before) is not None


def _plain_span(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    origin = sentence.plain.origin
    if isinstance(origin, range):
        return start, end
    inside = [place for place, at in enumerate(origin) if start <= at < end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)
