"""`claimsheet sheet`: render cards again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.sheets.papersize import PaperSize


def sheet(
    cards: Annotated[Path, typer.Argument(help="A file of cards.")],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", help="The sheet; its suffix names the format: .html, .md, .csv, .xlsx, .bib or .pdf."
        ),
    ],
    *,
    pick: Annotated[list[str] | None, typer.Option(help="Only these papers: an id, or numbers such as 3,7,12.")] = None,
    lang: Annotated[str, typer.Option(help="The language of the sheet's own words: en, zh, de, fr, es or ja.")] = "en",
    paper: Annotated[PaperSize, typer.Option(help="What a .pdf is printed on.", case_sensitive=False)] = PaperSize.A4,
) -> None:
    """Render the cheat-sheet of a file of cards."""
    from pipeline.sheetfiles import Choice, render_file  # noqa: PLC0415 - --help needs no template engine

    render_file(cards, output, Choice(tuple(pick or ()), lang, paper))
