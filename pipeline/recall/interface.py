"""What a place where answers are kept can do: rows of bytes under text keys, durable when a call returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from contextlib import AbstractContextManager


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


class Store(Protocol):
    """Keeps bytes under keys; evicts nothing and reads nothing but bytes.

    Every method raises MachineError where the place cannot be used.
    """

    @property
    def name(self) -> str:
        """What to call it before a person; no password stands in it."""

    @property
    def bytes_on_disk(self) -> int:
        """How much room it takes."""

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """Return what is kept under those of `keys` that are known."""

    def put(self, key: str, value: bytes, about: str | None) -> None:
        """Keep `value`, with a word `about` it; when this returns, outside of `together`, it is on disk."""

    def together(self) -> AbstractContextManager[None]:
        """Make one transaction of what is put and dropped in the block: all of it on disk at its end, or nothing."""

    def drop(self, keys: Iterable[str]) -> int:
        """Forget what is kept under `keys`, all of it or nothing, and return how many there were."""

    def rows(self) -> Iterator[Row]:
        """Yield what is kept, oldest first, without its values; sizes are those of the stored bytes."""

    def close(self) -> None:
        """Let go of it."""
