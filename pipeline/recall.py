"""The door to the cache: bytes under a key, such as raw replies under the key of exactly what was asked.

diskcache unpickles what it reads by default, so a planted file could run code (CVE-2025-69872).
Nothing here is ever pickled: keys are text, values are bytes behind a checksum, and a row of any
other kind is refused.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import diskcache
import platformdirs
from diskcache.core import DBNAME, MODE_RAW, UNKNOWN

from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CHECKSUM_SIZE = 16
_OWNER_ONLY = 0o700
_NEVER_A_FILE = 2**31
_ROWS = f"""
    SELECT CAST(key AS TEXT), max(0, coalesce(length(value), 0) - {_CHECKSUM_SIZE}), CAST(store_time AS REAL),
           CASE typeof(tag) WHEN 'text' THEN tag END
    FROM Cache WHERE raw = 1 ORDER BY store_time, key
"""  # noqa: S608 - the one thing put in is a constant
_ON_DISK = 2  # SQLite's synchronous=FULL: a commit has reached the disk when it returns


class _Foreign(Exception):  # noqa: N818 - a finding
    """Something that Claimsheet did not write."""


_FAULTS = (OSError, sqlite3.Error, diskcache.Timeout, _Foreign)
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
            raise _Foreign("it holds a key that Claimsheet did not write")
        return key

    def store(self, value: Any, read: bool, key: Any = UNKNOWN) -> Any:  # noqa: ANN401, FBT001
        if not isinstance(value, bytes):
            raise TypeError(f"a value is bytes, not {type(value).__name__}")
        return super().store(value, read, key=key)

    def fetch(self, mode: int, filename: Any, value: Any, read: bool) -> Any:  # noqa: ANN401, FBT001
        if mode != MODE_RAW:
            raise _Foreign("it holds a row that Claimsheet did not write")
        return super().fetch(mode, filename, value, read)

    def remove(self, file_path: str) -> None:
        """Do nothing: no value is in a file, and a planted row could name any."""


class Row(NamedTuple):
    """What is known of a kept value without reading it.

    Attributes:
        size: bytes of the value.
        kept_at: seconds since 1970.
        about: what was written beside it.
    """

    key: str
    size: int
    kept_at: float
    about: str | None


def default_folder() -> Path:
    """Return the cache of the checkout that the code runs from, else the user's own."""
    checkout = Path(__file__).parents[1] / "cache"
    return checkout if (checkout / "README.md").is_file() else platformdirs.user_cache_path("claimsheet")


class Recall:
    """Answers kept on disk, shared by every run that names the same folder.

    Args:
        folder: made when missing, readable by its owner alone.

    Raises:
        MachineError: the folder cannot be made, or its store is not readable.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=_OWNER_ONLY)
            # The folder may be an old one that others can enter; what is in the database they cannot read.
            (folder / DBNAME).touch(mode=_OWNER_ONLY & 0o666)
            # The policy is set again on an old folder: diskcache's default drops answers past 1 GiB.
            self._store = diskcache.Cache(
                str(folder),
                disk=_BytesDisk,
                # All values stay inside the database: a planted row can then name no other file.
                disk_min_file_size=_NEVER_A_FILE,
                eviction_policy="none",
                cull_limit=0,
                size_limit=2**60,
                sqlite_synchronous=_ON_DISK,
            )
        except (*_FAULTS, *_FOREIGN_SETTINGS) as error:
            raise self._broken(error) from error

    def lookup(self, key: str) -> bytes | None:
        """Return what is kept under exactly this key."""
        try:
            kept = self._store.get(key)
        except _FAULTS as error:
            raise self._broken(error) from error
        if not isinstance(kept, bytes):
            return None
        checksum, value = kept[:_CHECKSUM_SIZE], kept[_CHECKSUM_SIZE:]
        # A value that is not what was kept is as good as none: the paper is asked again.
        return value if checksum == _checksum(key, value) else None

    def keep(self, key: str, value: bytes, about: str | None = None) -> None:
        """Keep `value`, with a word `about` it beside it; when this returns it is on disk."""
        try:
            self._store.set(key, _checksum(key, value) + value, tag=about)
        except _FAULTS as error:
            raise self._broken(error) from error

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep what is kept in the block with one wait for the disk: all of it, or nothing where it breaks off."""
        try:
            with self._store.transact():
                yield
        except _FAULTS as error:
            raise self._broken(error) from error

    def rows(self) -> Iterator[Row]:
        """Yield what is kept, oldest first, without its values."""
        try:
            # diskcache tells neither size nor age nor label without reading the value too.
            with closing(sqlite3.connect(f"{(self._folder / DBNAME).absolute().as_uri()}?mode=ro", uri=True)) as base:
                yield from (Row(*told) for told in base.execute(_ROWS))
        except _FAULTS as error:
            raise self._broken(error) from error

    def drop(self, keys: Iterable[str]) -> int:
        """Forget what is kept under `keys`, all of it or nothing, and return how many there were."""
        try:
            with self._store.transact():
                return sum(self._store.delete(key) for key in keys)
        except _FAULTS as error:
            raise self._broken(error) from error

    @property
    def folder(self) -> Path:
        """Where it is all kept."""
        return self._folder

    @property
    def bytes_on_disk(self) -> int:
        """The size of the database and its journals."""
        return sum(file.stat().st_size for file in self._folder.glob(f"{DBNAME}*"))

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _broken(self, error: Exception) -> MachineError:
        reason = "another process holds it" if isinstance(error, diskcache.Timeout) else error
        return MachineError(
            f"{self._folder}: the cache cannot be used ({reason}). Free or repair it, or name another with --cache-dir."
        )


def _checksum(key: str, value: bytes) -> bytes:
    return hashlib.sha256(key.encode() + value).digest()[:_CHECKSUM_SIZE]
