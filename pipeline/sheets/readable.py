"""Text of a card as a person reads it: LaTeX and Markdown resolved, hidden characters shown."""

from __future__ import annotations

import re
import unicodedata

from pipeline.sheets.latex import without_latex

_MARKS = re.compile(r"[\\$*_`^~]|--|''")
_EMPHASIS = (
    re.compile(r"\*\*(?=\S)([^*\n]{1,300}?)(?<=\S)\*\*"),
    re.compile(r"(?<![\w*\\])\*(?=\S)([^*\n]{1,300}?)(?<=\S)\*(?![\w*])"),
    re.compile(r"(?<![\w\\])_(?=\S)([^_\n]{1,300}?)(?<=\S)_(?!\w)"),
    re.compile(r"`([^`\n]{1,300})`(?!`)"),
)
_JOINERS = "\u200c\u200d"
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_HIDDEN = re.compile(r"[^ -~\n\u00a1-\u00ac\u00ae-\u02ff\u0370-\u05ff\u3041-\u3163\u4e00-\u9fff]")
SHOWN = "\N{REPLACEMENT CHARACTER}"
"""Stands on a sheet for a character that would be invisible or reorder its neighbours."""


def readable(text: str) -> str:
    """Return `text` on one line, LaTeX and Markdown resolved where understood, hidden characters shown."""
    if _MARKS.search(text):
        text = _without_markdown(without_latex(text))
    return " ".join(visible(text).replace("\N{SOFT HYPHEN}", "").split())


def one_line(name: str) -> str:
    """Return a name that is no prose, such as an id or a path, on one line and with nothing hidden."""
    return " ".join(visible(name).split())


def visible(text: str) -> str:
    """Return `text` with each hidden character replaced by one that shows: offsets stay what they were.

    Hidden are controls, bidirectional overrides and isolates, zero-width characters, tag characters
    and blank letters. Soft hyphens stay, and so do the joiners between two non-ASCII characters,
    where emoji and some scripts need them.
    """
    return _HIDDEN.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    char, text, at = match[0], match.string, match.start()
    if char in _JOINERS:
        around = text[at - 1 : at] + text[at + 1 : at + 2]
        return SHOWN if len(around) < 2 or not all(c > "\x7f" for c in around) else char  # noqa: PLR2004 - both sides
    if char in "\t\r\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}":
        return " "
    hidden = unicodedata.category(char) in {"Cc", "Cf", "Co", "Cs"} and char != "\N{SOFT HYPHEN}"
    return SHOWN if hidden or char in _INVISIBLE_LETTERS or 0xE0100 <= ord(char) <= 0xE01EF else char  # noqa: PLR2004


def _without_markdown(text: str) -> str:
    for marks in _EMPHASIS:
        text = marks.sub(r"\1", text)
    return text
