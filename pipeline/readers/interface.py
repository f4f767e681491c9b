"""What every input format is to the rest of the house.

A new format is one new module beside this one with a `READER` in it; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Protocol, runtime_checkable

from pipeline.paper import Paper

HEAD_BYTES = 65_536
"""How much of a file's beginning a reader sees when it is asked whether the file is its own."""


@runtime_checkable
class Reader(Protocol):
    """One input format.

    Attributes:
        name: What `--format` calls it.
        suffixes: Suffixes that such files usually have, in lower case and with the dot.
        general: Whether it would take almost any text. Such a reader is asked last, and takes
            from a directory only what has one of its suffixes.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - see the class
    @property
    def suffixes(self) -> tuple[str, ...]: ...  # noqa: D102 - see the class
    @property
    def general(self) -> bool: ...  # noqa: D102 - see the class

    def recognises(self, head: bytes, name: str) -> bool:
        """Return whether a file is of this format, by its first `HEAD_BYTES` and, in doubt, its name."""
        ...

    def read(self, stream: BinaryIO, path: str) -> Iterator[Paper]:
        """Yield the papers of a file in its order, holding few of them at a time.

        Args:
            stream: The file from its beginning; seekable.
            path: What `Source.path` and messages call it.

        Yields:
            Papers with an id (`pipeline.identity.paper_id`), one source each, whose positions
            count from 1 the papers of this file; `abstract` is empty where it is missing.

        Raises:
            InputError: the file is not what it should be; says where, and what mends it.
        """
        ...
