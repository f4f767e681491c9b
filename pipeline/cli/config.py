"""Settings from files: `claimsheet.toml`, or `[tool.claimsheet]` in `pyproject.toml`, or a file that --config names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from pipeline.errors import UsageError

_FOUND = ("claimsheet.toml", "pyproject.toml")

_CHOSEN_ONLY = frozenset({"base_url", "provider", "store"})
"""Where keys, abstracts and answers go is for the user to say: a file that just lies in the folder may not."""


def settings(named: Path | None, known: Mapping[str, bool]) -> dict[str, bool | str]:
    """Return the settings of the file `named`, else of the first in this folder that has any.

    Values are given as they would be typed, but for switches, so that the command line judges both alike.

    Args:
        named: the file that the user chose, if any.
        known: the options that can be set, and whether each is a switch.

    Raises:
        UsageError: the file is no TOML, or sets something that is no option, or not of its kind.
    """
    if named is not None:
        return _checked(named, _table(named), known)
    for name in _FOUND:
        path = Path(name)
        table = _table(path) if path.is_file() else {}
        if table:
            return _without_destinations(path, _checked(path, table, known))
    return {}


def _table(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - where there is no such file, --help does without

    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: cannot be read as TOML ({error}).") from error
    own = (
        content.get("tool", {}).get("claimsheet", {}) if "tool" in content or path.name == "pyproject.toml" else content
    )
    if not isinstance(own, dict):
        raise UsageError(f"{path}: 'claimsheet' is no table. Write [tool.claimsheet] and settings below it.")
    return {name.replace("-", "_"): value for name, value in own.items()}


def _checked(path: Path, table: dict[str, Any], known: Mapping[str, bool]) -> dict[str, bool | str]:
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise UsageError(f"{path}: no setting is called {unknown[0]!r}. Known: {', '.join(sorted(known))}.")
    return {name: _typed(path, name, value, is_switch=known[name]) for name, value in table.items()}


def _typed(path: Path, name: str, value: object, *, is_switch: bool) -> bool | str:
    """Return a setting as it would be typed; what could be none of its kind is refused."""
    if is_switch and isinstance(value, bool):
        return value
    if is_switch:
        raise UsageError(f"{path}: {name} is a switch. Write {name} = true or {name} = false.")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise UsageError(f"{path}: {name} takes a number or a text. Write {name} = VALUE.")
    return str(value)


def _without_destinations(path: Path, table: dict[str, bool | str]) -> dict[str, bool | str]:
    for name in sorted(_CHOSEN_ONLY & set(table)):
        told = f"{path}: {name} is ignored; an address counts only from the command line, the environment, "
        typer.echo(f"claimsheet: {told}or a file named with --config.", err=True)
    return {name: value for name, value in table.items() if name not in _CHOSEN_ONLY}
