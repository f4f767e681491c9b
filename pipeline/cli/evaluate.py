"""`claimsheet evaluate`: cards measured against gold labels."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class By(StrEnum):
    """What the scores are also told by."""

    AREA = "area"
    FILE = "file"


def evaluate(  # noqa: PLR0913 - a command line is what it is
    cards: Annotated[Path, typer.Argument(help="A file of cards, or the folder of a run.")],
    gold: Annotated[Path, typer.Argument(help="A file of gold labels; see claimsheet schema gold.")],
    *,
    by: Annotated[By | None, typer.Option(help="The scores of each area or file as well.")] = None,
    errors: Annotated[bool, typer.Option("--errors", help="List each miss with its words.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A page, HTML, with labels and cards side by side.")
    ] = None,
    minima: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="SCORE=VALUE", help="End with 3 when this score is lower, as in gains.f1=0.8."),
    ] = None,
) -> int:
    """Score the cards of labelled abstracts, field by field, with 95% intervals."""
    from pipeline.cli.evaluating import evaluated  # noqa: PLC0415 - --help needs no pydantic
    from pipeline.cli.progress import tell  # noqa: PLC0415
    from pipeline.evaluate import failed_gates, minimum  # noqa: PLC0415
    from pipeline.evaluate.report import report  # noqa: PLC0415
    from pipeline.sheets.readable import visible  # noqa: PLC0415

    wanted = [minimum(text) for text in minima or ()]
    evaluation = evaluated(cards, gold, by.value if by else None, output)
    if as_json:
        typer.echo(evaluation.model_dump_json(indent=2))
    else:
        typer.echo(visible("\n".join(report(evaluation, errors=errors))))
    failed = failed_gates(evaluation.scores, wanted)
    for gate in failed:
        tell(f"below the gate: {gate.message}")
    return 3 if failed else 0
