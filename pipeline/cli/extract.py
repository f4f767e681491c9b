"""`claimsheet extract`: cards alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli import options
from pipeline.engines.interface import EngineName


def extract(  # noqa: PLR0913 - a command line is what it is
    inputs: options.Inputs,
    output: Annotated[str, typer.Option("-o", "--output", help="The cards' file, or - for standard output.")],
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    limit: options.Limit = None,
    engine: options.Engine = EngineName.AUTO,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    areas: options.Areas = None,
    prompt: options.Prompt = None,
    concurrency: options.Concurrency = 16,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    cache_dir: options.CacheDir = None,
    refresh: options.Refresh = False,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> int:
    """Write the cards of INPUT, and beside them the failures and the record of the run."""
    # Imported here so that --help needs neither an engine nor pydantic.
    from pipeline.choices import Choices, key_from_environment  # noqa: PLC0415
    from pipeline.cli.making import Reading, make_cards  # noqa: PLC0415
    from pipeline.job import Outputs, beside  # noqa: PLC0415

    choices = Choices(
        engine=engine,
        model=model,
        base_url=base_url,
        key=key_from_environment(),
        areas=areas,
        prompt=prompt,
        concurrency=concurrency,
        retries=retries,
        timeout=timeout,
        cache_dir=cache_dir,
        refresh=refresh,
    )
    outputs = Outputs(sys.stdout.buffer) if output == "-" else beside(Path(output), overwrite=overwrite)
    return make_cards(Reading(tuple(inputs), format, limit), choices, outputs, quiet=quiet).exit_code
