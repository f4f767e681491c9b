"""State-of-the-art claims that may clash: what they meet on, and which of them do."""

from __future__ import annotations

import re
from array import array
from bisect import insort
from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from heapq import nlargest
from typing import TYPE_CHECKING

from pipeline.digests import Digests
from pipeline.extraction import GainKind
from pipeline.sheets.claims import rank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.sheets.claims import Claim, Rank

_NAME = re.compile(r"[^\W_][\w.+-]*[\w+]")
_NO_KEY = re.compile(r"[\W_]+")
_FEWEST_NAMED = 3
"""A shorter word in capitals is an abbreviation of anything."""
_EMPTY = frozenset(
    {"llm", "llms", "vlm", "vlms", "mllm", "mllms", "gpu", "gpus", "sota", "state-of-the-art", "cnns", "dnns"}
)

Ground = tuple[str, bool]
"""What claims meet on: the key of a name of data, or of a task where that is true."""


@dataclass(frozen=True, slots=True)
class Clash:
    """State-of-the-art claims of more than one paper on what is called `name`; a `task` where no data is named.

    `claims` are the first of `count`.
    """

    name: str
    by_task: bool
    claims: tuple[Claim, ...]
    count: int


class Meetings:
    """On what the state-of-the-art claims of more than one paper meet; some 40 bytes a name or task.

    Two claims meet where their settings name the same data (`ImageNet`, `GSM8K`), or, when a claim
    names none, where their papers' tasks are worded alike. Whether they do clash is the reader's to see.
    """

    def __init__(self) -> None:
        self.papers = array("I")
        """The numbers of the papers that claim the state of the art, in the order of adding."""
        self._grounds = Digests()
        self._claims, self._first = array("I"), array("I")
        self._shared = bytearray()

    def add(self, told: Iterable[Claim]) -> None:
        """Take in the claims of the next paper."""
        for claim in told:
            if claim.gain.kind == GainKind.STATE_OF_THE_ART:
                if self.papers[-1:].tolist() != [claim.paper.number]:
                    self.papers.append(claim.paper.number)
                for ground in _grounds(claim):
                    self._meet(self._grounds.add(_digest(ground)), claim.paper.number)

    def __len__(self) -> int:
        return sum(self._shared)

    def clashes(self, told: Iterable[Claim], most: int, most_claims: int) -> tuple[Clash, ...]:
        """Return at most `most` groups of claims that cannot all be the best, those of most claims first.

        `told` are the claims of `papers`. Each group holds at most `most_claims`, those that rank first.
        """
        shared = (at for at, is_shared in enumerate(self._shared) if is_shared)
        chosen = frozenset(nlargest(most, shared, key=self._claims.__getitem__))
        groups: defaultdict[Ground, list[tuple[str, Claim]]] = defaultdict(list)
        for claim in told:
            if claim.gain.kind == GainKind.STATE_OF_THE_ART:
                for ground, name in _grounds(claim).items():
                    if self._grounds.find(_digest(ground)) in chosen:
                        insort(groups[ground], (name, claim), key=_rank_of_named)
                        del groups[ground][most_claims:]
        found = sorted(groups.items(), key=lambda item: _rank_of_named(item[1][0]))
        return tuple(sorted((self._clash(*item) for item in found), key=lambda it: (-it.count, it.name.casefold())))

    def _clash(self, ground: Ground, named: list[tuple[str, Claim]]) -> Clash:
        at = self._grounds.add(_digest(ground))
        return Clash(named[0][0], ground[1], tuple(claim for _, claim in named), self._claims[at])

    def _meet(self, at: int, paper: int) -> None:
        if at == len(self._claims):
            self._claims.append(0)
            self._first.append(paper)
            self._shared.append(0)
        self._claims[at] += 1
        self._shared[at] |= self._first[at] != paper


def _rank_of_named(named: tuple[str, Claim]) -> Rank:
    return rank(named[1])


def _digest(ground: Ground) -> bytes:
    key, by_task = ground
    return blake2b(f"{key}\0{by_task}".encode("utf-8", "surrogatepass"), digest_size=Digests.WIDTH).digest()


def _grounds(claim: Claim) -> dict[Ground, str]:
    """Return on what a claim is made: each name of data in its setting, else its paper's task, by a key."""
    named = {(_key(name), False): name for name in _NAME.findall(claim.gain.setting.text) if _is_name(name)}
    task = claim.paper.task
    return named or ({(_key(task), True): task} if task else {})


def _key(name: str) -> str:
    return _NO_KEY.sub("", name.casefold())


def _is_name(word: str) -> bool:
    """Return whether a word is written as data is named: with a capital or a digit behind its first letter."""
    inner = any(letter.isupper() or letter.isdigit() for letter in word[1:]) and word[:1].isalpha()
    return inner and len(word) >= _FEWEST_NAMED and word.lower() not in _EMPTY
