"""`claimsheet show`: what was read, or one paper or card."""

# ruff: noqa: ARG001 - options.manner takes what it needs from the context

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli import options
from pipeline.manner import Dedupe


def show(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    inputs: options.Inputs,
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = None,
    column: options.Columns = None,
    title_only: options.TitleOnly = False,
    strict_input: options.StrictInput = False,
    dedupe: options.DedupeMode = Dedupe.NEAR,
    paper: Annotated[str | None, typer.Option(help="Only this one: its id, or its number from 1.")] = None,
) -> None:
    """Show what was read of INPUT, file by file; of a file of cards, the cards."""
    from pipeline.cli.progress import log_to_standard_error  # noqa: PLC0415 - as below
    from pipeline.cli.rows import print_rows  # noqa: PLC0415 - --help needs no readers
    from pipeline.showing import shown  # noqa: PLC0415

    log_to_standard_error(quiet=False)
    print_rows(shown(tuple(inputs), options.manner(ctx), paper))
