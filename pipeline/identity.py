"""Which papers are one: an index filled in a first reading and applied in a second.

Papers are one card when they have the same id, or the same abstract: in two files whatever their ids,
in one file if one of them has no id of its own, for there two ids mean two papers. Further ids of a
source (`Paper.also`) join papers whose abstracts agree. One id on two different abstracts is an error of
the input; the abstracts differ if their letters and digits do. Only an id that holds within its file alone
(`Paper.local`) may stand at another paper in another file: it then names the first, and the second goes by its text.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.digests import Digests
from pipeline.errors import InputError
from pipeline.paper import Paper, Source, abstract_id, digest, letters, source_id

_Place = tuple[str, int]

_FACTS = ("id", "title", "authors", "year", "venue", "url", "keywords", "abstract")
_NO_TEXT = 0


def paper_id(given: str | None, abstract: str, title: str | None, source: Source) -> str:
    """Return the id of a paper: the source's own, else one made of its abstract.

    Without an abstract either, it is made of place and title, so that no two such papers share one.
    """
    if given:
        return source_id(given)
    return abstract_id(abstract or f"{source.path}\n{source.position}\n{title or ''}")


@dataclass(slots=True)
class _Repeat:
    """A card met more than once: where, and what its first paper lacks and a later one has."""

    places: list[_Place]
    adopted: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Identities:
    """What the index found, holding only papers that repeat."""

    repeats: Mapping[_Place, _Repeat]
    later: frozenset[_Place]
    unnamed: frozenset[_Place] = frozenset()

    def settle(self, paper: Paper) -> Paper | None:
        """Return the paper with all its sources and facts, or None when an earlier one stands for it."""
        place = _place(paper)
        if place in self.later:
            return None
        if place in self.unnamed:
            paper = _unnamed(paper)
        repeat = self.repeats.get(place)
        if repeat is None:
            return paper
        sources = tuple(Source(path=path, position=position) for path, position in repeat.places)
        return paper.model_copy(update={**repeat.adopted, "sources": sources})


class Index:
    """Papers in input order, each known by its ids and its abstract; about 90 bytes a paper.

    Give it every paper once with `add`, each with the one source it was read from, then take
    `identities()` to a second reading.

    Args:
        by_abstract: Whether equal abstracts make one card of papers with different ids of their own.
    """

    def __init__(self, *, by_abstract: bool = True) -> None:
        self._by_abstract = by_abstract
        self._cards = _Cards()
        self._ids = Digests()
        self._card_of_id = array("I")
        self._is_main = bytearray()
        self._texts = Digests()
        self._card_of_text = array("I")
        self._repeats: dict[_Place, _Repeat] = {}
        self._later: set[_Place] = set()
        self._unnamed: set[_Place] = set()

    @property
    def papers(self) -> int:
        """How many different papers were added."""
        return len(self._cards)

    @property
    def duplicates(self) -> int:
        """How many of the papers added repeat an earlier one."""
        return len(self._later)

    @property
    def sources(self) -> int:
        """How many papers were added."""
        return self.papers + self.duplicates

    def identities(self) -> Identities:
        """Return what a second reading needs; the index itself may then be dropped."""
        return Identities(dict(self._repeats), frozenset(self._later), frozenset(self._unnamed))

    def add(self, paper: Paper) -> bool:
        """Take in the next paper and return whether it is a new one.

        Raises:
            InputError: its id stands at another abstract; both places are named.
        """
        text = self._text(paper)
        if self._is_anothers(paper, text):
            self._unnamed.add(_place(paper))
            paper = _unnamed(paper)
        card = self._known(paper, text)
        if card is None:
            self._open(paper, text)
            return True
        self._join(card, paper)
        return False

    def _text(self, paper: Paper) -> int:
        """Return the number of the paper's abstract, from 1, or `_NO_TEXT`."""
        if not paper.abstract:
            return _NO_TEXT
        return self._texts.add(bytes.fromhex(digest(paper.abstract)[: 2 * Digests.WIDTH])) + 1

    def _is_anothers(self, paper: Paper, text: int) -> bool:
        """Return whether the paper goes by an id of its file alone that another paper of another file has."""
        if paper.local != paper.id:
            return False
        number = self._ids.find(_id_digest(paper.id))
        if number is None or not self._is_main[number]:
            return False
        card = self._card_of_id[number]
        elsewhere = self._cards.place(card)[0] != paper.sources[0].path
        return elsewhere and not self._is_one(card, paper, text)

    def _known(self, paper: Paper, text: int) -> int | None:
        """Return the card that the paper belongs to, if there is one."""
        number = self._ids.find(_id_digest(paper.id))
        if number is not None and self._is_main[number]:
            self._agree(self._card_of_id[number], paper, text)
            return self._card_of_id[number]
        names = paper.also if number is None else (paper.id, *paper.also)
        card = self._by_other_id(names, paper, text)
        if card is None:
            card = self._by_text(paper, text)
        if card is not None and _has_own_id(paper):
            self._name(card, paper)
        return card

    def _by_other_id(self, names: Iterable[str], paper: Paper, text: int) -> int | None:
        """Return the card that has one of the `names` of the paper for a further id, unless its abstract is another."""
        for other in names:
            number = self._ids.find(_id_digest(other))
            fits = self._is_one if other == paper.local else self._fits
            if number is not None and fits(self._card_of_id[number], paper, text):
                card = self._card_of_id[number]
                self._take_text(card, paper, text)
                return card
        return None

    def _by_text(self, paper: Paper, text: int) -> int | None:
        """Return the card that has the paper's abstract, unless both have ids that part them."""
        if text == _NO_TEXT or text > len(self._card_of_text):
            return None
        card = self._card_of_text[text - 1]
        nameless = not _has_own_id(paper) or self._cards.lacks(card, "id")
        elsewhere = self._cards.place(card)[0] != paper.sources[0].path
        return card if nameless or (elsewhere and self._by_abstract) else None

    def _agree(self, card: int, paper: Paper, text: int) -> None:
        """Let `card` have the text, or raise if it has another."""
        if self._fits(card, paper, text):
            self._take_text(card, paper, text)
            return
        first, second = (f"{path}:{position}" for path, position in (self._cards.place(card), _place(paper)))
        raise InputError(
            f"{first} and {second} (file:paper) give one id, {paper.id!r}, to different abstracts. "
            "Correct an id or leave one of the two out."
        )

    def _fits(self, card: int, paper: Paper, text: int) -> bool:
        known = self._cards.text[card]
        return _NO_TEXT in (text, known) or text == known or self._cards.loose[card] == _loose(paper.abstract)

    def _is_one(self, card: int, paper: Paper, text: int) -> bool:
        """Return whether the card has the paper's abstract or, where one has none, its title."""
        if _NO_TEXT in (text, self._cards.text[card]):
            return self._cards.title[card] == _title(paper) != 0
        return self._fits(card, paper, text)

    def _take_text(self, card: int, paper: Paper, text: int) -> None:
        if self._cards.text[card] == _NO_TEXT and text != _NO_TEXT:
            self._cards.text[card] = text
            self._cards.loose[card] = _loose(paper.abstract)
            self._let_stand_for(text, card)

    def _open(self, paper: Paper, text: int) -> None:
        card = self._cards.open(paper, text)
        self._name(card, paper)
        if text != _NO_TEXT:
            self._let_stand_for(text, card)

    def _name(self, card: int, paper: Paper) -> None:
        """Let the paper's ids lead to `card`; a further id that leads to another card already stays with it."""
        for name in (paper.id, *paper.also):
            number = self._ids.add(_id_digest(name))
            if number == len(self._card_of_id):
                self._card_of_id.append(card)
                self._is_main.append(name == paper.id)
            elif name == paper.id and not self._is_main[number]:
                self._card_of_id[number] = card
                self._is_main[number] = True

    def _let_stand_for(self, text: int, card: int) -> None:
        """Let papers without an id of their own join `card` by this text, unless an earlier card has it."""
        if text > len(self._card_of_text):
            self._card_of_text.append(card)

    def _join(self, card: int, paper: Paper) -> None:
        first = self._cards.place(card)
        repeat = self._repeats.setdefault(first, _Repeat([first]))
        repeat.places.append(_place(paper))
        repeat.adopted |= self._cards.adopt(card, paper)
        self._later.add(_place(paper))


