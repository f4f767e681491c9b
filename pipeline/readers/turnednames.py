"""Names of which commas part both one from the next and a family name from its initials: `Stein, PA, Kies, J.`."""

from __future__ import annotations

import re

_AND = re.compile(r"(?<!\s),?\s++(?:and|&)\s++", re.IGNORECASE)
_INITIALS = re.compile(r"[A-Z]{1,4}|(?:[^\W\d_]{1,2}\.[\s-]?)+")
_ENDS_IN_INITIALS = re.compile(r"\s[A-Z]{1,4}\Z|[\s.-][^\W\d_]{1,2}\.\Z")
_RANK = re.compile(r"(?:Jr|Sr)\.?|I{2,3}|IV")
_MOST_PARTS = 3


def turned_people(written: str) -> tuple[str, ...]:
    """Return the names with the family name first, as written, or none where the text is not of this kind."""
    if ";" in written:
        return ()
    people: list[list[str]] = []
    for part in map(str.strip, _AND.sub(",", written).split(",")):
        if people and _goes_on(people[-1], part):
            people[-1].append(part)
        elif part:
            people.append([part])
    return tuple(map(", ".join, people)) if any(len(parts) > 1 for parts in people) else ()


def _goes_on(parts: list[str], part: str) -> bool:
    """Return whether a part belongs to the name whose parts these are: its initials, or a rank behind them."""
    if _RANK.fullmatch(part):
        return len(parts) < _MOST_PARTS
    return len(parts) == 1 and _INITIALS.fullmatch(part) is not None and not _ENDS_IN_INITIALS.search(parts[0])
