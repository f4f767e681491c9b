"""Entries of Markdown whose abstracts nothing names: a heading, authors or an address or neither, then the abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.readers import ids
from pipeline.readers.heads import is_of_names
from pipeline.readers.titles import is_whole

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<text>\S.*)")
_QUOTE = re.compile(r"\s{0,3}>\s?")
_ABOUT = re.compile(
    r"\s*(?:[*_]{1,2}[^*_]+[*_]{1,2}|\[.+\]\(\S+\).*|https?://\S+|\W*(?:19|20)\d\d(?:-\d\d){0,2}\W*)\s*"
)
_NO_TEXT = re.compile(r"\s*(?:```|~~~|\||[-*+]\s|\d+[.)]\s|<|!\[)")
_LONGEST_ABOUT, _FEWEST, _NEARLY_ALL = 2_000, 2, 0.8


class _Section(NamedTuple):
    """A heading, and the numbers of the lines below it that are not blank."""

    level: int
    heading: str
    below: list[int]


def named(lines: Sequence[str]) -> list[str]:
    """Return the lines with "Abstract:" put before the abstract of each entry, where nearly all entries are such.

    An entry is one beyond doubt if names of authors stand below its heading, a paper's address in it, or if the
    abstract is quoted; whatever else stands in it but whole paragraphs makes it none.
    """
    sections = [section for section in _sections(lines) if section.below]
    levels = [section.level for section in sections]
    level = max(set(levels), key=lambda each: (levels.count(each), each), default=0)
    abstracts = [_abstract(section, lines) for section in sections if section.level == level]
    found = {place for place in abstracts if place is not None}
    if len(found) < max(_FEWEST, _NEARLY_ALL * len(abstracts)):
        return list(lines)
    return [f"Abstract: {_QUOTE.sub('', line)}" if place in found else line for place, line in enumerate(lines)]


def _sections(lines: Sequence[str]) -> Iterator[_Section]:
    section: _Section | None = None
    for place, line in enumerate(lines):
        found = _HEADING.match(line)
        if found:
            if section:
                yield section
            section = _Section(len(found["marks"]), found["text"], [])
        elif section and line.strip():
            section.below.append(place)
    if section:
        yield section


def _abstract(section: _Section, lines: Sequence[str]) -> int | None:
    """Return the line at which the abstract of an entry begins, or None if it is no entry beyond doubt."""
    about = 0
    while about < len(section.below) and _is_about(lines[section.below[about]]):
        about += 1
    text = [lines[place] for place in section.below[about:]]
    if not text or any(map(_NO_TEXT.match, text)) or not is_whole(" ".join(text)):
        return None
    above = [lines[place] for place in section.below[:about]]
    quoted = all(map(_QUOTE.match, text))
    sure = quoted or ids.from_url(_address(section.heading)) or any(is_of_names(line.strip(" *_")) for line in above)
    return section.below[about] if sure else None


def _is_about(line: str) -> bool:
    return len(line) <= _LONGEST_ABOUT and (_ABOUT.fullmatch(line) is not None or is_of_names(line.strip(" *_")))


def _address(heading: str) -> str:
    return heading.partition("](")[2].partition(")")[0]
