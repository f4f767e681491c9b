"""The states in which an input paper can end, and the record of each that is not ok."""

from __future__ import annotations

from enum import StrEnum

from pipeline.paper import Source
from pipeline.record import Record


class State(StrEnum):
    """Every input paper ends in exactly one."""

    OK = "ok"
    REFUSED = "refused"
    CONTENT_FILTER = "content_filter"
    TRUNCATED = "truncated"
    TOO_LONG = "too_long"
    FORMAT_ERROR = "format_error"
    NO_ABSTRACT = "no_abstract"
    PROVIDER_ERROR = "provider_error"
    PENDING = "pending"


class FailedPaper(Record):
    """Which paper a failure speaks of."""

    id: str
    sources: tuple[Source, ...]


class Failure(Record):
    """One line of the failures file.

    Attributes:
        attempts: requests that its ask took, those of an interrupted run and for another paper with the same abstract
            included; 0 where none was sent, and where an answer is on file that `--strict` does not take.
        raw: what came back, cut.
    """

    paper: FailedPaper
    state: State
    message: str
    attempts: int
    raw: str | None = None
