"""Which edition of Claimsheet, and of what it stands on, makes a card: what was made by another is made again."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARIES = ("pydantic", "pydantic-core", "rapidfuzz", "sentencex")
"""Those whose words, spans and scores are on a card that a model's reply fills."""


_INSTALLED = (".dist-info", ".egg-info")
"""Folders whose names are those of a distribution and its release."""


@cache
def edition() -> str:
    """Return 32 hex digits that change with any byte of our own files, and with the release of a library or Python.

    All files of the package count, not those alone that make cards: a list of these could lack one.
    """
    parts = [platform.python_version(), *(f"{name} {version(name)}" for name in LIBRARIES)]
    return fingerprint(Path(__file__).parent, parts)


@cache
def surroundings() -> str:
    """Return 32 hex digits that change with our edition, and with the release of anything installed beside it.

    A reader may stand on any of it, and on what that stands on; to list the names of all takes a millisecond.
    """
    folders = {folder for folder in sys.path if os.path.isdir(folder)}  # noqa: PTH112 - as quick as can be
    names = {name for folder in folders for name in os.listdir(folder) if name.endswith(_INSTALLED)}  # noqa: PTH208
    return sha256("\n".join([edition(), *sorted(names)]).encode()).hexdigest()[:32]


def fingerprint(folder: Path, parts: list[str]) -> str:
    """Return 32 hex digits of `parts`, and of the names and bytes of the files in `folder`."""
    found = sha256("\n".join(parts).encode())
    for path in _files(folder):
        content = path.read_bytes()
        found.update(f"\n{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()[:32]


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a fixed order, without what Python writes beside them."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name != "__pycache__":
            yield from _files(path)
        elif path.is_file():
            yield path
