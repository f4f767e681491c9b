"""Characters that a conversion spoilt: mojibake, invisible ones, controls, ligatures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from pipeline.paper import Change, without

_MOJIBAKE = re.compile("[ÂÃÄÅâãðÐÑØÙåäçèéï][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")

_SOFT_HYPHEN = re.compile("\xad")
# A joiner or non-joiner means something in the scripts that join, and in emoji; not between Latin letters.
_ZERO_WIDTH = re.compile(
    "[\u200b\u2060\u2061\u2062\u2063\u180e\ufeff]|(?<=[\\x20-\u024f])[\u200c\u200d](?=[\\x20-\u024f])"
)
_DIRECTION = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
_TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]+")
_BROKEN_HYPHEN = re.compile(r"(?<=[^\W\d_])\x02\n?(?=[^\W\d_])")
_HYPHENATED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]+")
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_LETTERS = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True))

_USUAL = bytes(code for code in range(0x80) if chr(code).isprintable() or chr(code) in "\t\n\r")
_SUSPECT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeffﬀ-ﬆ"
    "\U000e0000-\U000e007f]"
)


def mended(text: str, context: str) -> tuple[str, list[Change]]:
    """Return the text without spoilt characters, and what was changed.

    Args:
        text: The text as read.
        context: Other words of the paper, which tell whether a word has a hyphen.
    """
    changes: list[Change] = []
    # A hundredth of the text is looked through in place of all of it.
    unusual = without(text, _USUAL)
    if not unusual:
        return text, changes
    if _MOJIBAKE.search(unusual) and _MOJIBAKE.search(text):
        fixed = _decoded(text)
        if fixed != text and "\ufffd" not in fixed:
            changes.append(Change(kind="mojibake", count=max(1, len(text) - len(fixed))))
            text = fixed
        unusual = text
    if _SUSPECT.search(unusual):
        for kind, pattern, replacement in _rules(f"{context} {text}".lower()):
            text, count = pattern.subn(replacement, text)
            if count:
                changes.append(Change(kind=kind, count=count))
    return text, changes


def lost(text: str) -> list[Change]:
    """Return that characters were lost before the text was read; U+FFFD stands for each, and nothing brings it back."""
    count = text.count("\ufffd")
    return [Change(kind="lost characters", count=count)] if count else []


def _decoded(text: str) -> str:
    import ftfy  # noqa: PLC0415 - it takes as long as to read five hundred papers, and few lists need it

    config = ftfy.TextFixerConfig(
        unescape_html=False,
        restore_byte_a0=True,
        replace_lossy_sequences=False,
        decode_inconsistent_utf8=True,
        fix_c1_controls=False,
        explain=False,
    )
    return ftfy.fix_encoding(text, config)


_Replacement = str | Callable[[re.Match[str]], str]


def _rules(context: str) -> Iterator[tuple[str, re.Pattern[str], _Replacement]]:
    yield "soft hyphens", _SOFT_HYPHEN, ""
    yield "zero-width characters", _ZERO_WIDTH, ""
    yield "direction marks", _DIRECTION, ""
    yield "invisible tag characters", _TAG_CHARACTERS, ""
    yield "control characters", _BROKEN_HYPHEN, partial(_hyphen, hyphenated=frozenset(_HYPHENATED.findall(context)))
    yield "control characters", _CONTROL, _blank
    yield "ligatures", _LIGATURE, lambda found: _LETTERS[found.group()]


def _hyphen(found: re.Match[str], hyphenated: frozenset[str]) -> str:
    """Return a hyphen where the paper writes the word with one, else nothing: U+0002 stands for both."""
    text, at = found.string, found.start()
    left = re.search(r"[^\W\d_]+\Z", text[max(0, at - 30) : at])
    right = re.match(r"[^\W\d_]+", text[found.end() : found.end() + 30])
    word = f"{left.group() if left else ''}-{right.group() if right else ''}".lower()
    return "-" if word in hyphenated else ""


def _blank(found: re.Match[str]) -> str:
    """Return a space where the control parts two words."""
    text = found.string
    before, after = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
    return " " if before and after and not before.isspace() and not after.isspace() else ""
