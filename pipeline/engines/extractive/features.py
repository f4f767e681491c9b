"""What the role model sees of an abstract: its words, who speaks, and where a sentence stands."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.engines.extractive.glosses import gloss, is_han

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9]+(?:[.,][0-9]+)*%?|[%():;?!]")
_DIGIT = re.compile(r"[0-9]")
_AUTHORS = frozenset({"we", "our", "i"})
_WORK = frozenset({"paper", "article", "study", "work", "thesis", "research", "tutorial", "chapter", "survey"})
_TELLING = _AUTHORS | _WORK
_POINTERS = frozenset({"this", "the"})
_PERCENT = frozenset({"#%", "%", "percent"})
_ALWAYS = 2
"""How many marks of the speaker each sentence has, whoever speaks."""
_TENTHS = 10
_PAIRED = 8
"""How many words from the start are seen in pairs: the rest of a sentence adds time, and no accuracy."""


def words(sentence: str) -> list[str]:
    """Return the tokens of a sentence without markup: lower case, numbers as `#`, percentages `#%`, years `#y`.

    Of Chinese and Japanese, the cue words are returned, in English.
    """
    if is_han(sentence):
        sentence = gloss(sentence)
    low = sentence.lower()
    tokens: list[str] = _TOKEN.findall(low)
    if _DIGIT.search(low) is None:
        return tokens
    return [token if token[0] > "9" else _shape(token) for token in tokens]


def _shape(number: str) -> str:
    if not number[0].isdigit():
        return number
    if number[-1] == "%":
        return "#%"
    year = len(number) == len("2026") and number.isdigit() and number[:2] in {"19", "20"}
    return "#y" if year else "#"


def abstract_features(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the features of each sentence of an abstract, given the words of each in order."""
    speakers = [_speakers(tokens) for tokens in sentences]
    speaking = [len(marks) > _ALWAYS for marks in speakers]
    count = len(sentences)
    first = speaking.index(True) if True in speaking else count
    last = count - 1 - speaking[::-1].index(True) if True in speaking else -1
    rows = []
    for place, tokens in enumerate(sentences):
        pattern = f"pn={first < place:d}{speaking[place]:d}{place < last:d}"
        row = _own(tokens)
        row += speakers[place]
        row += _position(place, count)
        row += (pattern, f"{pattern}-{place * 4 // count}")
        rows.append(row)
    return rows


def _own(tokens: Sequence[str]) -> list[str]:
    row = ["w=" + token for token in dict.fromkeys(tokens)]
    row += ["b=" + first + "_" + second for first, second in pairwise(tokens[:_PAIRED])]
    one, two, three = "_".join(tokens[:1]), "_".join(tokens[:2]), "_".join(tokens[:3])
    row += ("h=" + one, "h=" + two, "h=" + three, "len=" + str(min(len(tokens) // 6, 8)))
    return row


def _speakers(tokens: Sequence[str]) -> list[str]:
    """Return what the authors ("we ...") and their paper ("this paper ...") do in a sentence."""
    telling = not _TELLING.isdisjoint(tokens)
    marks = _told(tokens) if telling else []
    marks.append("haswe=" + str(telling and ("we" in tokens or "our" in tokens)))
    marks.append("pct=" + str(not _PERCENT.isdisjoint(tokens)))
    return marks


def _told(tokens: Sequence[str]) -> list[str]:
    marks = []
    for place, word in enumerate(tokens[:-1]):
        if word not in _TELLING:
            continue
        after = tokens[place + 1]
        if word in _WORK:
            if place and tokens[place - 1] in _POINTERS:
                marks.append("tp=" + after)
            continue
        marks.append("we=" + after)
        if word != "our" and place + 2 < len(tokens):
            marks.append("we2=" + tokens[place + 2])
    return marks


def _position(place: int, count: int) -> list[str]:
    row = [
        "pos=" + str(place * _TENTHS // count),
        "i=" + str(min(place, 9)),
        "r=" + str(min(count - 1 - place, 9)),
    ]
    if place == 0:
        row.append("first")
    if place == count - 1:
        row.append("last")
    return row
