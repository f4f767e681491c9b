"""Text as read: spans of its sentences.

Where a sentence ends is decided by `sentencex`, which knows the stops of all scripts and the
abbreviations of prose. It does not know what abstracts are written in, so it is shown a mask: the
same text, code point for code point, in which every stop that ends nothing (in mathematics,
citations, parentheses, quotations, numbers, addresses, list marks) is covered. Offsets into the mask
are offsets into the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sentencex import get_sentence_boundaries

from pipeline.presence import holds

if TYPE_CHECKING:
    from collections.abc import Iterator


class Span(NamedTuple):
    """Code-point offsets into a text; `text[start:end]` is the part meant."""

    start: int
    end: int


_AT_ONCE = 1024
"""Texts whose sentences are remembered: request, check and review of an abstract need them, and between the first two
its ask is in flight, with those of others."""

# A capital covers best: the library may begin a sentence at one and never ends one there.
_COVER = "X"

_PARTING = re.compile(
    r"""
    \n (?: [ \t]* \n \s*                      # a blank line
        | (?= [ \t]* [-*+•–▪◦·] [ \t] )       # before a bullet
        | (?<= [^\W\d_] \n ) (?= [A-Z] )      # after a line that may be a heading
        )
    """,
    re.VERBOSE,
)
_LONGEST_HEADING = 30

# The bounds keep an unclosed bracket from swallowing the abstract, and each attempt short.
_ENCLOSED = re.compile(
    r"""
      \$ (?! \s ) [^$]{1,300} (?<! \s ) \$ (?! \d )                      # $O(n \log n)$, not $5 and $6
    | \( [^()]{0,400}+ (?: \( [^()]{0,100}+ \) [^()]{0,200}+ ){0,3} \)   # (see Fig. 2 (left))
    | \[ [^\[\]]{0,200}+ \]                                              # [e.g.,]
    | " (?= [^\W_] ) [^"]{1,300} " (?! \w )                              # "Is it? It is."
    | “ [^“”]{1,300} ”
    | `` [^`']{1,300} ''
    """,
    re.VERBOSE,
)
_CLOSERS = ")]}\"'”’»*_$"

# An unpaired one of these would make the library wait for its partner, however far.
_BRACKETS = re.compile(r"""[\]\[(){}<>"'`‘’‚“”„«»‹›（）]""")
_has_bracket = holds(_BRACKETS.pattern)

# One of these before a stop, with a capital before it, makes the library cut a character in two, and give up.
_WIDE_BLANKS = re.compile(r"[^\S\x00-\x7f]")

# What science abbreviates; prose the library knows.
_ABBREVIATIONS = frozenset({
    "e.g", "i.e", "w.r.t", "s.t", "a.k.a", "i.i.d", "c.f", "cf", "eq", "eqs", "fig", "figs", "tab", "tabs", "sec",
    "secs", "ch", "alg", "app", "ref", "refs", "thm", "def", "lem", "prop", "cor", "vol", "pp", "al", "vs", "viz",
    "ca", "resp", "approx", "incl", "etc", "no", "nr", "st", "ed", "eds", "spec", "z.b", "d.h", "u.a", "o.ä", "bzw",
    "bspw", "vgl", "ggf", "sog", "usw", "p.ej", "т.е", "т.д", "т.п", "рис", "табл", "см",
})  # fmt: skip
_BEFORE_ANOTHER_STOP = frozenset(word.rpartition(".")[0] for word in _ABBREVIATIONS if "." in word)
_MAY_END = frozenset({"app", "ed", "etc", "no", "usw", "т.д", "т.п"})

_LAST_WORD = re.compile(r"[^\s(\[{*~]+\Z")
_SPACED_PAIR = re.compile(r"\b[^\W\d_]\.\s[^\W\d_]\Z")
_PAIR_AHEAD = re.compile(r"\s?[^\W\d_](?=\.)")
_LIST_MARK = re.compile(r"(?:\A|\n|[.:;!?]\s|。)(?:\d{1,2}|[IVX]{1,4})\Z")
_ROMAN = frozenset("IVX")
_GLUED = re.compile(r"[!-~]")
_GLUED_SENTENCE = re.compile(r"(?<=[a-z]{3}[.?!])[A-Z][a-z ]")
_LOOK_BACK = 16
_NO_ABBREVIATION = 1 + max(map(len, _ABBREVIATIONS))
"""A word of so many letters is no abbreviation, whatever follows."""
# What stands between such a word and a blank is what it seems: most sentences end so and are spared all questions.
_ENDS_SOMETHING = rf"""(?! (?<= [A-Za-z]{{{_NO_ABBREVIATION}}}. ) \s ) [.?!]* [)\]}}"'”’»*_]*"""
_STOPS = re.compile(rf"[.?!] {_ENDS_SOMETHING}", re.VERBOSE)
_POINTS = re.compile(rf"\. {_ENDS_SOMETHING}", re.VERBOSE)
"""The stops of a text that neither asks nor calls, as most: one letter is sought several times faster than three."""


