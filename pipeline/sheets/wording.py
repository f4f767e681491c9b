"""The fixed words of every sheet, one message file a language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.sheets.readable import readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.sheets.entry import Doubt

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "zh": "Chinese", "de": "German", "fr": "French", "es": "Spanish", "ja": "Japanese"}
)
"""The languages that have a message file, by their tags, with their English names."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a sheet says of its own, in one language (`language`, a tag such as `zh`).

    `said` holds the words by key; `coded` holds, per kind of code (`missing`, `flag`, `link`, `reason`),
    what stands for the codes that cards carry.
    """

    language: str
    said: Mapping[str, str]
    coded: Mapping[str, Mapping[str, str]]

    def __getitem__(self, key: str) -> str:
        """Return the words of `key`."""
        return self.said[key]

    def code(self, kind: str, code: str) -> str:
        """Return what stands for `code`; one that is not known stands for itself, ready to be read."""
        known = self.coded[kind].get(code)
        return readable(code) if known is None else known

    def doubt(self, doubt: Doubt) -> str:
        """Return what the abstract does not carry, quoted, and why."""
        return f"“{doubt.text}”: {self.code('reason', doubt.reason)}"


@cache
def wording(language: str) -> Wording:
    """Return the words of `language`.

    Raises:
        UsageError: No message file has that language.
    """
    if language not in LANGUAGES:
        raise UsageError(f"no sheet is written in {language!r}; choose one of {', '.join(LANGUAGES)}")
    told = tomllib.loads(files(__package__).joinpath("languages", f"{language}.toml").read_text("utf-8"))
    coded = {key: MappingProxyType(part) for key, part in told.items() if isinstance(part, dict)}
    said = {key: part for key, part in told.items() if key not in coded}
    return Wording(language, MappingProxyType(said), MappingProxyType(coded))