class _Cards:
    """What the index must know of each card, in columns: where it was met first, its text, what it lacks."""

    def __init__(self) -> None:
        self.text = array("I")
        self.loose = array("Q")
        self.title = array("Q")
        self._paths: list[str] = []
        self._path = array("I")
        self._position = array("I")
        self._lacking = bytearray()

    def __len__(self) -> int:
        return len(self.text)

    def open(self, paper: Paper, text: int) -> int:
        """Return the number of a new card."""
        path, position = _place(paper)
        if not self._paths or self._paths[-1] != path:
            self._paths.append(path)
        self.text.append(text)
        self.loose.append(_loose(paper.abstract) if text else 0)
        self.title.append(_title(paper))
        self._path.append(len(self._paths) - 1)
        self._position.append(position)
        self._lacking.append(_lacking(paper))
        return len(self) - 1

    def place(self, card: int) -> _Place:
        """Return where the card was met first."""
        return self._paths[self._path[card]], self._position[card]

    def lacks(self, card: int, fact: str) -> bool:
        """Return whether no paper of the card had this fact so far."""
        return bool(self._lacking[card] >> _FACTS.index(fact) & 1)

    def adopt(self, card: int, paper: Paper) -> dict[str, Any]:
        """Return the facts that the paper has and the card lacked until now."""
        lacking = self._lacking[card]
        self._lacking[card] &= _lacking(paper)
        gained = lacking ^ self._lacking[card]
        return {name: getattr(paper, name) for bit, name in enumerate(_FACTS) if gained >> bit & 1}


def _place(paper: Paper) -> _Place:
    source = paper.sources[0]
    return source.path, source.position


def _id_digest(name: str) -> bytes:
    """Return the digest of an id; a DOI is the same in any case."""
    same = name.lower() if name.startswith("doi:") else name
    return hashlib.sha256(same.encode()).digest()[: Digests.WIDTH]


def _loose(abstract: str) -> int:
    """Return a digest of the letters and digits alone: dashes, quotes and case do not make another text."""
    return int.from_bytes(hashlib.sha256(letters(abstract)).digest()[:8], "little")


def _title(paper: Paper) -> int:
    return _loose(paper.title) if paper.title and paper.local else 0


def _unnamed(paper: Paper) -> Paper:
    """Return the paper without the id that another one has."""
    return paper.model_copy(update={"id": paper_id(None, paper.abstract, paper.title, paper.sources[0])})


def _has_own_id(paper: Paper) -> bool:
    return not paper.id.startswith("abs:")


def _lacking(paper: Paper) -> int:
    """Return a bit for each of `_FACTS` that the paper does not have."""
    mask = 0 if _has_own_id(paper) else 1
    for bit, name in enumerate(_FACTS[1:], start=1):
        if not getattr(paper, name):
            mask |= 1 << bit
    return mask
