"""The plain form of a text, in which two ways of writing the same words are equal, and the way back from it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from pipeline.presence import holds
from pipeline.text import Span

# What may differ: all but letters, digits and the marks that are always written alike.
_SIGN = re.compile(r"""[^A-Za-z0-9 .,;:!?()/%<>=+@#&|\[\]'"-]""")
_SIGN_OR_PAIR = re.compile(rf"{_SIGN.pattern}|  |--|''")
_may_differ = holds(_SIGN_OR_PAIR.pattern)
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

    It is kept in runs, of which most texts have few. The characters from `at[i]` to the next run all stand for
    `[starts[i], ends[i])` of what was read; where `ends[i]` is null each stands for one, the first for that at
    `starts[i]`.
    """

    text: str
    at: list[int]
    starts: list[int]
    ends: list[int | None]

    def window(self, within: Span | None) -> tuple[int, int]:
        """Return the part of `text` that stands for `within`; all of it for null."""
        if within is None:
            return 0, len(self.text)
        return self._first_from(within.start), self._first_from(within.end)

    def span(self, start: int, end: int) -> Span:
        """Return what `text[start:end]`, not empty, stands for."""
        return Span(self._origin(start).start, self._origin(end - 1).end)

    def _first_from(self, offset: int) -> int:
        """Return where the first character stands whose part of what was read begins at `offset` or after it."""
        run = bisect_left(self.starts, offset)
        following = self.at[run] if run < len(self.at) else len(self.text)
        if run == 0 or self.ends[run - 1] is not None:
            return following
        return min(following, self.at[run - 1] + offset - self.starts[run - 1])

    def _origin(self, place: int) -> Span:
        """Return what the character at `place` stands for."""
        run = bisect_right(self.at, place) - 1
        start, end = self.starts[run], self.ends[run]
        if end is not None:
            return Span(start, end)
        start += place - self.at[run]
        return Span(start, start + 1)


def plain(text: str) -> Plain:
    """Return the plain form of `text`; takes time linear in its length."""
    if not _may_differ(text):
        return Plain(text, [0], [0], [None])
    built, special = _Builder(), _special(text)
    position = 0
    while found := special.search(text, position):
        built.copy(text, position, found.start())
        token = _TOKEN.match(text, found.start())
        if token is None:
            position = built.compose(text, found.start())
        else:
            position = token.end()
            built.put(_form(token), token.start(), position)
    built.copy(text, position, len(text))
    return Plain("".join(built.pieces), built.at, built.starts, built.ends)


def without_markup(text: str) -> str:
    """Return the plain form of `text` alone, without the way back."""
    return plain(text).text if _may_differ(text) else text


def _special(text: str) -> re.Pattern[str]:
    """Return what finds the places of `text` that may differ; a search for pairs is slow, and few texts have one."""
    return _SIGN_OR_PAIR if "  " in text or "--" in text or "''" in text else _SIGN


def _form(token: re.Match[str]) -> str:
    kind = str(token.lastgroup)
    return _WORDS[token[0].strip("\\{}")] if kind == "word" else _FORMS[kind]


class _Builder:
    """A plain form in the making."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.at: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int | None] = []
        self._length = 0

    def copy(self, text: str, start: int, end: int) -> None:
        """Add `text[start:end]` as it is."""
        if start < end:
            self._add(text[start:end], start, None)

    def put(self, form: str, start: int, end: int) -> None:
        """Add `form`, all of it standing for `[start, end)`; white space next to white space joins it."""
        if not (form == " " and self.pieces and self.pieces[-1].endswith(" ")):
            self._add(form, start, end)

    def compose(self, text: str, start: int) -> int:
        """Add the character at `start` with its marks, in compatible form (NFKC); return where they end."""
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        written = text[start:end]
        if unicodedata.combining(text[start]) and self.pieces and self.pieces[-1]:
            base, start = self._take_back()
            written = base + written
        self.put(unicodedata.normalize("NFKC", written), start, end)
        return end

    def _take_back(self) -> tuple[str, int]:
        """Return the last character, no longer of the form, and where what it stood for begins."""
        base = self.pieces[-1][-1]
        self.pieces[-1] = self.pieces[-1][:-1]
        self._length -= 1
        copied = self.ends[-1] is None
        return base, self.starts[-1] + (self._length - self.at[-1] if copied else 0)

    def _add(self, form: str, start: int, end: int | None) -> None:
        self.pieces.append(form)
        if form:
            self.at.append(self._length)
            self.starts.append(start)
            self.ends.append(end)
            self._length += len(form)
