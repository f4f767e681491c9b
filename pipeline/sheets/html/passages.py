"""The abstract cut where evidence begins and ends, each passage knowing what it carries."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Part, Standing
from pipeline.sheets.readable import visible
from pipeline.text import Span

_TEX = re.compile(r"((?:\\[A-Za-z]+\*?|\\(?=[^A-Za-z])|[{}$])+)")

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.sheets.entry import Entry
    from pipeline.sheets.wording import Wording


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of the abstract.

    `keys` name what it carries: `p` the problem, `m` the method, `g2` the second gain, `g2-1` its
    first figure, `f1` what the first finding speaks of, `u` a figure that no gain claims. `anchors`
    are the keys whose words begin here, `labels` the signs of the statements whose words end here.
    """

    text: str
    keys: tuple[str, ...]
    anchors: tuple[str, ...]
    labels: tuple[str, ...]


def dimmed(text: str) -> str:
    """Return a passage of LaTeX as HTML in which its commands stand back; not one character is lost."""
    return _TEX.sub(r'<i class="tex">\1</i>', escape(text))


@dataclass(frozen=True, slots=True)
class _Mark:
    key: str
    label: str
    span: Span
    first: bool


def passages(entry: Entry, words: Wording) -> tuple[Passage, ...]:
    """Return the abstract in order and without loss: the texts, joined, are the abstract as shown.

    The signs of problem and method are letters of the language of `words`.
    """
    text = visible(entry.card.paper.abstract)
    opening, closing = defaultdict(list), defaultdict(list)
    for mark in dict.fromkeys(_marks(entry, words)):
        opening[mark.span.start].append(mark)
        closing[mark.span.end].append(mark)
    bounds = sorted({0, len(text), *opening, *closing})
    cut, active = [], dict[_Mark, None]()
    for start, end in pairwise(bounds):
        for mark in closing[start]:
            del active[mark]
        active.update(dict.fromkeys(opening[start]))
        cut.append(
            Passage(
                text=text[start:end],
                keys=tuple(dict.fromkeys(mark.key for mark in active)),
                anchors=tuple(dict.fromkeys(mark.key for mark in opening[start] if mark.first)),
                labels=tuple(dict.fromkeys(mark.label for mark in closing[end] if mark.label)),
            )
        )
    return tuple(cut)


def _marks(entry: Entry, words: Wording) -> Iterator[_Mark]:
    yield from _of("p", words["problem_sign"], entry.problem)
    yield from _of("m", words["method_sign"], entry.method)
    for gain in entry.gains:
        yield from _of(f"g{gain.number}", str(gain.number), gain.claim)
        for at, figure in enumerate(gain.figures, 1):
            yield from _of(f"g{gain.number}-{at}", "", figure.part)
    for at, warned in enumerate(entry.warned, 1):
        # What speaks of a gain has that gain's sign; only words of the paper as a whole need their own.
        label = "" if warned.gains else words["flag_sign"]
        yield from _of(f"f{at}", label, Part("", Standing.FOUND, warned.spans))
    unclaimed = tuple(span for figure in entry.unclaimed for span in figure.spans)
    yield from _of("u", words["unclaimed_sign"], Part("", Standing.FOUND, unclaimed))


def _of(key: str, label: str, part: Part) -> Iterator[_Mark]:
    if part.standing is Standing.NOT_STATED:
        return
    for at, span in enumerate(dict.fromkeys(part.spans)):
        yield _Mark(key, label, span, first=at == 0)
