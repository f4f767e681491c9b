"""Names that SpringerLink writes without anything between them: `Yi LiuHailong YangYann LeCun`."""

from __future__ import annotations

from itertools import pairwise

from pipeline.readers import facts

_BEGINNINGS = frozenset(
    {
        "Mc",
        "Mac",
        "De",
        "Del",
        "Della",
        "Di",
        "Da",
        "Du",
        "Dos",
        "Das",
        "Des",
        "La",
        "Le",
        "Van",
        "Vander",
        "Von",
        "Fitz",
    }
    | {"St", "Al", "El", "Ben", "Abu", "Abd", "Ibn", "Ten", "Ter", "Jo"}
)
"""What begins a name that goes on in a capital (`LeCun`, `MacLeod`, `JoAnn`)."""


def glued_people(value: object) -> tuple[str, ...]:
    """Return the names of a text, parted where one ends in a small letter and the next begins with a capital.

    Where that would leave a name of one word, it is not certain where names end, and the text stays whole.
    """
    if not isinstance(value, str) or ";" in value or ", " in value:
        return facts.people(value)
    words = [_parted(word) for word in value.split()]
    names = " ".join(words).split("\n")
    certain = all(len(name.split()) > 1 for name in names) and not any(word.count("\n") > 1 for word in words)
    return tuple(names) if certain else facts.people(value)


def _parted(word: str) -> str:
    r"""Return a word with `\n` where a name ends in it."""
    ends = [place for place in range(1, len(word)) if word[place - 1].islower() and word[place].isupper()]
    pieces = [word[start:end] for start, end in pairwise([0, *ends, len(word)])]
    return "".join(piece if piece in _BEGINNINGS else f"{piece}\n" for piece in pieces[:-1]) + pieces[-1]
