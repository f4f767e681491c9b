"""What came of a shard, in a file that is whole or absent and says what it was made of.

A part that is there for the same papers, choices and Claimsheet needs no worker: so a run goes on
after whatever ended it, and a list that grew at its end is worked on at its end alone.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pipeline.card import Provenance
from pipeline.completion import Usage
from pipeline.failure import FailedPaper, Failure
from pipeline.finished import Finished
from pipeline.ground import seal
from pipeline.paper import Paper
from pipeline.record import Record
from pipeline.tally import Asked, Outcome
from pipeline.write import line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pipeline.cluster.shards import Given


class Head(Record):
    """The first line of a part.

    Attributes:
        made_of: digest of the shard, and of all that decides what becomes of it.
        provenance: what the cards say of their making, at the end.
        asked: how the asking went, null where nothing was asked.
    """

    made_of: str
    provenance: Provenance
    asked: Asked | None


class Made(Record):
    """Where a paper ended, and what that took (see `pipeline.tally.Outcome`); after it comes its card, if it has one.

    Attributes:
        gains: how many gains its card claims, null where it has none.
        grounded: the abstract carries all of its card.
        first: the number of the earlier paper that has the same abstract, and so the same outcome.
        paper: the paper itself, where that is all that is known of it here.
    """

    gains: int | None = None
    grounded: bool = False
    failure: Failure | None = None
    requests: int = 0
    from_cache: bool = False
    usage: Usage = Usage()
    first: int | None = None
    paper: Paper | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> Made:
        """Return the line that tells `outcome`, but for its card."""
        return cls(
            gains=outcome.finished.gains if outcome.finished else None,
            grounded=outcome.finished is not None and outcome.finished.grounded,
            failure=outcome.failure,
            requests=outcome.requests,
            from_cache=outcome.from_cache,
            usage=outcome.usage,
        )

    @classmethod
    def repeating(cls, given: Given) -> Made:
        """Return the line of a paper whose abstract an earlier one has."""
        return cls(first=given.first, paper=given.read if isinstance(given.read, Paper) else None)

    def outcome(self, card: bytes) -> Outcome:
        """Return what the line tells, of one that is no repeat, with the line of its card, if it has one."""
        finished = None if self.gains is None else Finished(card, self.gains, self.grounded)
        return Outcome(finished, self.failure, self.requests, self.from_cache, self.usage)


def part(folder: Path, number: int) -> Path:
    """Return where part `number` stands."""
    return folder / f"{number:08}.part.jsonl"


def made_of(shard: bytes, choices: str) -> str:
    """Return the digest of a shard and of the choices by which it is worked on."""
    return sha256(sha256(shard).digest() + choices.encode()).hexdigest()


def content(head: Head, ends: Iterable[Outcome | Given]) -> bytes:
    """Return a part as it stands in its file: of each paper its outcome or, where an earlier one has it, the paper."""
    return line(head) + b"".join(map(_lines, ends))


def head_of(path: Path) -> Head | None:
    """Return the first line of a part, null where there is none that can be read."""
    try:
        with path.open("rb") as rows:
            return Head.model_validate_json(rows.readline())
    except (OSError, ValidationError):
        return None


def read_part(path: Path) -> Iterator[tuple[Made, Outcome]]:
    """Yield what a part that is there tells of each paper; of a repeat the outcome is empty."""
    with path.open("rb") as file:
        rows = islice(file, 1, None)
        for row in rows:
            made = Made.model_validate_json(row)
            yield made, made.outcome(b"" if made.gains is None else next(rows))


def read_outcome(path: Path, number: int) -> Outcome:
    """Return the outcome of paper `number` of a part, from 0."""
    return next(islice(read_part(path), number, None))[1]


def recalled(outcome: Outcome) -> Outcome:
    """Return an outcome as a run tells it that did nothing for it, since an earlier one had asked."""
    return replace(outcome, requests=0, from_cache=outcome.finished is not None)


def repeated(outcome: Outcome, paper: Paper) -> Outcome:
    """Return the outcome of `paper`, whose abstract is that of a paper that ended in `outcome`."""
    if outcome.card:
        card = outcome.card.model_copy(update={"paper": paper})
        card = card.model_copy(update={"review": card.review.model_copy(update={"seal": seal(card)})})
        return Outcome(Finished.of(card), from_cache=True)
    if outcome.failure:
        named = FailedPaper(id=paper.id, sources=paper.sources)
        return Outcome(failure=outcome.failure.model_copy(update={"paper": named}))
    return outcome


def _lines(end: Outcome | Given) -> bytes:
    if not isinstance(end, Outcome):
        return line(Made.repeating(end))
    return line(Made.of(end)) + (end.finished.line if end.finished else b"")
