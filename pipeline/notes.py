"""What is kept beside answers: how asks went on the way, so that an equal run finds its way through the cache alone."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.exchange import Request


class Note(StrEnum):
    """The kinds of notes, each kept under its name and the key of what it is about."""

    FORM = "form"
    """What a server refused of the form of asks."""
    BROKEN = "broken"
    """A reply that is no valid record, and what is wrong with it: what its repair was asked with."""
    HALF = "half"
    """How the first of two asks ended, until the second has ended too."""
    CUT = "cut"
    """Whether the server read less of the prompt than was sent."""
    VAIN = "vain"
    """A correction was asked for and came to nothing."""
    BATCHED = "batched"
    """A failure that a batch brought; see `pipeline.batches.leftover`."""
    CARD = "card"
    """A finished card, for as long as what it was made of is as it was."""
    READING = "reading"
    """What reading a list came to, for as long as its files are as they were."""

    def key(self, about: Request | str) -> str:
        """Return the key under which this note is kept of a request, or of another thing by its own key."""
        return f"{self}:{about if isinstance(about, str) else about.key}"


BESIDE = (Note.BROKEN, Note.HALF, Note.CUT, Note.BATCHED)
"""What may be known of an ask that has no answer; of most asks it is nothing."""


def is_note(key: str) -> bool:
    """Return whether `key` is that of a note."""
    kind, colon, _ = key.partition(":")
    return bool(colon) and any(kind == note for note in Note)
