"""The figures of a sentence that tell a result, not how many things there were."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive.wordset import wordset
from pipeline.quantities import Quantity, find_quantities

if TYPE_CHECKING:
    from pipeline.engines.extractive.sentence import Sentence


class Figure(NamedTuple):
    """A figure as written, and its offsets in the sentence without markup."""

    raw: str
    start: int
    end: int


_FIGURE_WORDS = wordset("""
    # #% #y half halve halves halved halving twice thrice double doubles doubled doubling triple triples tripled
    fold times
    percent order orders
    """)
_RESULT_UNIT = re.compile(
    r"%|x|pp|points?|dB|.*\bper\b.*|m?s|ms|µs|seconds?|minutes?|hours?|FPS|fps|fold|-fold", re.IGNORECASE
)
_METRIC_AFTER = re.compile(
    r"[\s$}*]*(?:points?\b|BLEU|ROUGE|F1|AUC|PSNR|SSIM|mIoU|m?AP\b|PQ\b|FPS\b|perplexity|accuracy|success|score)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:despite|given|p\s*[<=>≤]?)\s*\$?$", re.IGNORECASE)
_SIGNIFICANCE = re.compile(r"\$?\\?p\s*[<=>≤]", re.IGNORECASE)
_LARGEST_RESULT = 1e6
"""A greater number without a unit counts parameters, tokens or samples."""


def result_figures(sentence: Sentence) -> tuple[Figure, ...]:
    """Return the result figures of `sentence` in order."""
    raw = sentence.raw
    if sentence.bag.isdisjoint(_FIGURE_WORDS):
        return ()
    return tuple(
        Figure(raw[quantity.start : quantity.end], *_plain_span(sentence, quantity))
        for quantity in find_quantities(raw)
        if _tells_result(raw, quantity)
    )


def _tells_result(raw: str, quantity: Quantity) -> bool:
    if _CONDITION.search(raw[max(0, quantity.start - 20) : quantity.start]) or _SIGNIFICANCE.match(quantity.text):
        return False
    if quantity.unit is not None:
        return _RESULT_UNIT.fullmatch(quantity.unit) is not None
    if quantity.relation == "order":
        return True
    if any(abs(amount) >= _LARGEST_RESULT for amount in quantity.amounts):
        return False
    if quantity.relation == "from-to" or not all(amount.is_integer() for amount in quantity.amounts):
        return True
    return _METRIC_AFTER.match(raw, quantity.end) is not None


def _plain_span(sentence: Sentence, quantity: Quantity) -> tuple[int, int]:
    origin = sentence.plain.origin
    if isinstance(origin, range):
        return quantity.start, quantity.end
    inside = [place for place, at in enumerate(origin) if quantity.start <= at < quantity.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)
