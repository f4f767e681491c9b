"""Which edition of Claimsheet, and of what it stands on, makes a card: what was made by another is made again."""

from __future__ import annotations

import os
import platform
import re
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution, version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARIES = ("pydantic", "pydantic-core", "rapidfuzz", "sentencex")
"""Those whose words, spans and scores are on a card that a model's reply fills."""


_VERSION = re.compile(r"^Version: (\S+)$", re.MULTILINE)
_INSTALLED = (".dist-info", ".egg-info")
"""Folders whose names are those of a distribution and its release."""


@cache
def edition() -> str:
    """Return 32 hex digits that change with any byte of our own files, and with the release of a library or Python.

    All files of the package count, not those alone that make cards: a list of these could lack one.
    """
    parts = [platform.python_version(), *(f"{name} {release(name)}" for name in LIBRARIES)]
    return fingerprint(Path(__file__).parent, parts)


@cache
def surroundings() -> str:
    """Return 32 hex digits that change with our edition, and with the release of anything installed beside it.

    A reader may stand on any of it, and on what that stands on; to list the names of all takes a millisecond.
    """
    folders = {folder for folder in sys.path if os.path.isdir(folder)}  # noqa: PTH112 - as quick as can be
    names = {name for folder in folders for name in os.listdir(folder) if name.endswith(_INSTALLED)}  # noqa: PTH208
    return sha256("\n".join([edition(), *sorted(names)]).encode()).hexdigest()[:32]


def release(name: str) -> str:
    """Return the release of a library that is installed.

    It is what `importlib.metadata.version` returns; that loads a parser of mails first, and takes ten times as long.

    Raises:
        PackageNotFoundError: there is none of this name.
    """
    told = _VERSION.search(distribution(name).read_text("METADATA") or "")
    return told[1] if told else version(name)


def fingerprint(folder: Path, parts: list[str]) -> str:
    """Return 32 hex digits of `parts`, and of the names and bytes of the files in `folder`."""
    found = sha256("\n".join(parts).encode())
    for name, path in _files(folder, ""):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as quick as can be, for some hundred files
            content = file.read()
        found.update(f"\n{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:32]


def _files(folder: str | Path, within: str) -> Iterator[tuple[str, str]]:
    """Yield names and paths of the files in a fixed order, without what Python writes beside them."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path, f"{within}{entry.name}/")
            elif entry.is_file():
                yield f"{within}{entry.name}", entry.path
