"""The sizes of paper that a sheet is printed on."""

from __future__ import annotations

from enum import StrEnum


class PaperSize(StrEnum):
    """A size, as CSS names it."""

    A4 = "a4"
    LETTER = "letter"
