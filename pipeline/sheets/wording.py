"""The fixed words of every sheet, from a message file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _read(language: str) -> Mapping[str, str]:
    return MappingProxyType(tomllib.loads(files(__package__).joinpath(f"{language}.toml").read_text("utf-8")))


WORDS = _read("en")
"""What a sheet says of its own, by key."""
