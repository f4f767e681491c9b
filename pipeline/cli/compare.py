"""`claimsheet compare`: what changed between two runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def compare(
    a: Annotated[Path, typer.Argument(help="A file of cards, or the folder of a run.")],
    b: Annotated[Path, typer.Argument(help="The other one.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A page, HTML, of the same.")] = None,
) -> None:
    """Show where two runs over the same papers differ, how far they agree, and what each took."""
    from pipeline.cli.comparing import compared  # noqa: PLC0415 - --help needs no pydantic
    from pipeline.compare.report import report  # noqa: PLC0415
    from pipeline.sheets.readable import visible  # noqa: PLC0415

    comparison, facts_a, facts_b = compared(a, b, output)
    if as_json:
        told = {"a": facts_a, "b": facts_b} | comparison.model_dump(mode="json")
        typer.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        typer.echo(visible("\n".join(report(comparison, facts_a, facts_b))))
