"""Text as a terminal may show it: nothing in it that steers."""

from __future__ import annotations

import re

# Controls of both sets, what reorders its neighbours, and halves of characters, which no stream can encode.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def inert(text: str) -> str:
    """Return `text` with each character that steers a terminal replaced by one that shows; lines and tabs stay."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def inert_line(text: str) -> str:
    """Return `text` on one line, and `inert`."""
    return " ".join(inert(text).split())
