"""Text as read: spans of its sentences."""

from __future__ import annotations

import re
from typing import NamedTuple


class Span(NamedTuple):
    """Code-point offsets into a text; `text[start:end]` is the part meant."""

    start: int
    end: int


_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z\\*_(\"“])")


def sentences(text: str) -> tuple[Span, ...]:
    """Return the sentences of `text` in order, without the blanks between them."""
    spans, start = [], 0
    for gap in _BREAK.finditer(text):
        spans.append(Span(start, gap.start()))
        start = gap.end()
    if start < len(text):
        spans.append(Span(start, len(text)))
    return tuple(spans)
