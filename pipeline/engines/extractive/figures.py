"""The figures of a sentence that tell a result, not how many things there were."""

from __future__ import annotations

import re
from bisect import bisect_left
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
# "MultiWOZ 2.4" is a name; "AUC 0.9" and "accuracy 0.9" are not.
_VERSION = re.compile(
    r"\b(?!(?:Accuracy|Precision|Recall|Dice|Spearman|Pearson|Rouge|Bleu)\b)[A-Z]\w*[a-z]\w*[-\s]$|\bv(?:ersion\s)?$"
)
# "Up from 0.88", "versus 88%": the figure is what the result is compared with.
_OF_BASELINE = re.compile(
    r"""
    \b(?: from | versus | vs\.? | against | (?:compared|relative)\s(?:to|with) )
    \s+(?:(?:an?|the|only|about|around|just)\s+)* [^\w\s]* $
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "At a loss of 0.3 points", "while losing 2%": what a result costs is no result.
_COST = re.compile(
    r"""
    \b(?: (?:at|with|for|despite|incurring|causing)\s (?:(?:an?|the|only|just|less|than|no|more|\w+ly|\w+al|small|slight
        |minor|tiny)\s+){0,4} (?:\w+\s){0,2}?
        (?:loss|losses|costs?|expense|drop|decrease|degradation|penalty|overhead|sacrifice|decline)
      | los(?:es?|t|ing) | sacrific(?:es?|ed|ing) | costing )\b
    (?!\sby\b)[^.,;]{0,30}$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_COST_REACH = 80
_BEFORE = 30
"""How far back the words are read that make a number something else than a result."""
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


def of_baseline(text: str, start: int) -> bool:
    """Tell whether the figure at `start` of `text` is that of a baseline, by the words before it."""
    return _OF_BASELINE.search(text[max(0, start - _BEFORE) : start]) is not None


def of_cost(text: str, start: int) -> bool:
    """Tell whether the figure at `start` of `text` is what a result costs, by the words before it."""
    return _COST.search(text[max(0, start - _COST_REACH) : start]) is not None


def _tells_result(raw: str, quantity: Quantity) -> bool:
    before = raw[max(0, quantity.start - _BEFORE) : quantity.start]
    if _CONDITION.search(before) or _SIGNIFICANCE.match(quantity.text):
        return False
    if quantity.unit is not None:
        return _RESULT_UNIT.fullmatch(quantity.unit) is not None
    if quantity.relation == "order":
        return True
    if _VERSION.search(before) or any(abs(amount) >= _LARGEST_RESULT for amount in quantity.amounts):
        return False
    whole = all(amount.is_integer() for amount in quantity.amounts)
    return quantity.relation == "from-to" or not whole or _METRIC_AFTER.match(raw, quantity.end) is not None


def _plain_span(sentence: Sentence, quantity: Quantity) -> tuple[int, int]:
    origin = sentence.plain.origin
    return bisect_left(origin, quantity.start), bisect_left(origin, quantity.end)
