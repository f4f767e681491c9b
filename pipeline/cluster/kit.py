"""What a worker needs besides the papers: the choices, with the files that they name on the first machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pipeline.edition import edition
from pipeline.errors import UsageError
from pipeline.promptfiles import read_pack, read_repair, read_taxonomy, read_template

if TYPE_CHECKING:
    from pipeline.choices import Choices

_NO_MATTER = {
    "jobs", "concurrency", "retries", "timeout", "rpm", "tpm", "cache_dir", "store", "price", "max_cost", "allow_http",
    "private", "batch", "ask_rest", "max_enqueued_tokens", "ray",
}  # fmt: skip
"""Choices that decide when, where and for how much a card is made, not what stands on it."""


@dataclass(frozen=True)
class Kit:
    """The choices of a run and what they stand on.

    Attributes:
        choices: with no path of the first machine in them but the cache's.
        areas: the content of the taxonomy that was chosen, if one was.
        prompt: the content of the prompt that was chosen, if one was.
        made_by: digest of the Claimsheet that the run began with, and of its prompts.
    """

    choices: Choices
    areas: bytes | None
    prompt: bytes | None
    made_by: str

    @property
    def digest(self) -> str:
        """Of all that decides what becomes of a paper."""
        named = (field.name for field in fields(self.choices) if field.name not in _NO_MATTER)
        chosen = [(name, str(getattr(self.choices, name))) for name in named]
        return sha256(repr((chosen, self.areas, self.prompt, self.made_by)).encode()).hexdigest()


def packed(choices: Choices) -> Kit:
    """Return the kit that `choices` make on this machine."""
    decided = replace(choices, areas=None, prompt=None, engine=choices.decided_engine, jobs=1, ray=None)
    return Kit(decided, _content(choices.areas), _content(choices.prompt), _own())


@contextmanager
def unpacked(kit: Kit) -> Iterator[Choices]:
    """Give the choices as they are to be followed on this machine.

    Raises:
        UsageError: another Claimsheet is installed here.
    """
    if kit.made_by != _own():
        raise UsageError(
            "another Claimsheet, Python or library is here than where the run began. Install the very same everywhere."
        )
    with TemporaryDirectory(prefix="claimsheet-") as name:
        areas, prompt = _put(Path(name) / "areas.toml", kit.areas), _put(Path(name) / "prompt.md", kit.prompt)
        yield replace(kit.choices, areas=areas, prompt=prompt)


@cache
def _own() -> str:
    packed_texts = (read_template(), read_repair(), read_pack(), read_taxonomy())
    return sha256(repr((edition(), packed_texts)).encode()).hexdigest()


def _content(path: Path | None) -> bytes | None:
    return None if path is None else path.read_bytes()


def _put(path: Path, content: bytes | None) -> Path | None:
    if content is None:
        return None
    path.write_bytes(content)
    return path
