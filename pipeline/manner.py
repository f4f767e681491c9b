"""How inputs are read: what the options of a command say of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Dedupe(StrEnum):
    """What counts as one paper, and whether pairs that nearly do are told.

    `off`: one id; `exact`: one id, or one abstract in two files; `near`: the same, and pairs of
    papers whose abstracts are nearly the same are listed, never merged.
    """

    OFF = "off"
    EXACT = "exact"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Manner:
    """How inputs are read.

    Attributes:
        format: The name of the reader to use whatever the files look like.
        encoding: The encoding of the texts, whatever their bytes look like.
        column: Which field gives which fact, before the format's own table; `FACT=FIELD` each.
        title_only: Whether its title stands for the abstract of a paper that has none.
        strict_input: Whether the first broken record ends the reading.
        dedupe: What counts as one paper.
    """

    format: str | None = None
    encoding: str | None = None
    column: tuple[str, ...] = ()
    title_only: bool = False
    strict_input: bool = False
    dedupe: Dedupe = Dedupe.NEAR
