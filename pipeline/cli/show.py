"""`claimsheet show`: what was read, or one paper or card."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli import options


def show(
    inputs: options.Inputs,
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    paper: Annotated[str | None, typer.Option(help="Only this one: its id, or its number from 1.")] = None,
) -> None:
    """Show what was read of INPUT, file by file; of a file of cards, the cards."""
    from pipeline.showing import shown  # noqa: PLC0415 - --help needs no readers

    for row in shown(tuple(inputs), format, paper):
        typer.echo(row)
