"""What every sheet says of a paper, in the order in which it is said; how it looks is the format's.

Texts here are ready to be read (see `readable`) and not escaped for any format.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pipeline.card import Verdict
from pipeline.sheets.address import web_address
from pipeline.sheets.readable import one_line, readable
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pipeline.card import Card, ClaimedGain, Evidence, Finding, Statement, Value

_LONGEST_OPENING = 60
_GAIN = re.compile(r"claimed_gains\[(\d{1,6})\]")


class Standing(StrEnum):
    """How a part of a card stands to the abstract."""

    FOUND = "found"
    CLOSE = "close"
    DOUBTED = "doubted"
    ABSENT = "absent"
    NOT_STATED = "not_stated"


@dataclass(frozen=True, slots=True)
class Part:
    """Something said, how it stands to the abstract, and the spans that carry it."""

    text: str
    standing: Standing
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A value: as it reads, what a spreadsheet needs, and where it stands."""

    part: Part
    amount: float | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class GainLine:
    """One line of a paper's table of gains; `number` counts from 1, `not_stated` holds codes of what it lacks."""

    number: int
    kind: str
    claim: Part
    figures: tuple[Figure, ...]
    metric: Part
    baseline: Part
    setting: Part
    hedges: tuple[str, ...]
    not_stated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that the abstract does not carry, and why, as the review says it."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A code of something that is not stated, and the numbers of the gains that lack it; none: the paper does."""

    code: str
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """A flag's code, the sentence that a reviewer can act on (in English, empty where a card gives none), and where.

    `gains` are the numbers of the gains that it speaks of, `spans` the words that give rise to it.
    """

    code: str
    message: str
    gains: tuple[int, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Address:
    """A URL as it reads, what it leads to, and its link, None where it must stay text."""

    text: str
    kind: str
    link: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper of the sheet; `number` is its 1-based place in the input.

    The codes of `gaps`, `warned`, `flags` and links are the card's own, which a sheet words in its language;
    `warned` tells each of the `flags`, at least once.
    """

    number: int
    card: Card
    heading: str
    system: str
    task: str
    problem: Part
    method: Part
    gains: tuple[GainLine, ...]
    links: tuple[Address, ...]
    unsupported: tuple[Doubt, ...]
    unclaimed: tuple[Part, ...]
    gaps: tuple[Gap, ...]
    warned: tuple[Warned, ...]
    flags: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def name(self) -> str:
        """What a table calls the paper: its first system, else its heading."""
        return next(filter(None, map(readable, self.card.system)), self.heading)

    @property
    def named(self) -> bool:
        """Whether the heading is a name, not the words with which the abstract opens."""
        return bool(self.system or self.card.paper.title)

    @property
    def published(self) -> str:
        """Venue and year, the year once."""
        venue, year = readable(self.card.paper.venue or ""), str(self.card.paper.year or "")
        return venue if year in venue else f"{venue} {year}".strip()

    @property
    def multiplier(self) -> float:
        """The largest figure told as a multiple (`3.67x`), 0 without one."""
        figures = [figure for gain in self.gains for figure in gain.figures]
        return max((figure.amount for figure in figures if figure.unit == "x" and figure.amount), default=0)

    def words(self, part: Part) -> tuple[str, ...]:
        """Return the parts of the abstract that carry `part`, as they stand there."""
        return tuple(self.card.paper.abstract[span.start : span.end] for span in part.spans)


def entry(number: int, card: Card) -> Entry:
    """Return what the sheets say of `card`, the `number`th of the input."""
    review, system = card.review, ", ".join(map(readable, card.system))
    doubted = {item.where: item.text for item in review.unsupported}
    return Entry(
        number=number,
        card=card,
        heading=readable(card.paper.title or "") or system or _opening(card.paper.abstract) or one_line(card.paper.id),
        system=system,
        task=readable(card.task_area.task),
        problem=_stated(card, "problem", card.problem, doubted),
        method=_stated(card, "method", card.method, doubted),
        gains=tuple(_gain_line(card, at, gain, doubted) for at, gain in enumerate(card.claimed_gains)),
        links=tuple(_addresses(card)),
        unsupported=tuple(Doubt(readable(item.text), item.reason) for item in review.unsupported),
        unclaimed=tuple(_figure(card, value).part for value in review.unclaimed_values),
        gaps=tuple(_gap(card, code) for code in review.not_stated),
        warned=tuple(_warned(card)),
        flags=review.flags,
        sources=tuple(source_label(source.path, source.position) for source in card.paper.sources),
    )


def _opening(abstract: str) -> str:
    """Return the first words of an abstract, by which a reader knows a paper that nothing names."""
    line = readable(abstract[: 8 * _LONGEST_OPENING])
    if len(line) <= _LONGEST_OPENING:
        return line
    words, space, _ = line[:_LONGEST_OPENING].rpartition(" ")
    # Where words are not parted by blanks, a letter is a word or half of one.
    return f"{words if space else line[: _LONGEST_OPENING // 2]} …"


def source_label(path: str, position: int) -> str:
    """Return where a paper was met: `path:position`."""
    return f"{one_line(path)}:{position}"


def worst(standings: Iterable[Standing]) -> Standing:
    """Return how a line stands that consists of such parts: absent where anything of it is not all there."""
    met = set(standings)
    if met & {Standing.ABSENT, Standing.DOUBTED}:
        return Standing.ABSENT
    return Standing.CLOSE if Standing.CLOSE in met else Standing.FOUND


def _gain_line(card: Card, at: int, gain: ClaimedGain, doubted: Mapping[str, str]) -> GainLine:
    where = f"claimed_gains[{at}]"
    return GainLine(
        number=at + 1,
        kind=gain.kind.value,
        claim=_stated(card, where, gain, doubted),
        figures=tuple(_figure(card, value) for value in gain.values),
        metric=_named(f"{where}.metric", gain.metric, doubted),
        baseline=_named(f"{where}.baseline", gain.baseline, doubted),
        setting=_named(f"{where}.setting", gain.setting, doubted),
        hedges=tuple(map(readable, gain.hedges)),
        not_stated=gain.not_stated,
    )


def _stated(card: Card, where: str, told: Statement | ClaimedGain, doubted: Mapping[str, str]) -> Part:
    spans = tuple(_spans(told.evidence, len(card.paper.abstract)))
    text = readable(told.text)
    if not text:
        return Part("", Standing.NOT_STATED, spans)
    if not spans:
        return Part(text, Standing.ABSENT)
    if where in doubted or len(spans) < len(told.evidence):
        return Part(text, Standing.DOUBTED, spans)
    close = any(item.verdict is Verdict.FUZZY for item in told.evidence)
    return Part(text, Standing.CLOSE if close else Standing.FOUND, spans)


def _figure(card: Card, value: Value) -> Figure:
    spans = tuple(_spans((value,), len(card.paper.abstract)))
    found = Standing.CLOSE if value.verdict is Verdict.FUZZY else Standing.FOUND
    return Figure(Part(readable(value.text), found if spans else Standing.ABSENT, spans), value.amount, value.unit)


def _named(where: str, text: str | None, doubted: Mapping[str, str]) -> Part:
    read = readable(text or "")
    if not read:
        return Part("", Standing.NOT_STATED)
    if where not in doubted:
        return Part(read, Standing.FOUND)
    return Part(read, Standing.ABSENT if doubted[where] == text else Standing.DOUBTED)


def _spans(found: Iterable[Evidence | Value], length: int) -> Iterable[Span]:
    """Yield the spans that lie in an abstract of `length`: a file edited by hand may hold others."""
    for item in found:
        start, end = item.start, item.end
        if item.verdict is not Verdict.ABSENT and start is not None and end is not None and 0 <= start < end <= length:
            yield Span(start, end)


def _gap(card: Card, code: str) -> Gap:
    return Gap(code, tuple(at for at, gain in enumerate(card.claimed_gains, 1) if code in gain.not_stated))


def _warned(card: Card) -> Iterable[Warned]:
    """Yield the flags in the review's order, each with its findings, those that say the same as one."""
    told: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in card.review.findings:
        told[finding.flag, finding.message].append(finding)
    for flag in dict.fromkeys((*card.review.flags, *(code for code, _ in told))):
        messages = [message for code, message in told if code == flag]
        for message in messages or [""]:
            findings = told.get((flag, message), [])
            gains = dict.fromkeys(int(at[1]) + 1 for finding in findings if (at := _GAIN.match(finding.where)))
            yield Warned(flag, message, tuple(gains), tuple(_words_of(findings, len(card.paper.abstract))))


def _words_of(findings: Iterable[Finding], length: int) -> Iterable[Span]:
    for finding in findings:
        if finding.start is not None and finding.end is not None and 0 <= finding.start < finding.end <= length:
            yield Span(finding.start, finding.end)


def _addresses(card: Card) -> Iterable[Address]:
    if card.paper.url:
        yield Address(one_line(card.paper.url), "paper", web_address(card.paper.url))
    for link in card.links:
        yield Address(one_line(link.url), link.kind.value, web_address(link.url))
