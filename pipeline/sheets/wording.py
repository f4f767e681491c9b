"""The fixed words of every sheet, one message file a language."""

from __future__ import annotations

import re
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

_PLACE = re.compile(r"\{(\w+)\}")

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "zh": "Chinese", "de": "German", "fr": "French", "es": "Spanish", "ja": "Japanese"}
)
"""The languages that have a message file, by their tags, with their English names."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a sheet says of its own, in one language (`language`, a tag such as `zh`).

    `said` holds the words by key; `coded` holds, per kind of code (`missing`, `flag`, `link`), what
    stands for the codes that cards carry; `sentences` the English sentences that cards carry, as
    patterns, with what stands for each.
    """

    language: str
    said: Mapping[str, str]
    coded: Mapping[str, Mapping[str, str]]
    sentences: tuple[tuple[re.Pattern[str], str], ...]

    def __getitem__(self, key: str) -> str:
        """Return the words of `key`."""
        return self.said[key]

    def code(self, kind: str, code: str) -> str:
        """Return what stands for `code`; one that is not known stands for itself, ready to be read."""
        known = self.coded[kind].get(code)
        return readable(code) if known is None else known

    def sentence(self, text: str) -> str:
        """Return a sentence of a card in this language, ready to be read; one that is not known stays as it is."""
        for pattern, said in self.sentences:
            if match := pattern.fullmatch(text):
                return said.format_map({name: readable(words) for name, words in match.groupdict().items()})
        return readable(text)

    def doubt(self, doubt: Doubt) -> str:
        """Return what the abstract does not carry, quoted, and why."""
        return f"“{doubt.text}”: {self.sentence(doubt.reason)}"


@cache
def wording(language: str) -> Wording:
    """Return the words of `language`.

    Raises:
        UsageError: No message file has that language.
    """
    if language not in LANGUAGES:
        raise UsageError(f"no sheet is written in {language!r}; choose one of {', '.join(LANGUAGES)}")
    told = tomllib.loads(files(__package__).joinpath("languages", f"{language}.toml").read_text("utf-8"))
    sentences = tuple((_pattern(text), said) for text, said in told.pop("sentence", {}).items())
    coded = {key: MappingProxyType(part) for key, part in told.items() if isinstance(part, dict)}
    said = {key: part for key, part in told.items() if key not in coded}
    return Wording(language, MappingProxyType(said), MappingProxyType(coded), sentences)


def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a sentence whose places, `{words}`, may hold anything."""
    parts = _PLACE.split(text)
    return re.compile("".join(f"(?P<{part}>.*)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))
