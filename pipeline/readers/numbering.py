"""Numbers and bullets before the entries of a list, which are no part of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

_NUMBER = re.compile(
    r"\s*(?:\[(\d{1,6})\][.:]?|\((\d{1,6})\)|#?(\d{1,6})[.)、]|#(\d{1,6})"
    r"|(?:paper|abstract|论文|摘要)\s?#?(\d{1,6})\s?[:：.–—-])\s+(?=\S)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*([-*+•‣◦▪·–])\s+(?=\S)")
_LOOK_AHEAD, _FEWEST = 200, 2

Entry = tuple[str | None, str]
"""What stands above an abstract, if anything does, and the abstract."""


def bare(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries without the number or the bullet before each, if all at the beginning of the list have such a mark.

    Numbers must count up by one; behind the beginning, what has no such mark stays as it is.
    """
    rest = iter(entries)
    first = list(islice(rest, _LOOK_AHEAD))
    mark = next((mark for mark in (_NUMBER, _BULLET) if _all_have(mark, first)), None)
    for entry in chain(first, rest):
        found = mark and mark.match(_text(entry))
        yield _without(entry, found.end()) if found else entry


def _all_have(mark: re.Pattern[str], entries: list[Entry]) -> bool:
    found = [mark.match(_text(entry)) for entry in entries]
    signs = [match[match.lastindex or 0] for match in found if match]
    if len(signs) < max(_FEWEST, len(entries)):
        return False
    counted = mark is _NUMBER
    return all(int(after) == int(before) + 1 if counted else after == before for before, after in pairwise(signs))


def _text(entry: Entry) -> str:
    return entry[0] or entry[1]


def _without(entry: Entry, end: int) -> Entry:
    head, abstract = entry
    return (head[end:], abstract) if head else (head, abstract[end:])
