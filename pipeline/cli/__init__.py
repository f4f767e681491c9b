"""The command line: one module a command; each parses, calls one function, prints, exits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline import __version__
from pipeline.cli import (
    batch,
    cache,
    compare,
    doctor,
    estimate,
    evaluate,
    extract,
    options,
    run,
    schema,
    sheet,
    show,
    verify,
)
from pipeline.cli.config import settings

app = typer.Typer(
    name="claimsheet",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

app.command("run")(run.run)
app.command("extract")(extract.extract)
app.command("sheet")(sheet.sheet)
app.command("estimate")(estimate.estimate)
app.command("show")(show.show)
app.command("verify")(verify.verify)
app.command("evaluate")(evaluate.evaluate)
app.command("compare")(compare.compare)
app.command("schema")(schema.schema)
app.command("doctor")(doctor.doctor)
app.add_typer(batch.app, name="batch")
app.add_typer(cache.app, name="cache")


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - what typer calls it with
    if wanted:
        typer.echo(f"claimsheet {__version__}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    *,
    config: Annotated[
        Path | None,
        typer.Option(help="Settings from this file instead of ./claimsheet.toml.", envvar="CLAIMSHEET_CONFIG"),
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback acts on it
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Read abstracts, extract problem, method and claimed gains, and check every statement against the words."""
    chosen = settings(config, options.SETTABLE)
    ctx.default_map = _for_each_command(app, chosen)


def _for_each_command(group: typer.Typer, chosen: dict[str, Any]) -> dict[str, Any]:
    groups = {
        inner.name: _for_each_command(inner.typer_instance, chosen)
        for inner in group.registered_groups
        if inner.name and inner.typer_instance
    }
    return {command.name or "": chosen for command in group.registered_commands} | groups
