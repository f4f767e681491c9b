"""Comparisons that are denied: "it is not faster than Drain" claims nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.subjects import subject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.engines.extractive.clauses import Clause
    from pipeline.engines.extractive.passage import Passage

# "No worse" and "does not degrade" are claims; so are "not only faster" and "does not exceed 5 ms".
_BETTER = r"""
    (?: faster | better | superior | comparable | competitive | stronger | quicker | cheaper | smaller | shorter | lower
      | fewer | on\spar | as\s\w+\sas | more\s\w+(?:ate|ive|ent|ant|ble|ful|ous|ust)
      | (?:outperform|surpass|beat|improv|enhanc|boost|accelerat)\w* )\b
"""
_DENYING = frozenset({"not", "no", "never", "cannot", "fail", "fails", "failed"})
_DENIED = re.compile(
    rf"""
    (?: (?:\bnot|\bnever|\bcannot|\bfail(?:s|ed)?\sto)\s
        (?:(?!only\b)(?:\w+ly|always|even|yet|be|been|any|much|far|an?|the|perform|run|work|do|seem|to)\s){{0,3}}?
      | \bno\s(?:\w+ly\s)?(?!\w+ing\b) )
    {_BETTER}
    """,
    re.VERBOSE,
)
_TURN = re.compile(r"(?:[,;]\s*(?:and\s)?|\s)(?:but|although|though|while|whilst|whereas|yet|however)\s|;\s")
# "While Drain is not faster, FOO is"
_YIELDING = re.compile(r"(?:while|whereas|although|though|unlike)\s")
_COMMA = re.compile(r",\s+")
_TOLD = re.compile(rf"\b(?:{verbs.one_of(verbs.CLAIM)}|is|are|uses?|needs?|requires?|takes?|runs?)\b")


def affirmed(told: Passage, clause: Clause) -> Clause | None:
    """Return what `clause` of a sentence claims beside what it denies, None where that is nothing."""
    if told.bag.isdisjoint(_DENYING) or _DENIED.search(told.low, clause.start, clause.end) is None:
        return clause
    return next((part for part in _parts(told, clause) if _claims(told.low[part.start : part.end])), None)


def _parts(told: Passage, clause: Clause) -> Iterator[Clause]:
    start = clause.start
    turns = _COMMA if _YIELDING.match(told.low, clause.start) is not None else _TURN
    for turn in turns.finditer(told.low, clause.start, clause.end):
        yield clause._replace(start=start, end=turn.start())
        start = turn.end()
    who = subject(told.text, clause.start) if _TOLD.match(told.low, start) is not None else None
    yield clause if start == clause.start else clause._replace(start=start, shared="", subject=clause.subject or who)


def _claims(part: str) -> bool:
    return _DENIED.search(part) is None and _TOLD.search(part) is not None
