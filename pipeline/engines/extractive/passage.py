"""A piece of a sentence as patterns read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive.features import words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class Passage(NamedTuple):
    """A text as written, in small letters at the same places, and a set that holds its words."""

    text: str
    low: str
    bag: AbstractSet[str]


def passage(text: str) -> Passage:
    """Return `text`, which has no markup, ready to be searched."""
    return Passage(text, small(text), frozenset(words(text)))


def small(text: str) -> str:
    """Return `text` in small letters, character by character: to search these is far faster than to ignore case."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)
