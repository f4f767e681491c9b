"""The claims of a batch beside one another: all of them in one order, and those that may clash."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.extraction import GainKind
from pipeline.sheets.entry import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.sheets.entry import Entry, GainLine

_UNITS = ("x", "%", "pp", "points")
_NAME = re.compile(r"[^\W_][\w.+-]*[\w+]")
_NO_KEY = re.compile(r"[\W_]+")
_FEWEST_NAMED = 3
"""A shorter word in capitals is an abbreviation of anything."""
_EMPTY = frozenset(
    {"llm", "llms", "vlm", "vlms", "mllm", "mllms", "gpu", "gpus", "sota", "state-of-the-art", "cnns", "dnns"}
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A gain and the paper that claims it."""

    paper: Entry
    gain: GainLine

    @property
    def amount(self) -> float | None:
        """The largest figure of those in the gain's first unit; None without a figure that counts."""
        return max((f.amount for f in self.gain.figures if f.amount is not None and f.unit == self.unit), default=None)

    @property
    def is_carried(self) -> bool:
        """Whether the abstract carries the claim and each of its figures."""
        parts = (self.gain.claim, *(figure.part for figure in self.gain.figures))
        return all(part.standing in {Standing.FOUND, Standing.CLOSE} for part in parts)

    @property
    def unit(self) -> str | None:
        """The unit of the first figure that counts."""
        return next((figure.unit for figure in self.gain.figures if figure.amount is not None), None)


@dataclass(frozen=True, slots=True)
class Clash:
    """State-of-the-art claims of more than one paper on what is called `name`; a `task` where no data is named."""

    name: str
    by_task: bool
    claims: tuple[Claim, ...]


def claims(entries: Iterable[Entry]) -> tuple[Claim, ...]:
    """Return all claims: multiples first, then per cent, points and other figures, the largest of each first."""
    return tuple(sorted((Claim(paper, gain) for paper in entries for gain in paper.gains), key=_rank))


def clashes(told: Iterable[Claim]) -> tuple[Clash, ...]:
    """Return the state-of-the-art claims that cannot all be the best, those of most papers first.

    Two claims meet where their settings name the same data (`ImageNet`, `GSM8K`), or, when a claim
    names none, where their papers' tasks are worded alike. Whether they do clash is the reader's to see.
    """
    meeting: defaultdict[tuple[str, bool], list[tuple[str, Claim]]] = defaultdict(list)
    for claim in told:
        if claim.gain.kind == GainKind.STATE_OF_THE_ART:
            for (key, by_task), name in _grounds(claim).items():
                meeting[key, by_task].append((name, claim))
    found = [
        Clash(named[0][0], by_task, tuple(claim for _, claim in named))
        for (_, by_task), named in meeting.items()
        if len({claim.paper.number for _, claim in named}) > 1
    ]
    return tuple(sorted(found, key=lambda clash: (-len(clash.claims), clash.name.casefold())))


def largest(told: Iterable[Claim], unit: str, most: int) -> tuple[Claim, ...]:
    """Return the claims with the largest figures in `unit` that the abstracts carry, at most `most`, one a paper."""
    by_paper: dict[int, Claim] = {}
    for claim in told:
        if claim.unit == unit and claim.is_carried and claim.paper.number not in by_paper:
            by_paper[claim.paper.number] = claim
            if len(by_paper) == most:
                break
    return tuple(by_paper.values())


def _rank(claim: Claim) -> tuple[int, str, float, int, int]:
    unit, amount = claim.unit, claim.amount
    group = _UNITS.index(unit) if unit in _UNITS else len(_UNITS) + (amount is None)
    return (group, unit or "", -(amount or 0), claim.paper.number, claim.gain.number)


def _grounds(claim: Claim) -> dict[tuple[str, bool], str]:
    """Return on what a claim is made: each name of data in its setting, else its paper's task, by a key."""
    named = {(_key(name), False): name for name in _NAME.findall(claim.gain.setting.text) if _is_name(name)}
    task = claim.paper.task
    return named or ({(_key(task), True): task} if task else {})


def _key(name: str) -> str:
    return _NO_KEY.sub("", name.casefold())


def _is_name(word: str) -> bool:
    """Return whether a word is written as data is named: with a capital or a digit behind its first letter."""
    inner = any(letter.isupper() or letter.isdigit() for letter in word[1:]) and word[:1].isalpha()
    return inner and len(word) >= _FEWEST_NAMED and word.lower() not in _EMPTY
