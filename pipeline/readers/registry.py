"""Which reader takes a file: every module of this package that holds a `READER` is one."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import PurePath

from pipeline import readers
from pipeline.errors import UsageError
from pipeline.readers import foreign
from pipeline.readers.interface import Reader

_PROGRAMS = frozenset(
    {".bat", ".c", ".cff", ".cfg", ".cpp", ".css", ".go", ".h", ".ini", ".ipynb", ".java", ".js", ".lock", ".lua", ".m"}
    | {".php", ".pl", ".ps1", ".py", ".r", ".rb", ".rs", ".scss", ".sh", ".sql", ".toml", ".ts", ".tsx", ".vue"}
)
"""Suffixes of programs and of their settings, which may quote any format: in a directory they are no lists."""


@cache
def all_readers() -> tuple[Reader, ...]:
    """Return the readers in the order of asking: by rank and name, general ones last."""
    names = [module.name for module in pkgutil.iter_modules(readers.__path__, f"{readers.__name__}.")]
    modules = [import_module(name) for name in names]
    found = [reader for module in modules if isinstance(reader := getattr(module, "READER", None), Reader)]
    return tuple(sorted(found, key=lambda reader: (reader.general, reader.rank, reader.name)))


def reader_named(name: str) -> Reader:
    """Return the reader that `--format` names.

    Raises:
        UsageError: there is none of that name; says which there are.
    """
    for reader in all_readers():
        if reader.name == name:
            return reader
    known = ", ".join(sorted(reader.name for reader in all_readers()))
    raise UsageError(f"--format {name}: no such format. Choose one of: {known}.")


def reader_of_list(head: bytes, name: str) -> Reader | None:
    """Return the reader of a file met in a directory, or None where it is no list of papers."""
    if foreign.PAGE.match(head) or is_program(name):
        return None
    for reader in _by_suffix(name):
        if (not reader.general or has_suffix(reader, name)) and reader.recognises(head, name):
            return reader
    return None


def reader_of(head: bytes, name: str) -> Reader | None:
    """Return the reader of a file that was named, so is a list of some kind: by content, else by suffix."""
    candidates = _by_suffix(name)
    for reader in candidates:
        if not reader.general and reader.recognises(head, name):
            return reader
    prose = next((reader for reader in candidates if reader.general and reader.recognises(head, name)), None)
    if prose and has_suffix(prose, name):
        return prose
    # A spoilt file is best judged by the reader that it was meant for, and that asks least of it.
    meant = [reader for reader in candidates if has_suffix(reader, name)]
    return max(meant, key=lambda reader: reader.rank, default=prose)


def has_suffix(reader: Reader, name: str) -> bool:
    """Return whether a file's name ends as this format's files do."""
    return PurePath(name).suffix.lower() in reader.suffixes


def is_program(name: str) -> bool:
    """Return whether a file's name is that of a program or of its settings."""
    return PurePath(name).suffix.lower() in _PROGRAMS


def _by_suffix(name: str) -> list[Reader]:
    """Return all readers in the order of asking, those of the name's suffix first of their rank."""
    return sorted(all_readers(), key=lambda reader: (reader.general, reader.rank, not has_suffix(reader, name)))
