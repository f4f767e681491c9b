"""The claims of a batch beside one another, all of them in one order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.sheets.entry import Entry, GainLine

_UNITS = ("x", "%", "pp", "points")

Rank = tuple[int, str, float, int, int]


@dataclass(frozen=True, slots=True)
class Claimant:
    """The paper of a claim: its number, what a table calls it, its task."""

    number: int
    name: str
    task: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A gain and the paper that claims it."""

    paper: Claimant
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


def claims(entries: Iterable[Entry]) -> tuple[Claim, ...]:
    """Return all claims: multiples first, then per cent, points and other figures, the largest of each first."""
    return ranked(claim for paper in entries for claim in claims_of(paper))


def claims_of(paper: Entry) -> Iterator[Claim]:
    """Yield the claims of a paper in its order."""
    claimant = Claimant(paper.number, paper.name, paper.task)
    return (Claim(claimant, gain) for gain in paper.gains)


def ranked(told: Iterable[Claim]) -> tuple[Claim, ...]:
    """Return claims in the order of `claims`."""
    return tuple(sorted(told, key=rank))


def largest(told: Iterable[Claim], unit: str, most: int) -> tuple[Claim, ...]:
    """Return the claims with the largest figures in `unit` that the abstracts carry, at most `most`, one a paper."""
    by_paper: dict[int, Claim] = {}
    for claim in told:
        if claim.unit == unit and claim.is_carried and claim.paper.number not in by_paper:
            by_paper[claim.paper.number] = claim
            if len(by_paper) == most:
                break
    return tuple(by_paper.values())


def rank(claim: Claim) -> Rank:
    """Return what claims are ordered by."""
    unit, amount = claim.unit, claim.amount
    group = _UNITS.index(unit) if unit in _UNITS else len(_UNITS) + (amount is None)
    return (group, unit or "", -(amount or 0), claim.paper.number, claim.gain.number)
