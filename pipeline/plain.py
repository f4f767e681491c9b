"""The plain form of a text, in which two ways of writing the same words are equal, and the way back from it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from typing import NamedTuple

from pipeline.text import Span

# What may differ: all but letters, digits and the marks that are always written alike.
_SPECIAL = re.compile(r"""[^A-Za-z0-9 .,;:!?()/%<>=+@#&|\[\]'"-]|  |--|''""")
_TOKEN = re.compile(
    r"""
      (?P<word> \\(?:times|cdot|approx|sim|leq?|geq?|pm|to|rightarrow)(?![A-Za-z]) (?:\{\})? )
    | (?P<gone> \\(?:text)?color\{[^{}]{0,40}\}\{? | \\[A-Za-z]+\*?\s?\{ | \\[()] | \\(?=[A-Za-z])
              | \\+(?=[^A-Za-z\s,;])
              | [{}$*\u00ad\u200b-\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\x00-\x08\x0e-\x1b]
              | (?<!\w)_+(?=\w) | (?<=\w)_+(?!\w) | (?<!`)`(?!`) )
    | (?P<space> (?:\s|\\[,;\s]|\\\\|(?<=\w)~)+ )
    | (?P<dash> (?:[-‐‑‒–—―−⁃﹣－])+ )
    | (?P<double> ``|''|[“”„«»] )
    | (?P<single> [‘’‚‹›´] )
    | (?P<times> [×✕✖] )
    | (?P<about> [∼≈] )
    """,
    re.VERBOSE,
)
_WORDS = {
    "times": "x", "cdot": "x", "approx": "~", "sim": "~", "le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "pm": "±",
    "to": "→", "rightarrow": "→",
}  # fmt: skip
_FORMS = {"gone": "", "space": " ", "dash": "-", "double": '"', "single": "'", "times": "x", "about": "~"}


class Plain(NamedTuple):
    """A text without markup: one space for any white space, one form for each dash, quote and compatible character.

    Character `i` of `text` stands for `[starts[i], ends[i])` of what was read.
    """

    text: str
    starts: list[int]
    ends: list[int]

    def window(self, within: Span | None) -> tuple[int, int]:
        """Return the part of `text` that stands for `within`; all of it for null."""
        if within is None:
            return 0, len(self.text)
        return bisect_left(self.starts, within.start), bisect_left(self.starts, within.end)

    def span(self, start: int, end: int) -> Span:
        """Return what `text[start:end]`, not empty, stands for."""
        return Span(self.starts[start], self.ends[end - 1])


def plain(text: str) -> Plain:
    """Return the plain form of `text`; takes time linear in its length."""
    built = _Builder()
    position = 0
    while special := _SPECIAL.search(text, position):
        built.copy(text, position, special.start())
        token = _TOKEN.match(text, special.start())
        if token is None:
            position = built.compose(text, special.start())
        else:
            position = token.end()
            built.put(_form(token), token.start(), position)
    built.copy(text, position, len(text))
    return Plain("".join(built.pieces), built.starts, built.ends)


def without_markup(text: str) -> str:
    """Return the plain form of `text` alone, without the way back."""
    return plain(text).text if _SPECIAL.search(text) else text


def _form(token: re.Match[str]) -> str:
    kind = str(token.lastgroup)
    return _WORDS[token[0].strip("\\{}")] if kind == "word" else _FORMS[kind]


class _Builder:
    """A plain form in the making."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def copy(self, text: str, start: int, end: int) -> None:
        """Add `text[start:end]` as it is."""
        if start < end:
            self.pieces.append(text[start:end])
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))

    def put(self, form: str, start: int, end: int) -> None:
        """Add `form`, all of it standing for `[start, end)`; white space next to white space joins it."""
        if form == " " and self.pieces and self.pieces[-1].endswith(" "):
            return
        self.pieces.append(form)
        self.starts.extend([start] * len(form))
        self.ends.extend([end] * len(form))

    def compose(self, text: str, start: int) -> int:
        """Add the character at `start` with its marks, in compatible form (NFKC); return where they end."""
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        if unicodedata.combining(text[start]) and self.pieces and self.pieces[-1]:
            base = self.pieces[-1][-1]
            self.pieces[-1] = self.pieces[-1][:-1]
            start = self.starts.pop()
            self.ends.pop()
            form = unicodedata.normalize("NFKC", base + text[start + 1 : end])
        else:
            form = unicodedata.normalize("NFKC", text[start:end])
        self.put(form, start, end)
        return end
