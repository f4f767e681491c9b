"""Lines on standard output: in columns and colours on a terminal, plain anywhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from pipeline.portrait import Row
from pipeline.terminal import inert

if TYPE_CHECKING:
    from collections.abc import Iterable


def print_rows(rows: Iterable[Row | str]) -> None:
    """Print `rows`; nothing of their text steers the terminal."""
    if not sys.stdout.isatty():
        for row in rows:
            typer.echo(inert(str(row)))
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe needs no colours
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    grid = Table.grid(padding=(0, 2))
    grid.add_column(max_width=22)
    grid.add_column(overflow="fold")
    for row in rows:
        if isinstance(row, Row):
            grid.add_row(Text(inert(row.label), "dim"), Text(inert(row.text), row.tone))
        else:
            typer.echo(inert(row))
    Console().print(grid)
