"""The papers of a run, cut into files of a few hundred: what one worker takes at a time.

Which papers are one has been decided before, over all inputs. What is left to see here is that two
papers with ids of their own may have one abstract: it is asked about once, so the later one is marked.
"""

from __future__ import annotations

from array import array
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from pipeline.digests import Digests
from pipeline.paper import BrokenRecord, Paper
from pipeline.record import Record
from pipeline.write import line, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


class Given(Record):
    """A line of a shard.

    Attributes:
        read: the paper, or the record that cannot be read.
        missing: why the paper has no abstract, which a paper does not write of itself.
        first: the number, over all shards and from 0, of the earlier paper with the same abstract.
    """

    read: Paper | BrokenRecord
    missing: str | None = None
    first: int | None = None

    @property
    def record(self) -> Paper | BrokenRecord:
        """What was read, whole."""
        return self.read.model_copy(update={"missing": self.missing}) if isinstance(self.read, Paper) else self.read


class Repeats:
    """Finds papers with the abstract of an earlier one, at about 40 bytes a paper."""

    def __init__(self) -> None:
        self._texts = Digests()
        self._numbers = array("Q")

    def first(self, number: int, abstract: str) -> int | None:
        """Take in paper `number` and return that of the first one with its abstract, if there was one."""
        text = self._texts.add(sha256(abstract.encode()).digest()[: Digests.WIDTH])
        if text < len(self._numbers):
            return self._numbers[text]
        self._numbers.append(number)
        return None


def cut(records: Iterable[Paper | BrokenRecord], folder: Path, size: int, repeats: Repeats | None) -> Iterator[bytes]:
    """Write `records` into shards of `size` and yield the content of each.

    Args:
        records: in input order.
        folder: where the shards go.
        size: records a shard.
        repeats: finds equal abstracts, null where each paper is worked on by itself.

    Raises:
        MachineError: the folder cannot be written.
    """
    given = _given(records, repeats)
    for number, rows in enumerate(iter(lambda: tuple(islice(given, size)), ())):
        content = b"".join(map(line, rows))
        write_file(shard(folder, number), content)
        yield content


def shard(folder: Path, number: int) -> Path:
    """Return where shard `number` stands."""
    return folder / f"{number:08}.shard.jsonl"


def read_shard(content: bytes) -> Iterator[Given]:
    """Yield the lines of a shard."""
    return map(Given.model_validate_json, content.splitlines())


def _given(records: Iterable[Paper | BrokenRecord], repeats: Repeats | None) -> Iterator[Given]:
    for number, record in enumerate(records):
        if isinstance(record, BrokenRecord):
            yield Given(read=record)
            continue
        first = repeats.first(number, record.abstract) if repeats and record.abstract.strip() else None
        yield Given(read=record, missing=record.missing, first=first)
