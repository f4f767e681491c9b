"""Which abstracts are nearly the same: revised versions, copies with a line more, translations back.

Each abstract leaves a sketch of the smallest hashes of its word triples (a bottom-k MinHash), so two
that share most triples share a hash. Only those are then compared word by word: the work grows with the
number of abstracts, not with its square.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from itertools import combinations
from zlib import crc32

from rapidfuzz.distance import Indel

from pipeline.paper import Paper, Source
from pipeline.record import Record

NEAR = 0.8
"""Share of words in common, in order, from which on two abstracts are called near (2 x common / both)."""

_KEPT = 6
_FEWEST_WORDS = 20
_SAMPLED = 3
_LARGEST_BUCKET = 64
_PARTS = 16
_WORD = re.compile(r"\w+")


class NearDuplicate(Record):
    """Two papers whose abstracts are nearly the same; they stay two."""

    ids: tuple[str, str]
    sources: tuple[Source, Source]
    overlap: float


def words(abstract: str) -> list[str]:
    """Return the words of an abstract in the form in which they are compared."""
    return _WORD.findall(abstract.casefold())


def overlap(first: str, second: str) -> float:
    """Return how much two abstracts have in common, from 0 to 1: 2 x common words in order / all words."""
    return Indel.normalized_similarity(words(first), words(second))


def near_duplicate(first: Paper, second: Paper) -> NearDuplicate | None:
    """Return what two papers have in common, if their abstracts are near."""
    common = overlap(first.abstract, second.abstract)
    if common < NEAR:
        return None
    return NearDuplicate(
        ids=(first.id, second.id), sources=(first.sources[0], second.sources[0]), overlap=round(common, 3)
    )


class Sketches:
    """The sketches of abstracts, numbered in the order of adding; 48 bytes each."""

    def __init__(self) -> None:
        self._hashes = array("Q")
        self._added = 0

    def add(self, abstract: str) -> None:
        """Take in the next abstract; one that is too short for a comparison takes a number all the same."""
        number = self._added
        self._added += 1
        written = abstract.casefold().encode().split()
        if len(written) < _FEWEST_WORDS:
            return
        # Only triples whose first word's hash says so: the same in every text, at a quarter of the work.
        starts = [place for place, code in enumerate(map(crc32, written)) if not code & _SAMPLED]
        triples = {crc32(b" ".join(written[place : place + 3])) for place in starts}
        self._hashes.extend(triple << 32 | number for triple in sorted(triples)[:_KEPT])

    def pairs(self) -> set[tuple[int, int]]:
        """Return the pairs of numbers whose abstracts may be near, the smaller number first."""
        return {pair for bucket in self._buckets() for pair in combinations(bucket, 2)}

    def _buckets(self) -> Iterator[list[int]]:
        """Yield the numbers that share a hash, but for hashes of phrases that everyone uses."""
        # Part by part, so that no list of all hashes is ever held.
        for part in range(_PARTS):
            found = sorted(entry for entry in self._hashes if (entry >> 32) % _PARTS == part)
            bucket: list[int] = []
            last = -1
            for entry in found:
                if entry >> 32 != last:
                    if 1 < len(bucket) <= _LARGEST_BUCKET:
                        yield bucket
                    bucket, last = [], entry >> 32
                bucket.append(entry & 0xFFFFFFFF)
            if 1 < len(bucket) <= _LARGEST_BUCKET:
                yield bucket
