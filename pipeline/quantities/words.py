"""Figures written out: "twice", "two-fold", "three times faster", "two orders of magnitude", 约三倍."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.presence import holds
from pipeline.quantities.context import multiplies, read_lead
from pipeline.quantities.notation import in_unit, read_unit
from pipeline.quantities.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_COUNTS = {
    **{word: float(value) for value, word in enumerate(_ONES.split(), 1)},
    **{word: 10.0 * value for value, word in enumerate(_TENS.split(), 2)},
    "a": 1.0,
    "an": 1.0,
    "hundred": 100.0,
    "thousand": 1000.0,
}
_COUNT = "|".join(sorted(_COUNTS, key=len, reverse=True))

# Not manifolds, not scaffolds, not LaTeX.
_COUNT_SIGNS = r"[^fi]fold|[^\\]times|per ?cent|magnitude"
_MULTIPLE_SIGNS = "wice|hrice|half|alv|oubl|ripl|drupl"
_CJK_SIGNS = "[倍点點级級半之]"
SIGNS_OF_WORDS = f"{_COUNT_SIGNS}|{_MULTIPLE_SIGNS}|{_CJK_SIGNS}"
"""What any quantity that is written in words has in it, as a pattern of few steps."""
_has_counted, _has_multiple, _has_cjk = map(holds, (_COUNT_SIGNS, _MULTIPLE_SIGNS, _CJK_SIGNS))

# The rare word is sought first and the count read back from it: counts begin with letters that begin most words.
_COUNTED = re.compile(r"(?:fold\b|times\b|per[ ]?cent\b|percentage[- ]points?\b|orders?[- ]of[- ]magnitude\b)")
_COUNT_BEFORE = re.compile(
    rf"(?:\b(?P<low>{_COUNT})(?:[ ]to[ ]|[ ]or[ ]|[-–]))?"
    rf"\b(?P<count>(?:(?:{_TENS.replace(' ', '|')})-)?(?:{_COUNT}))[- ]?\Z",
    re.IGNORECASE,
)
_LONGEST_COUNT = 32
# Both cases are spelt out: a pattern that ignores case cannot skip ahead to a first letter.
_MULTIPLES = re.compile(
    r"(?:twice|Twice|thrice|Thrice|halv|Halv|half|Half|doubl|Doubl|tripl|Tripl|quadrupl|Quadrupl)"
    r"(?:(?<=ice)|(?<=half)(?=\s(?:the|of|as|that|its)\b)|(?<=l)es(?=\s(?:the|its|their|our)\b)|(?<=v)es|(?<=[lv])(?:ed|ing))\b"
)
_MULTIPLE = {"tw": 2.0, "th": 3.0, "ha": 0.5, "do": 2.0, "tr": 3.0, "qu": 4.0}
_PARTS = frozenset({"two", "both", "upper", "lower", "first", "second", "these"})

_CJK = re.compile(
    r"(?:百分之(?P<percent>[一二三四五六七八九十百]{1,5})|(?P<half>一半)"
    r"|(?P<count>[一二两兩三四五六七八九十百]{1,5})(?P<what>倍|[个個]?百分[点點]|[个個]?[数數]量[级級]))"
)
_CJK_DIGITS = dict(zip("一二两兩三四五六七八九", (1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))


def worded_quantities(text: str) -> Iterator[Quantity]:
    """Yield the quantities of `text` that are written in words, family by family."""
    return chain(
        _counted(text) if _has_counted(text) else (),
        _multiples(text) if _has_multiple(text) else (),
        _cjk(text) if not text.isascii() and _has_cjk(text) else (),
    )


def _counted(text: str) -> Iterator[Quantity]:
    for found in _COUNTED.finditer(text):
        of_magnitude = found[0][0] == "o"
        count = _COUNT_BEFORE.search(text, max(0, found.start() - _LONGEST_COUNT), found.start())
        if count is not None and (of_magnitude or count["count"].lower() not in {"a", "an"}):
            if found[0] == "times" and not multiplies(text, found.end(), read_lead(text, count.start())):
                continue
            low = (_COUNTS[count["low"].lower()],) if count["low"] else ()
            amounts = (*low, sum(_COUNTS[part] for part in count["count"].lower().split("-")))
            yield _quantity(text, count.start(), found.end(), amounts, found[0])
        elif of_magnitude and not text[found.start() - 2 : found.start() - 1].isdigit():
            yield _quantity(text, found.start(), found.end(), (), found[0])


def _multiples(text: str) -> Iterator[Quantity]:
    for found in _MULTIPLES.finditer(text):
        before = text[: found.start()].rsplit(None, 1) if found[0].lower() == "halves" else ()
        if text[found.start() - 1 : found.start()].isalpha() or (before and before[-1].lower() in _PARTS):
            continue
        yield _quantity(text, found.start(), found.end(), (_MULTIPLE[found[0][:2].lower()],), "times")


def _cjk(text: str) -> Iterator[Quantity]:
    for found in _CJK.finditer(text):
        if found["half"]:
            amounts, unit = (0.5,), "倍"
        else:
            amounts, unit = (_cjk_number(found["percent"] or found["count"]),), found["what"] or "%"
        yield _quantity(text, found.start(), found.end(), amounts, unit)


def _cjk_number(written: str) -> float:
    total = digit = 0
    for sign in written:
        if sign in "十百":
            total += (digit or 1) * (10 if sign == "十" else 100)
            digit = 0
        else:
            digit = _CJK_DIGITS[sign]
    return float(total + digit)


def _quantity(text: str, start: int, end: int, amounts: tuple[float, ...], unit: str) -> Quantity:
    """Return the worded quantity at `text[start:end]`: `unit` as written, the bound read from the words before."""
    amounts, name = in_unit(amounts, read_unit(unit))
    return Quantity(
        start=start,
        end=end,
        text=text[start:end],
        amounts=amounts,
        unit=name,
        comparator=read_lead(text, start).comparator,
        relation="range" if len(amounts) > 1 else None,
    )
