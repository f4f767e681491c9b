"""`run.json`: how a run went. What changes between two equal runs stands here and nowhere else."""

from __future__ import annotations

from typing import Any

from pipeline.card import Provenance
from pipeline.failure import State
from pipeline.nearness import NearDuplicate
from pipeline.record import Record
from pipeline.tally import Asked, Tally, Tokens


class RunRecord(Record):
    """The record of one run; `states` counts every input paper once.

    Attributes:
        near_duplicates: pairs of papers whose abstracts are nearly the same; they stay two. Of more than 64 that are
            all alike, each is told with another of them.
        asked: how the asking went, null where nothing was asked.
        seconds: wall time.
        versions: of Claimsheet, Python and the libraries that answers pass through.
    """

    claimsheet: str
    provenance: Provenance
    asked: Asked | None
    papers: int
    near_duplicates: tuple[NearDuplicate, ...]
    states: dict[State, int]
    claimed_gains: int
    ungrounded: int
    requests: int
    cache_hits: int
    tokens: Tokens
    seconds: float
    versions: dict[str, str]


def counted(tally: Tally) -> dict[str, Any]:
    """Return the fields of a run record that `tally` knows."""
    return {
        "papers": tally.papers,
        "near_duplicates": tally.near,
        "states": {state: tally.states[state] for state in State if tally.states[state]},
        "claimed_gains": tally.gains,
        "ungrounded": tally.ungrounded,
        "requests": tally.requests,
        "cache_hits": tally.cache_hits,
        "tokens": tally.tokens,
    }
