"""One thing that was looked at, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.errors import ClaimsheetError


class Level(StrEnum):
    """How something was found."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Check:
    """A finding.

    Attributes:
        mend: what the user can do; empty where there is nothing to mend.
        exit_code: what a run would end with; 0 unless it would fail.
    """

    name: str
    level: Level
    told: str
    mend: str = ""
    exit_code: int = 0

    @property
    def line(self) -> str:
        """One line for a person."""
        return f"{self.level:<4}  {self.name:<10}  {' '.join(f'{self.told}. {self.mend}'.split())}"


def fine(name: str, told: str) -> Check:
    """Return the check of what is well."""
    return Check(name, Level.OK, told)


def doubtful(name: str, told: str, mend: str) -> Check:
    """Return the check of what a run can live with."""
    return Check(name, Level.WARN, told, mend)


def failed(name: str, kind: type[ClaimsheetError], told: str, mend: str = "") -> Check:
    """Return the check of what would end a run with an error of this kind."""
    return Check(name, Level.FAIL, told.rstrip(". "), mend, kind.exit_code)