@lru_cache(maxsize=_AT_ONCE)
def sentences(text: str) -> tuple[Span, ...]:
    """Return the sentences of `text` in order: none blank, none overlapping, no blanks at their ends.

    Every character of `text` that is not white space lies in one of them. A bullet, a heading on a
    line of its own and a paragraph each begin a new one; items within a sentence ("(i) ..., (ii) ...")
    do not. Takes time linear in the length of `text`.
    """
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[Span]:
    for block in _blocks(text):
        masked = _mask(text[block.start : block.end])
        for boundary in get_sentence_boundaries("en", masked):
            part = _stripped(text, block.start + boundary["start_index"], block.start + boundary["end_index"])
            if part.start < part.end:
                yield part


def _blocks(text: str) -> Iterator[Span]:
    """Yield the parts of `text` that no sentence crosses."""
    start = 0
    for gap in _PARTING.finditer(text):
        if _broken_by_width(text, gap):
            continue
        yield Span(start, gap.start())
        start = gap.end()
    yield Span(start, len(text))


def _broken_by_width(text: str, gap: re.Match[str]) -> bool:
    """Tell whether the line before a lone line break before a capital is too long for a heading."""
    line = text.rfind("\n", 0, gap.start()) + 1
    may_be_heading = gap[0] == "\n" and text[gap.end() : gap.end() + 1].isupper()
    return may_be_heading and gap.start() - line > _LONGEST_HEADING


def _stripped(text: str, start: int, end: int) -> Span:
    part = text[start:end]
    return Span(start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip()))


def _mask(block: str) -> str:
    """Return `block` with all covered that would mislead the library, at the same length."""
    masked = _ENCLOSED.sub(_enclosed_shown, block)
    masked = (_STOPS if "?" in masked or "!" in masked else _POINTS).sub(_stops_shown, masked)
    masked = (_BRACKETS.sub(_COVER, masked) if _has_bracket(masked) else masked).replace("\n", " ")
    return masked if masked.isascii() else _WIDE_BLANKS.sub(" ", masked)


def _enclosed_shown(match: re.Match[str]) -> str:
    """Cover the whole; where it closes a sentence of its own, let its last character be the stop."""
    inner, text = match[0].rstrip(_CLOSERS), match.string
    covered = _COVER * len(match[0])
    if inner[-1:] not in {".", "?", "!"} or not _begins_anew(text, match.end()):
        return covered
    if match[0][0] in "([" and text[: match.start()].rstrip()[-1:] not in {"", ".", "?", "!"}:
        return covered
    return covered[:-1] + inner[-1]


def _stops_shown(match: re.Match[str]) -> str:
    """Cover stops that end nothing; let those that end come after the closers ("so.**" as "soXX.")."""
    covered = _COVER * len(match[0])
    return covered if _ends_nothing(match) else covered[:-1] + match[0][0]


def _ends_nothing(match: re.Match[str]) -> bool:
    text, start, end, stops = match.string, match.start(), match.end(), match[0]
    if _GLUED.match(text, end):
        return not _GLUED_SENTENCE.match(text, end)
    if len(stops) > 1 and stops[-1] in _CLOSERS and not _begins_anew(text, end):
        return True
    if text[start - 1 : start].isspace():
        return not _begins_anew(text, end)
    before = text[max(0, start - _LOOK_BACK) : start]
    if before[-_NO_ABBREVIATION:].isalpha() and len(before) >= _NO_ABBREVIATION:
        return False
    return stops == "." and (_marks_item(before) or _abbreviates(before, text, end))


def _marks_item(before: str) -> bool:
    """Tell whether a list's "1." or "IV." ends at the end of `before`."""
    return (before[-1:].isdigit() or before[-1:] in _ROMAN) and _LIST_MARK.search(before) is not None


def _abbreviates(before: str, text: str, end: int) -> bool:
    """Tell whether the stop between `before` and `text[end:]` belongs to an abbreviation."""
    found = (before[-3:-2] == "." and _SPACED_PAIR.search(before)) or _LAST_WORD.search(before)
    word = "".join(found[0].lower().split()) if found else ""
    if word in _ABBREVIATIONS:
        return not (word in _MAY_END and _begins_anew(text, end))
    ahead = _PAIR_AHEAD.match(text, end) if word in _BEFORE_ANOTHER_STOP else None
    return ahead is not None and f"{word}.{ahead[0].strip().lower()}" in _ABBREVIATIONS


def _begins_anew(text: str, position: int) -> bool:
    """Tell whether what follows the white space at `position` can be a sentence's first letter."""
    following = text[position : position + 4].lstrip()[:1]
    return not (following.islower() or following.isdigit() or following in {",", ";", ":", ")", "."})
