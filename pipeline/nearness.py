"""Which abstracts are nearly the same: revised versions, copies with a line more, translations back.

Each abstract leaves a sketch of the smallest hashes of its letters, a few in a row (a bottom-k MinHash: A. Broder,
"On the resemblance and containment of documents", 1997), so two that share most of their words share several hashes;
one may be shared by chance. Only such pairs are then compared word by word: the work grows with the number of
abstracts, not with its square.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, compress, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple
from zlib import crc32

from pipeline.paper import Paper, Source, letters
from pipeline.record import Record

NEAR = 0.8
"""Share of words in common, in order, from which on two abstracts are called near (2 x common / both)."""

_KEPT = 6
_FEWEST_LETTERS = 100
_SHINGLES = re.compile(rb"d(?=(.{11}))")
_WIDE_SHINGLES = re.compile(rb"[\xb5\x84\xae](?=(.{22}))")
"""Some three words from a common letter on, in UTF-8: the same in every text, at a twentieth of the work of all.

Where most letters are not Latin, these are bytes of the commonest of other scripts: the Cyrillic and the Greek e,
the Chinese 的, the Japanese の.
"""

_FEW = 64
"""Abstracts that may share a hash before it says little of them: a phrase that everyone uses, or so many copies."""

_SHARED_BY_COPIES = 4
"""How many such hashes copies share."""

_FEW_ALONE, _MANY_ALONE = bytes.maketrans(b"\2", b"\0"), bytes.maketrans(b"\1", b"\0")
"""What leaves of 0, 1 for few and 2 for many the one or the other."""

_PARTS = 32
_SHARED, _SHARED_IN_LONG_LIST = 2, 3
"""How many hashes near abstracts share at least; in a long list many pairs share two by chance."""

_LONG_LIST = 20_000
_LATIN = bytes(range(128))
_NUMBER, _KEY = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
_WORD = re.compile(r"\w+")
_BETWEEN_WORDS = bytes(sign for sign in _LATIN if not _WORD.match(chr(sign)))
_PARTED = bytes.maketrans(_BETWEEN_WORDS, b" " * len(_BETWEEN_WORDS))


class NearDuplicate(Record):
    """Two papers whose abstracts are nearly the same; they stay two."""

    ids: tuple[str, str]
    sources: tuple[Source, Source]
    overlap: float


def words(abstract: str) -> list[str]:
    """Return the words of an abstract in the form in which they are compared."""
    return _WORD.findall(abstract.casefold())


def _written_words(abstract: str) -> list[bytes]:
    """Return the words of an abstract in UTF-8; most are of ASCII, whose words are told apart byte by byte."""
    if abstract.isascii():
        return abstract.lower().encode().translate(_PARTED).split()
    return [word.encode() for word in words(abstract)]


def overlap(first: str, second: str) -> float:
    """Return how much two abstracts have in common, from 0 to 1: 2 x common words in order / all words."""
    return _common_share(words(first), words(second))


def _common_share(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    from rapidfuzz.distance import Indel  # noqa: PLC0415 - most lists have no pair to compare

    return Indel.normalized_similarity(first, second)


def near_duplicates(papers: Iterable[Paper], suspects: Collection[tuple[int, int]]) -> tuple[NearDuplicate, ...]:
    """Return those of the suspected pairs that are near, in the order of their numbers.

    Of a paper no more than its words' hashes is held, and no longer than until its last partner has come.

    Args:
        papers: All papers; their numbers count from 0.
        suspects: Pairs of numbers, the smaller first.
    """
    partners: defaultdict[int, list[int]] = defaultdict(list)
    last: dict[int, int] = {}
    for first, second in sorted(suspects):
        partners[second].append(first)
        last[first] = second
    held: dict[int, _Slim] = {}
    found: list[tuple[int, int, NearDuplicate]] = []
    for number, paper in enumerate(papers):
        if number not in last and number not in partners:
            continue
        hashes = list(map(crc32, _written_words(paper.abstract)))
        slim = _Slim(paper.id, paper.sources[0], array("I", hashes))
        for first in partners.get(number, ()):
            pair = _near(held[first], slim, hashes)
            found += [(first, number, pair)] if pair else []
            if last[first] == number:
                del held[first]
        if number in last:
            held[number] = slim
    return tuple(pair for _, _, pair in sorted(found, key=itemgetter(0, 1)))


class _Slim(NamedTuple):
    """What of a paper is needed to compare it: the hashes of its words, and how it is called."""

    id: str
    source: Source
    words: array[int]


def _near(first: _Slim, second: _Slim, seconds: list[int]) -> NearDuplicate | None:
    """Return what two papers have in common, if their abstracts are near; the words of the second are `seconds`."""
    common = _common_share(list(first.words), seconds)
    if common < NEAR:
        return None
    return NearDuplicate(ids=(first.id, second.id), sources=(first.source, second.source), overlap=round(common, 3))


class Sketches:
    """The sketches of abstracts, numbered in the order of adding; 48 bytes each."""

    def __init__(self) -> None:
        self._hashes = array("Q")
        self._added = 0

    def add(self, abstract: str) -> None:
        """Take in the next abstract; one that is too short for a comparison takes a number all the same."""
        number = self._added
        self._added += 1
        written = letters(abstract)
        if len(written) < _FEWEST_LETTERS:
            return
        shingles = _SHINGLES.findall(written)
        if 2 * len(written.translate(None, _LATIN)) > len(written):
            shingles += _WIDE_SHINGLES.findall(written)
        hashes = sorted(set(map(crc32, shingles)))[:_KEPT]
        self._hashes.extend([each << 32 | number for each in hashes])

    def pairs(self) -> set[tuple[int, int]]:
        """Return the pairs of numbers whose abstracts may be near, the smaller number first."""
        shared = _SHARED if self._added < _LONG_LIST else _SHARED_IN_LONG_LIST
        parts = self._parts()
        met = self._met(parts)
        few, many = met.translate(_FEW_ALONE), met.translate(_MANY_ALONE)
        found: set[tuple[int, int]] = set()
        # Part by part, so that no list of all keys is ever held.
        for part in parts:
            for bucket in _buckets(self._keys(part, shared, few)):
                found.update(combinations(bucket, 2))
            for bucket in _buckets(self._keys(part, _SHARED_BY_COPIES, many)):
                found.update(pairwise(bucket))  # each with the one before it: all pairs would be a square
        return found

    def _parts(self) -> list[array[int]]:
        """Return the places of all hashes, parted by the hash."""
        parts = [array("I") for _ in range(_PARTS)]
        for place, entry in enumerate(self._hashes):
            parts[(entry >> 32) % _PARTS].append(place)
        return parts

    def _met(self, parts: Iterable[array[int]]) -> bytearray:
        """Return of each place how many sketches have its hash: 0 for one, 1 for few, 2 for many."""
        marks = bytearray(len(self._hashes))
        for part in parts:
            met = Counter([self._hashes[place] >> 32 for place in part])
            for place in part:
                times = met[self._hashes[place] >> 32]
                marks[place] = (times > 1) + (times > _FEW)
        return marks

    def _keys(self, part: array[int], shared: int, chosen: bytearray) -> list[int]:
        """Return a key for each `shared` of the chosen hashes of a sketch, the sketch's number in its last 32 bits.

        Two sketches share a key if they share so many hashes. A key is of the part of its smallest hash.
        """
        hashes, keys = self._hashes, []
        for start in part:
            if chosen[start]:
                number = hashes[start] & _NUMBER
                rest = compress(hashes[start + 1 : start + _KEPT], chosen[start + 1 : start + _KEPT])
                others = [entry >> 32 for entry in rest if entry & _NUMBER == number]
                first = hashes[start] >> 32
                keys += [(hash((first, *more)) & _KEY) << 32 | number for more in combinations(others, shared - 1)]
        return keys


def _buckets(keys: list[int]) -> Iterator[list[int]]:
    """Yield the numbers that share a key, where there are several."""
    for _, entries in groupby(sorted(keys), key=lambda entry: entry >> 32):
        bucket = [entry & _NUMBER for entry in entries]
        if len(bucket) > 1:
            yield bucket
