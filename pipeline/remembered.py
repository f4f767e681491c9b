"""What reading a list came to, so that a run over the very same files need not read them again.

The method is that of ccache's direct mode (the manual of ccache, "How ccache works"): what the user named leads to a
manifest, and where every file has the digest that stands in it, the result is taken without the work that it took.
Here the names of the files and the manner of reading lead to a note, so that a list that changes takes the place of
what it was before.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import astuple, dataclass
from hashlib import file_digest, sha256
from typing import TYPE_CHECKING

from pipeline.cycles import made_to_stay
from pipeline.edition import surroundings
from pipeline.errors import MachineError
from pipeline.exchange import canonical
from pipeline.nearness import NearDuplicate
from pipeline.notes import Note
from pipeline.paper import BrokenRecord, Paper
from pipeline.readers import FileFacts, Papers
from pipeline.readers.compression import frame, unframed
from pipeline.recall import Recall, is_made
from pipeline.record import Record, json_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from pipeline.readers import Found, Manner

MOST = 64 * 2**20
"""Bytes of the files, and of the papers in them: more is read anew each time, and not held."""

_UNWRITTEN = {name: field.default for name, field in Paper.model_fields.items() if field.exclude}
_BROKEN = b'{"source"'


class _Head(Record):
    """What a note says beside the records.

    Attributes:
        made_of: what the reading stood on, as 64 hex digits.
        files: what was read from each file.
        near: the pairs of papers that are nearly the same.
    """

    made_of: str
    files: tuple[FileFacts, ...]
    near: tuple[NearDuplicate, ...]


@dataclass(frozen=True)
class Remembered(Papers):
    """Papers that an earlier run has read."""

    files: tuple[FileFacts, ...]
    are_held = True
    _found: tuple[Found, ...]
    _near: tuple[NearDuplicate, ...]
    _records: tuple[Paper | BrokenRecord, ...]

    def near_duplicates(self) -> tuple[NearDuplicate, ...]:
        """Return the pairs of papers that are nearly the same; see `Papers`."""
        return self._near

    def records(self) -> Generator[Paper | BrokenRecord, None, None]:
        """Yield the papers and the records that cannot be read; see `Papers`."""
        left = iter(self._records)
        for found, facts in zip(self._found, self.files, strict=True):
            found.check()
            for _ in range(facts.records):
                yield next(left)
            found.check()


class Recollection:
    """What is remembered of the reading of some files, in some manner.

    Whatever stands in the way of it is no fault: the files are read then.

    Args:
        found: the files.
        manner: in which they are read.
        folder: where answers are kept; null: nothing is remembered.
    """

    def __init__(self, found: Sequence[Found], manner: Manner, folder: Path | None) -> None:
        self._found = tuple(found)
        self._manner = manner
        self._folder = folder
        small = sum(size for _, (size, _) in self._found) <= MOST
        # Taken before the files are read: what is kept then is of files that did not change meanwhile.
        self._made_of = self._digest() if folder is not None and small else None

    def papers(self) -> Remembered | None:
        """Return the papers as an earlier run has read them; null where anything is not as it was."""
        if self._folder is None or not is_made(self._folder) or self._made_of is None:
            return None
        with suppress(MachineError), Recall(self._folder) as recall:
            note = recall.lookup(self._key)
            # A note of another release, or of nobody's, is as good as none.
            with suppress(ValueError):
                return self._unpacked(note) if note else None
        return None

    def keep(self, papers: Papers, near: tuple[NearDuplicate, ...]) -> None:
        """Let later runs know `papers` and the pairs of them that are `near`, if these are few and read just now.

        Raises:
            InputError: a file has changed since.
        """
        if self._folder is None or self._made_of is None or isinstance(papers, Remembered) or not papers.are_held:
            return
        body = b"\n".join(map(_line, papers.records()))
        if len(body) > MOST or self._digest() != self._made_of:
            return
        head = _Head(made_of=self._made_of, files=papers.files, near=near)
        with suppress(MachineError), Recall(self._folder) as recall:
            recall.keep(self._key, json_of(head) + b"\n" + frame(body))

    @property
    def _key(self) -> str:
        named = [found.file.label for found in self._found]
        return Note.READING.key(sha256(canonical([named, *astuple(self._manner)])).hexdigest())

    def _digest(self) -> str | None:
        """Return what the papers are made of, as 64 hex digits; null where it cannot be read."""
        files = [found.file for found in self._found]
        try:
            digests = {path: _file_digest(path) for path in {file.path for file in files}}
            # The reader of a file is chosen by its name too, which the copy of a stream does not have.
            made = [[f.label, f.spool is None, f.listed, f.member, digests[f.path]] for f in files]
            return sha256(canonical([surroundings(), made])).hexdigest()
        except OSError:  # whoever reads the file says so
            return None

    def _unpacked(self, note: bytes) -> Remembered | None:
        told, _, body = note.partition(b"\n")
        head = _Head.model_validate_json(told)
        if head.made_of != self._made_of:
            return None
        with made_to_stay():
            records = tuple(map(_record, unframed(body, MOST).split(b"\n")))
        counts = [facts.records for facts in head.files]
        if len(counts) != len(self._found) or sum(counts) != len(records) or min(counts) < 0:
            return None
        return Remembered(head.files, self._found, head.near, records)


def _line(record: Paper | BrokenRecord) -> bytes:
    """Return a record as JSON that holds, unlike a card's, what is not written of a paper."""
    told = json_of(record)
    beside = {name: value for name, usual in _UNWRITTEN.items() if (value := getattr(record, name, usual)) != usual}
    return told[:-1] + b"," + json.dumps(beside).encode()[1:] if beside else told


def _record(line: bytes) -> Paper | BrokenRecord:
    kind = BrokenRecord if line.startswith(_BROKEN) else Paper
    return kind.model_validate_json(line)


def _file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
