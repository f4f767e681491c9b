"""Finished cards, so that a run whose answers are all known need not make them again.

A card on the shelf is worth no more than what it was made of. It is taken only where the paper is the very same, where
the answer is still in the cache and the same to the byte, and where the very same code made it; anything else, and it
is made anew and put in its place. `claimsheet verify` asks no shelf.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pydantic_core import from_json

from pipeline.edition import edition
from pipeline.exchange import canonical
from pipeline.finished import Finished
from pipeline.notes import Note
from pipeline.origin import provenance_of
from pipeline.paper import Paper
from pipeline.recall import checksum
from pipeline.record import json_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.exchange import Reply
    from pipeline.prompt import Asking
    from pipeline.recall import Recall

_ROOM = 48_000_000  # bytes of rows that an estimate has looked up, held for the run that follows
_TOGETHER = 256  # cards that are put by at once: none of them is owed to anybody, so they share a wait for the disk


class Answered(NamedTuple):
    """The answer that a card was made of: the key of its request, its checksum in the cache, its output tokens."""

    key: str
    digest: str
    tokens: int | None

    @classmethod
    def by(cls, key: str, reply: Reply) -> Answered:
        """Return `reply` as the answer under `key`."""
        return cls(key, checksum(key, reply.raw), reply.completion.usage.output)


class Known(NamedTuple):
    """A card from the shelf.

    Attributes:
        finished: the card.
        answer: what it was made of.
        mark: what names the ask for its paper.
        repairable: a correction would be asked for, where the user wants any.
    """

    finished: Finished
    answer: Answered
    mark: str
    repairable: bool


class Shelf:
    """The cards of one form of the ask, each by its paper.

    Args:
        recall: where they are kept, beside the answers.
        form: in which papers are asked about.
    """

    def __init__(self, recall: Recall, form: Asking) -> None:
        self._recall = recall
        self._asking = form
        # All that goes into a request, but for the abstract.
        bare = form.request(Paper(id="", abstract="")).key
        self._form = canonical([bare, provenance_of(form).model_dump(mode="json")])
        self._ahead: dict[str, bytes] = {}
        self._room = _ROOM
        self._waiting: list[tuple[str, bytes, str]] = []

    def of(self, form: Asking) -> Shelf:
        """Return the shelf of `form`; another than this is begun when this is closed."""
        if form is self._asking or form == self._asking:
            return self
        self.close()
        return Shelf(self._recall, form)

    def known(self, papers: Sequence[Paper]) -> dict[str, Known]:
        """Return the cards of those of `papers` that are on the shelf and true, by the papers' ids."""
        rows = {paper.id: self._ahead.pop(paper.id) for paper in papers if paper.id in self._ahead}
        rows |= self._rows([paper for paper in papers if paper.id not in rows])
        read = ((paper.id, _read(rows[paper.id], paper)) for paper in papers if paper.id in rows)
        found = {name: known for name, known in read if known}
        true = self._as_they_were([known.answer for known in found.values()])
        return {name: known for name, known in found.items() if known.answer.key in true}

    def answered(self, papers: Sequence[Paper]) -> dict[str, int | None]:
        """Return the output tokens of the answers to those of `papers` that have a card on the shelf, by their ids.

        A card goes when its answer goes, so an estimate need not look at either. As far as there is room, the rows are
        held until they are asked for.
        """
        rows = self._rows(papers)
        self._room -= sum(map(len, rows.values()))
        if self._room >= 0:
            self._ahead |= rows
        made = ((name, from_json(row.partition(b"\n")[0])) for name, row in rows.items())
        return {name: tokens for name, (by, _, _, _, tokens, *_) in made if by == edition()}

    def _rows(self, papers: Sequence[Paper]) -> dict[str, bytes]:
        keys = {paper.id: self._key(paper) for paper in papers}
        rows = self._recall.lookup_all(tuple(keys.values()))
        return {name: rows[key] for name, key in keys.items() if key in rows}

    def put(self, paper: Paper, form: Asking, known: Known) -> None:
        """Put the card of `paper`, which was asked about in this `form`, by: at the latest when the shelf is closed."""
        value = _row(paper, known) if form is self._asking else None
        if value is not None:
            self._waiting.append((self._key(paper), value, known.answer.key))
        if len(self._waiting) >= _TOGETHER:
            self.close()

    def close(self) -> None:
        """Keep the cards that wait."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            with self._recall.together():
                for key, value, about in waiting:
                    self._recall.keep(key, value, about)

    def _key(self, paper: Paper) -> str:
        told = f"{paper.id}\n{paper.abstract}".encode(errors="surrogatepass")
        return Note.CARD.key(sha256(self._form + told).hexdigest())

    def _as_they_were(self, answers: Sequence[Answered]) -> set[str]:
        """Return the keys of those answers that are kept still, the same to the byte, of prompts that no server cut."""
        cuts = {Note.CUT.key(answer.key): answer.key for answer in answers}
        kept = self._recall.checksums([*(answer.key for answer in answers), *cuts])
        cut = {key for note, key in cuts.items() if note in kept}
        return {answer.key for answer in answers if answer.key not in cut and kept.get(answer.key) == answer.digest}


def _row(paper: Paper, known: Known) -> bytes | None:
    head, line = _head(paper), known.finished.line
    if not line.startswith(head):
        return None
    made = [edition(), _digest(head), *known.answer, known.mark, known.repairable]
    told = canonical([*made, known.finished.gains, known.finished.grounded])
    return told + b"\n" + line[len(head) :]


def _read(row: bytes, paper: Paper) -> Known | None:
    """Return the card that `row` holds, if it is of this very `paper` and made by this very edition."""
    told, _, rest = row.partition(b"\n")
    head = _head(paper)
    by, of, *made = from_json(told)
    if by != edition() or of != _digest(head):
        return None
    key, digest, tokens, mark, repairable, gains, grounded = made
    line = head + rest
    if line.find(b"\n") != len(line) - 1:  # no line of ours: one that was cut, or several
        return None
    return Known(Finished(line, gains, grounded), Answered(key, digest, tokens), mark, repairable)


def _head(paper: Paper) -> bytes:
    """Return what the line of a card begins with; the abstract stands here, and so not on the shelf."""
    return b'{"schema_version":1,"paper":' + json_of(paper)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]
