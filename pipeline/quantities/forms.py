"""Figures with a form of their own: orders of growth and confidence intervals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.quantities.notation import NUMBER, UNIT, read_number, read_unit
from pipeline.quantities.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

# The bounds keep an unclosed parenthesis from being read to the end of the text.
_GROWTH = re.compile(
    r"""
    (?:O|Θ|Ω|\\Theta|\\Omega|\\mathcal\{O|\\mathcal[ ]O) \}{0,2} \s? (?:\\left|\\big)? \s?
    \( (?: [^()$] | \( (?: [^()$] | \( [^()$]{0,40} \) ){0,60} \) ){1,80} \) \$?
    """,
    re.VERBOSE,
)
SIGNS_OF_GROWTH = r"(?:[OΘΩ]|Theta|Omega)[^(]{0,12}\("
"""What any order of growth has in it, as a pattern of few steps."""
_GROWTH_BEFORE = re.compile(r"\$?(?:\\(?:widetilde|tilde|widehat|mathcal)\s?\{?\s?){0,2}\Z")
_LONGEST_LEAD = 24

_INTERVAL = re.compile(
    rf"""
    \d{{2}}(?:\.\d)?\s?\\?%\s?(?:CIs?|CrI|[Cc]onfidence[ ][Ii]ntervals?)\b
    (?: \s?(?:[:=,]|of)?\s?(?P<open>[\[(])?\s?\$?(?P<low>[-−]?{NUMBER})(?:{UNIT})?
        \s?(?:,|;|to|–|--?)\s?(?P<high>[-−]?{NUMBER})(?P<unit>{UNIT})?\$?(?(open)\s?[\])]) )?
    """,
    re.VERBOSE,
)


def growths(text: str) -> Iterator[Quantity]:
    r"""Yield the orders of growth (`$\widetilde{O}(\sqrt{T})$`): quantities without an amount."""
    for found in _GROWTH.finditer(text) if "(" in text else ():
        lead = _GROWTH_BEFORE.search(text, max(0, found.start() - _LONGEST_LEAD), found.start())
        start = lead.start() if lead else found.start()
        if text[start - 1 : start].isalnum():
            continue
        end = found.end() - (text[start : found.end()].count("$") % 2)
        if text[start] == "$" and text[end - 1] != "$":
            start, end = start + 1, found.end()
        yield Quantity(start=start, end=end, text=text[start:end], amounts=(), relation="order")


def intervals(text: str) -> Iterator[Quantity]:
    """Yield the confidence intervals; a level without its bounds is a quantity without amounts."""
    if "%" not in text or not ("CI" in text or "onfidence" in text or "CrI" in text):
        return
    for found in _INTERVAL.finditer(text):
        bounded = found["low"] is not None
        yield Quantity(
            start=found.start(),
            end=found.end(),
            text=found[0],
            amounts=(_signed(found["low"]), _signed(found["high"])) if bounded else (),
            unit=read_unit(found["unit"]) if found["unit"] else None,
            relation="interval",
        )


def _signed(written: str) -> float:
    value = read_number(written.lstrip("-−"))
    return -value if written.startswith(("-", "−")) else value
