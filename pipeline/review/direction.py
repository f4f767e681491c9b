"""Which way something went, as words tell it: up or down, for better or for worse, or no way at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from pipeline.once import once
from pipeline.review.content import content_words, has_wide, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Axis(Enum):
    """What a word of direction speaks of."""

    AMOUNT = "amount"
    WORTH = "worth"


@dataclass(frozen=True)
class Turn:
    """A word of direction, `text[start:end]` in small letters: 1 is up or better, -1 down or worse, 0 as good."""

    text: str
    start: int
    end: int
    axis: Axis
    sign: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.text[self.start : self.end]

    @property
    def stem(self) -> str:
        """What its forms have in common."""
        return stem(self.word)

    @once
    def denied(self) -> bool:
        """Whether it is said not to have come about."""
        return _DENIAL.search(self.text, max(0, self.start - _LOOK_BACK), self.start) is not None

    @once
    def near(self) -> frozenset[str]:
        """The content words of what changed: those beside it in its clause."""
        before = self.text[max(0, self.start - _REACH) : self.start]
        after = self.text[self.end : self.end + _REACH]
        return content_words(f"{_CLAUSE_END.split(before)[-1]} {_CLAUSE_END.split(after, maxsplit=1)[0]}")


def _forms(written: str) -> Iterator[str]:
    """Yield the words that "reduc:e es ed ing" is short for."""
    for item in written.split(", "):
        root, _, endings = item.partition(":")
        yield from (root + ending for ending in endings.split()) if endings else (root,)


_REGULAR = "e es ed ing"
_PLAIN = "s ed ing"
_LATIN_TURNS = {
    (Axis.AMOUNT, 1): (
        f"increas:{_REGULAR}, rais:{_REGULAR}, ris:e es en ing, rose, grow:s ing n th, grew, climb:{_PLAIN}, grow,"
        " climb, higher, larger, greater, amplif:y ies ied ying, inflat:e es ed ing, double, doubles, doubled, doubling"
    ),
    (Axis.AMOUNT, -1): (
        f"reduc:{_REGULAR} tion tions, decreas:{_REGULAR}, lower, lower:{_PLAIN}, cut, cuts, cutting, drop, drop:s ped"
        f" ping, fall, fall:s ing en, fell, shrink, shrink:s ing, shrank, less, fewer, smaller, declin:{_REGULAR},"
        f" halv:{_REGULAR}, sav:{_REGULAR} ings, diminish, diminish:es ed ing, shorten, shorten:{_PLAIN}, shorter"
    ),
    (Axis.WORTH, 1): (
        f"improv:{_REGULAR} ement ements, enhanc:{_REGULAR} ement ements, better, outperform, outperform:{_PLAIN},"
        " surpass, surpass:es ed ing, exceed, exceed:s ed ing, beat, beat:s ing, faster, accelerat:e es ed ing ion,"
        f" speedup, speedups, superior, boost, boost:{_PLAIN}, gain, gain:{_PLAIN}, speeds, speeding"
    ),
    (Axis.WORTH, -1): (
        f"degrad:{_REGULAR} ation, worsen, worsen:{_PLAIN}, worse, underperform, underperform:{_PLAIN}, slower, slow,"
        f" slow:{_PLAIN}, slowdown, inferior, deteriorat:{_REGULAR}, hurt, hurt:s ing, harm, harm:{_PLAIN},"
        f" impair, impair:{_PLAIN}, lag, lags"
    ),
    (
        Axis.WORTH,
        0,
    ): "comparable, comparably, competitive, par, similar, similarly, equivalent, matches, matching, unchanged",
}
_WIDE_TURNS = {
    (Axis.AMOUNT, 1): "提升, 提高, 增加, 上升, 增长, 升高, 增大",
    (Axis.AMOUNT, -1): "降低, 减少, 下降, 缩短, 节省, 减小",
    (Axis.WORTH, 1): "优于, 改善, 加速, 改进, 超越",
    (Axis.WORTH, -1): "变差, 劣于, 减慢, 恶化, 变慢",
}
_TURNS = {
    word: turn for table in (_LATIN_TURNS, _WIDE_TURNS) for turn, written in table.items() for word in _forms(written)
}
_FIRST_LETTERS = "".join(sorted({word[0] for word in _TURNS if word.isascii()}))
_WIDE = re.compile("|".join(word for written in _WIDE_TURNS.values() for word in _forms(written)))
# Not "higher-order" or "worse-performing", which are kinds of things.
_WORD = re.compile(rf"(?<![a-z])[{_FIRST_LETTERS}][a-z]{{2,}}+(?!-[a-z])")

_LESS_IS_BETTER_OF = (
    "error errors loss latency time cost costs memory overhead perplexity forgetting regret complexity parameters"
    " flops compute computation energy distance delay bias failure alarms consumption usage footprint variance"
    " hallucination hallucinations unsafe toxicity risk violations runtime steps queries wer mae rmse fid nausea"
    " discrepancy divergence drift noise misclassification storage size bandwidth collisions mortality"
)
_MORE_IS_BETTER_OF = (
    "accuracy performance score scores auc precision recall speed throughput efficiency quality robustness success"
    " fidelity bleu rouge reward generalization reliability coverage power rank"
)
_LESS_IS_BETTER = frozenset(map(stem, _LESS_IS_BETTER_OF.split()))
_MORE_IS_BETTER = frozenset(map(stem, _MORE_IS_BETTER_OF.split()))

_DENIAL = re.compile(
    r"(?:\b(?:not|no|never|without|cannot|neither|nor|fails? to|failed to|avoid(?:s|ing)?|prevent(?:s|ing)?)|n't)"
    r"(?!\s+only)(?:\s+\w+){0,2}\s*\Z"
)
_CLAUSE_END = re.compile(r"[,;:()，；。、]|\b(?:while|whereas|but|although|yet|and)\b|[而但]")
_REACH = 45
_LOOK_BACK = 30
_STRANGE = 60
"""What a boundary between clauses adds to a distance in characters; what comes after a figure is twice as far."""


def turns(text: str) -> tuple[Turn, ...]:
    """Return the words of direction in `text`, a plain one, in order."""
    lower = text.lower()
    words = _WIDE.finditer(text) if has_wide(text) else _WORD.finditer(lower)
    return tuple(Turn(lower, *word.span(), *_TURNS[word[0]]) for word in words if word[0] in _TURNS)


def nearest(found: Iterable[Turn], text: str, start: int, end: int) -> Turn | None:
    """Return the turn that stands closest to the figure at `text[start:end]`, those of its own clause before others."""
    return min(found, key=lambda turn: _distance(turn, text, start, end), default=None)


def _distance(turn: Turn, text: str, start: int, end: int) -> int:
    if turn.end <= start:
        return _apart(text[turn.end : start])
    return 2 * _apart(text[end : turn.start])


def _apart(between: str) -> int:
    return len(between) + _STRANGE * len(_CLAUSE_END.findall(between))


def opposed(told: Turn, met: Turn) -> bool:
    """Tell whether two turns of one thing contradict each other."""
    if told.denied or met.denied:
        return told.denied is not met.denied and (told.axis, told.sign) == (met.axis, met.sign)
    if 0 in {told.sign, met.sign}:
        return False
    if told.axis is met.axis:
        return told.sign != met.sign
    return _worth(told, met) * _worth(met, told) < 0


def _worth(turn: Turn, other: Turn) -> int:
    """Return whether `turn` is for better or for worse; 0 where what changed does not tell."""
    if turn.axis is Axis.WORTH:
        return turn.sign
    less, more = turn.near & _LESS_IS_BETTER, turn.near & _MORE_IS_BETTER
    if less and more:
        return 0
    if less or more:
        return turn.sign if more else -turn.sign
    # What is said to be improved is, of what these lists do not know, most often more.
    return turn.sign if turn.near & other.near else 0
