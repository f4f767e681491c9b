"""The order of cleaning: characters, markup, what stands around the abstract, the second language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pipeline.cleaning import characters, cuts
from pipeline.cleaning.cuts import Cut
from pipeline.cleaning.languages import second_language
from pipeline.cleaning.markup import plain
from pipeline.paper import Change

_INLINE_MATH = re.compile(r"\$(?!\s)(?:[^$\\]|\\.){1,300}?(?<!\s)\$")
_DOUBLED = re.compile(r"\\\\(?=[A-Za-z{}])")
_MOST_CUTS = 4


_WAYS: tuple[Callable[[str], Cut | None], ...] = (
    cuts.lead,
    cuts.rights,
    cuts.database,
    cuts.keywords,
    cuts.body,
    second_language,
)
"""What may be cut off, in the order in which it stands around an abstract."""


class Cleaned(NamedTuple):
    """An abstract as it is kept, what was changed, and the keywords that ran in."""

    text: str
    changes: tuple[Change, ...]
    keywords: tuple[str, ...]


def clean(text: str, title: str | None = None) -> Cleaned:
    """Return the abstract without what is not its own; a text with nothing of that comes back as it is.

    Args:
        text: The content of a field for the abstract, line ends made newlines.
        title: The title of the paper, itself clean, which may be glued on before the abstract.
    """
    kept, changes = _rewritten(text, title or "")
    keywords: tuple[str, ...] = ()
    for cut in _cut(kept, title):
        changes.append(Change(kind=cut.kind, cut=cut.cut))
        keywords = keywords or (cuts.words_of(cut.cut) if cut.kind == "keywords" else ())
        kept = cut.left
    changes += characters.lost(kept)
    return Cleaned(kept.strip() if changes else kept, tuple(changes), keywords)


def clean_line(text: str) -> str:
    """Return a title, a name or the like on one line, without markup and spoilt characters."""
    if text.isascii() and text.isprintable() and "<" not in text and "&" not in text and "  " not in text:
        return text.strip()
    return " ".join(_rewritten(text, "")[0].split())


def _rewritten(text: str, context: str) -> tuple[str, list[Change]]:
    """Return the text with its characters and its markup set right."""
    changes: list[Change] = []
    if "<" in text or "&" in text:
        text, changes = plain(text)
    text, mends = characters.mended(text, context)
    changes += mends
    if "\\\\" in text:
        text, doubled = _undoubled(text)
        if doubled:
            changes.append(Change(kind="doubled backslashes", count=doubled))
    return text, changes


def _undoubled(text: str) -> tuple[str, int]:
    r"""Undo an escape too many inside $...$, where a line break `\\` before a letter has no meaning."""
    doubled = 0

    def mend(formula: re.Match[str]) -> str:
        nonlocal doubled
        if "\\begin" in formula.group():
            return formula.group()
        mended_formula, count = _DOUBLED.subn(r"\\", formula.group())
        doubled += count
        return mended_formula

    return _INLINE_MATH.sub(mend, text), doubled


def _cut(text: str, title: str | None) -> Iterator[Cut]:
    """Yield one cut after another, each of what the one before left."""
    ways = (_WAYS[0], lambda left: cuts.title(left, title), *_WAYS[1:]) if title else _WAYS
    for _ in range(_MOST_CUTS):
        before = text
        for way in ways:
            cut = way(text)
            if cut and cut.left.strip():
                yield cut
                text = cut.left
        if text == before:
            return
