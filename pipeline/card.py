"""The card: the structured record of one paper, every part traced to its words or visibly not."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from pipeline.extraction import GainKind
from pipeline.paper import Paper
from pipeline.record import Record


class Verdict(StrEnum):
    """How an evidence or a value was found in the abstract."""

    EXACT = "exact"
    FUZZY = "fuzzy"
    ABSENT = "absent"


class Evidence(Record):
    """Code-point offsets into `paper.abstract`; both null when the verdict is `absent`."""

    start: int | None
    end: int | None
    verdict: Verdict


class Statement(Record):
    """What is said of the paper, and the words that carry it; empty text: not stated.

    `support` is the share, 0 to 1, of its content words that stand in its evidence; null where it says nothing, or
    in another script than the abstract.
    """

    text: str
    evidence: tuple[Evidence, ...]
    support: float | None = None


class Value(Record):
    """A figure as written, where it stands, and what a spreadsheet needs of it (`amount`, `unit`)."""

    text: str
    start: int | None
    end: int | None
    amount: float | None
    unit: str | None
    verdict: Verdict


class ClaimedGain(Record):
    """One atomic result that the authors claim for their own work.

    `support` is as of a `Statement`. `not_stated` names what the abstract leaves open of it, for a reviewer to look
    up: baseline, dataset, metric, magnitude, variance.
    """

    text: str
    kind: GainKind
    metric: str | None
    values: tuple[Value, ...]
    baseline: str | None
    setting: str | None
    hedges: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    support: float | None = None
    not_stated: tuple[str, ...] = ()


class TaskArea(Record):
    """The area, one of the taxonomy's, and the task as a short noun phrase."""

    area: str
    task: str


class LinkKind(StrEnum):
    """What a URL of the abstract leads to, as far as its words tell."""

    CODE = "code"
    DATA = "data"
    ANONYMOUS = "anonymous"
    OTHER = "other"


class Link(Record):
    """A URL that stands in the abstract."""

    url: str
    kind: LinkKind
    start: int
    end: int


class Unsupported(Record):
    """A statement, value or name that the abstract does not carry: where on the card, and why."""

    where: str
    text: str
    reason: str


class Finding(Record):
    """Something that a reviewer can act on: which flag, where on the card (empty: the paper as a whole), and why.

    `start` and `end` are the words of the abstract that give rise to it; both null where it is their lack that does.
    """

    flag: str
    where: str
    start: int | None
    end: int | None
    message: str


class Review(Record):
    """What a reviewer must know; computed by code, never by a model.

    `flags` are the different flags of `findings`. `seal` is a digest of all of the card but this: what an engine told
    cannot be computed again, so a card that was edited is known by it.
    """

    grounded: bool
    unsupported: tuple[Unsupported, ...] = ()
    unclaimed_values: tuple[Value, ...] = ()
    not_stated: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    seal: str | None = None


class Provenance(Record):
    """What filled the card; equal provenance and equal input give an equal card."""

    engine: str
    model: str | None
    prompt: str | None
    schema_: str = Field(alias="schema")
    output_mode: str | None


class Card(Record):
    """One line of `cards.jsonl`."""

    schema_version: Literal[1] = 1
    paper: Paper
    system: tuple[str, ...]
    problem: Statement
    method: Statement
    claimed_gains: tuple[ClaimedGain, ...]
    task_area: TaskArea
    links: tuple[Link, ...]
    review: Review
    provenance: Provenance
