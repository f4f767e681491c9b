"""What is promised of answers wherever they are kept: each behind a checksum, found in bulk, never evicted."""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Self

import platformdirs

from pipeline.recall.interface import Row
from pipeline.recall.local import LocalStore
from pipeline.recall.postgres import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pipeline.recall.interface import Store

_CHECKSUM_SIZE = 16
_HELD = 4_096
"""Keys read ahead: of some 700 papers, with what stands beside them; more than are asked about at once."""


def default_folder() -> Path:
    """Return the cache of the checkout that the code runs from, else the user's own."""
    checkout = Path(__file__).parents[2] / "cache"
    return checkout if (checkout / "README.md").is_file() else platformdirs.user_cache_path("claimsheet")


def place_of(store: str | None, folder: Path | None) -> Path | str:
    """Return where answers are kept: in the shared `store`, else in the `folder`, else in the usual one."""
    return store or folder or default_folder()


class Recall:
    """Answers that are kept, shared by every run that names the same place.

    Args:
        place: a folder, made when missing, readable by its owner alone; or the URL of a PostgreSQL database.

    Raises:
        UsageError: the URL is none, or what it needs is not installed.
        MachineError: the place cannot be used; every method raises it too.
    """

    def __init__(self, place: Path | str) -> None:
        self._store: Store = LocalStore(place) if isinstance(place, Path) else PostgresStore(place)
        self._ahead: dict[str, bytes | None] = {}

    def lookup(self, key: str) -> bytes | None:
        """Return what is kept under exactly this key."""
        if key in self._ahead:
            return self._ahead.pop(key)
        return self.lookup_all([key]).get(key)

    def lookup_all(self, keys: Collection[str]) -> dict[str, bytes]:
        """Return what is kept under those of `keys` that are known, by one question to the store."""
        return {key: value for key, _, value in self._whole(keys)}

    def checksums(self, keys: Collection[str]) -> dict[str, str]:
        """Return the `checksum` of what is kept under those of `keys` that are known, without what is kept there."""
        return {key: found.hex() for key, found, _ in self._whole(keys)}

    def read_ahead(self, keys: Collection[str], beside: Collection[str] = ()) -> None:
        """Look up `keys`, and those that stand `beside` them, for the lookups that follow soon; each is given once.

        No more is held than the last few thousand. What is not found of `keys` is looked up again when it is asked for,
        since another process may have kept it by then; what is not found beside them is taken not to be there.
        """
        self._ahead |= dict.fromkeys(beside) | self.lookup_all([*keys, *beside])
        self._forget(tuple(islice(self._ahead, max(0, len(self._ahead) - _HELD))))

    def keep(self, key: str, value: bytes, about: str | None = None) -> None:
        """Keep `value`, with a word `about` it beside it; when this returns it is on disk."""
        self._forget([key])
        self._store.put(key, _checksum(key, value) + value, about)

    def together(self) -> AbstractContextManager[None]:
        """Keep what is kept in the block with one wait for the disk: all of it, or nothing where it breaks off."""
        return self._store.together()

    def rows(self) -> Iterator[Row]:
        """Yield what is kept, oldest first, without its values."""
        for row in self._store.rows():
            yield row._replace(size=max(0, row.size - _CHECKSUM_SIZE))

    def drop(self, keys: Iterable[str]) -> int:
        """Forget what is kept under `keys`, all of it or nothing, and return how many there were."""
        gone = list(keys)
        self._forget(gone)
        return self._store.drop(gone)

    @property
    def name(self) -> str:
        """Where it is all kept, for a person."""
        return self._store.name

    @property
    def bytes_on_disk(self) -> int:
        """How much room it takes."""
        return self._store.bytes_on_disk

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _whole(self, keys: Collection[str]) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield key, checksum and value of what is kept."""
        # A value that is not what was kept is as good as none: the paper is asked again.
        kept = ((key, kept[:_CHECKSUM_SIZE], kept[_CHECKSUM_SIZE:]) for key, kept in self._store.get(keys).items())
        return ((key, found, value) for key, found, value in kept if found == _checksum(key, value))

    def _forget(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._ahead.pop(key, None)


def checksum(key: str, value: bytes) -> str:
    """Return what changes with any byte of a value, or with the key that it is kept under: 32 hex digits."""
    return _checksum(key, value).hex()


def _checksum(key: str, value: bytes) -> bytes:
    return hashlib.sha256(key.encode() + value).digest()[:_CHECKSUM_SIZE]
