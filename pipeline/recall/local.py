"""Answers in a folder of this machine, by diskcache.

diskcache unpickles what it reads by default, so a planted file could run code (CVE-2025-69872).
Nothing here is ever pickled: keys are text, values are bytes, and a row of any other kind is
refused.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import diskcache
from diskcache.core import DBNAME, MODE_RAW, UNKNOWN

from pipeline.errors import MachineError
from pipeline.recall.bulk import Foreign, bulk_reader, read_only, set_all
from pipeline.recall.interface import Row

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

_OWNER_ONLY = 0o700
_NEVER_A_FILE = 2**31
_MANY = 4  # keys; for fewer diskcache's own way is as quick
_ROWS = """
    SELECT CAST(key AS TEXT), coalesce(length(value), 0), CAST(store_time AS REAL),
           CASE typeof(tag) WHEN 'text' THEN tag END
    FROM Cache WHERE raw = 1 ORDER BY store_time, key
"""
_ON_DISK = 2  # SQLite's synchronous=FULL: a commit has reached the disk when it returns


_FAULTS = (OSError, sqlite3.Error, diskcache.Timeout, Foreign)
_FOREIGN_SETTINGS = (
    TypeError,
    ValueError,
    AttributeError,
)  # diskcache over settings not its own


class _BytesDisk(diskcache.Disk):  # type: ignore[misc]
    """A disk on which text keys and bytes values are all there is."""

    def put(self, key: Any) -> tuple[Any, bool]:  # noqa: ANN401 - diskcache's own signature
        if not isinstance(key, str):
            raise TypeError(f"a key is text, not {type(key).__name__}")
        return key, True

    def get(self, key: Any, raw: bool) -> Any:  # noqa: ANN401, FBT001 - diskcache's own signature
        if not raw or not isinstance(key, str):
            raise Foreign("it holds a key that Claimsheet did not write")
        return key

    def store(self, value: Any, read: bool, key: Any = UNKNOWN) -> Any:  # noqa: ANN401, FBT001
        if not isinstance(value, bytes):
            raise TypeError(f"a value is bytes, not {type(value).__name__}")
        return super().store(value, read, key=key)

    def fetch(self, mode: int, filename: Any, value: Any, read: bool) -> Any:  # noqa: ANN401, FBT001
        if mode != MODE_RAW:
            raise Foreign("it holds a row that Claimsheet did not write")
        return super().fetch(mode, filename, value, read)

    def remove(self, file_path: str) -> None:
        """Do nothing: no value is in a file, and a planted row could name any."""


def is_made(folder: Path) -> bool:
    """Return whether anything was ever kept in `folder`."""
    return (folder / str(DBNAME)).is_file()


class LocalStore:
    """A folder of this machine; see `pipeline.recall.interface.Store`.

    Args:
        folder: made when missing, readable by its owner alone.

    Raises:
        MachineError: the folder cannot be made, or its store is not readable.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._gathered: dict[str, tuple[bytes, str | None]] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=_OWNER_ONLY)
            # The folder may be an old one that others can enter; what is in the database they cannot read.
            (folder / DBNAME).touch(mode=_OWNER_ONLY & 0o666)
            # The policy is set again on an old folder: diskcache's default drops answers past 1 GiB.
            self._cache = diskcache.Cache(
                str(folder),
                disk=_BytesDisk,
                # All values stay inside the database: a planted row can then name no other file.
                disk_min_file_size=_NEVER_A_FILE,
                eviction_policy="none",
                cull_limit=0,
                size_limit=2**60,
                sqlite_synchronous=_ON_DISK,
            )
            self._bulk = bulk_reader(folder / DBNAME)
        except (*_FAULTS, *_FOREIGN_SETTINGS) as error:
            raise self._broken(error) from error

    @property
    def name(self) -> str:
        """The folder."""
        return str(self._folder)

    @property
    def bytes_on_disk(self) -> int:
        """The size of the database and its journals."""
        return sum(file.stat().st_size for file in self._folder.glob(f"{DBNAME}*"))

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """Return what is kept under those of `keys` that are known."""
        with self._told():
            self._write_gathered()
            if self._bulk and len(keys) >= _MANY:
                return self._bulk.get(keys)
            found = ((key, self._cache.get(key)) for key in keys)
            return {key: value for key, value in found if isinstance(value, bytes)}

    def put(self, key: str, value: bytes, about: str | None) -> None:
        """Keep `value` on disk."""
        if self._gathered is not None:
            self._gathered[key] = value, about
            return
        with self._told():
            self._cache.set(key, value, tag=about)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make one transaction of the block."""
        with self._told(), self._cache.transact():
            self._write_gathered()
            self._gathered = {} if self._bulk else None
            try:
                yield
                self._write_gathered()
            finally:
                self._gathered = None

    def drop(self, keys: Iterable[str]) -> int:
        """Forget what is kept under `keys`."""
        with self._told(), self._cache.transact():
            self._write_gathered()
            return sum(self._cache.delete(key) for key in keys)

    def rows(self) -> Iterator[Row]:
        """Yield what is kept, oldest first, without its values."""
        # diskcache tells neither size nor age nor label without reading the value too.
        with self._told(), closing(read_only(self._folder / DBNAME)) as base:
            yield from (Row(*told) for told in base.execute(_ROWS))

    def close(self) -> None:
        """Let go of the database."""
        if self._bulk:
            self._bulk.close()
        self._cache.close()

    def _write_gathered(self) -> None:
        if self._gathered:
            set_all(self._cache, ((key, *kept) for key, kept in self._gathered.items()))
            self._gathered.clear()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except _FAULTS as error:
            raise self._broken(error) from error

    def _broken(self, error: Exception) -> MachineError:
        reason = "another process holds it" if isinstance(error, diskcache.Timeout) else error
        return MachineError(
            f"{self._folder}: the cache cannot be used ({reason}). Free or repair it, or name another with --cache-dir."
        )
