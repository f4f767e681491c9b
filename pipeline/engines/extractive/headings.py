"""Headings of structured abstracts ("Results: ..."), which tell the roles of what follows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEADING = re.compile(
    r"""
    \W{0,4}(?:
      (?P<background>Background|Introduction|Context|Rationale|Importance|背景)
    | (?P<objective>Objectives?|Aims?(?:\sof\sthe\sstudy)?|Purpose|Goals?|Hypothesis|目的)
    | (?P<method>(?:Materials?\s(?:and|&)\s)?Methods?|Methodology|Design|Study\sdesign|Settings?|Participants
      |Patients(?:\sand\smethods)?
        |Interventions?|Measurements?|Main\soutcome\smeasures?|Approach|Design/methodology/approach|方法)
    | (?P<result>Results?|(?:Main|Key|Principal)\s(?:findings|results)|Findings|Conclusions?|Interpretation
      |Outcomes?|结果|结论|結果)
    )(?:\s(?:and|&)\s\w+)?\s*(?:[:：.\]】]|[-–—]\s)\s*
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Chinese headings often stand without a mark: "方法采用…", but "结果表明" is a sentence.
_HAN_HEADING = re.compile(
    r"(?:(?P<background>背景)|(?P<objective>目的)|(?P<method>方法|材料与方法)|(?P<result>结果|结论|結果|結論))"
    r"(?![是的为表显证发がはを])"
)
_STRUCTURED = 2
"""So many headings make an abstract a structured one; one alone may be a word like any other."""

_LAST_LATIN = "\u02af"

# Most sentences begin with a word that begins no heading.
_FIRST_LETTERS = re.compile(r"\W{0,4}(?P<letters>[A-Za-z]{3}|背景|目的|方法|结果|结论|結果)")
_BEGINNINGS = wordset("""
    bac int con rat imp obj aim pur goa hyp mat met des stu set par pat mea mai app res key pri fin out
    背景 目的 方法 结果 结论 結果
    """)


def heading_end(text: str) -> int:
    """Return where the heading that `text` begins with ends, 0 where it begins with none."""
    match = _heading(text)
    return match.end() if match is not None else 0


def _heading(text: str) -> re.Match[str] | None:
    first = _FIRST_LETTERS.match(text)
    return _HEADING.match(text) if first is not None and first["letters"].lower() in _BEGINNINGS else None


def told_roles(texts: Sequence[str]) -> list[str | None]:
    """Return the role that headings tell of each of the sentences `texts`, None where the abstract has no structure."""
    headings = [_HAN_HEADING.match(text) if text[:1] > _LAST_LATIN else _heading(text) for text in texts]
    found = [heading.lastgroup if heading is not None else None for heading in headings]
    if sum(role is not None for role in found) < _STRUCTURED:
        return [None] * len(texts)
    return list(_carried(found))


def _carried(found: Sequence[str | None]) -> Iterator[str | None]:
    current = None
    for role in found:
        current = role or current
        yield current
