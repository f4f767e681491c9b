"""`claimsheet extract`: cards alone."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli import options
from pipeline.engines.interface import EngineName
from pipeline.manner import Dedupe


def extract(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    inputs: options.Inputs,
    output: Annotated[str, typer.Option("-o", "--output", help="The cards' file, or - for standard output.")],
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = None,
    column: options.Columns = None,
    title_only: options.TitleOnly = False,
    strict_input: options.StrictInput = False,
    dedupe: options.DedupeMode = Dedupe.NEAR,
    limit: options.Limit = None,
    engine: options.Engine = EngineName.AUTO,
    provider: options.ProviderName = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    areas: options.Areas = None,
    prompt: options.Prompt = None,
    output_mode: options.Mode = None,
    output_language: options.OutputLanguage = None,
    jobs: options.Jobs = None,
    concurrency: options.Concurrency = 16,
    pack: options.Pack = 1,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    rpm: options.Rpm = None,
    tpm: options.Tpm = None,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    refresh: options.Refresh = False,
    repair: options.Repair = True,
    strict: options.Strict = False,
    price: options.Price = None,
    max_cost: options.MaxCost = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
    ray: options.Ray = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> int:
    """Write the cards of INPUT, and beside them the failures and the record of the run."""
    # Imported here so that --help needs neither an engine nor pydantic.
    from pipeline.cli.making import Reading, make_cards  # noqa: PLC0415
    from pipeline.job import Outputs, beside  # noqa: PLC0415
    from pipeline.write import Stream  # noqa: PLC0415

    out = Stream(sys.stdout.buffer, "standard output")
    outputs = Outputs(out) if output == "-" else beside(Path(output), overwrite=overwrite)
    return make_cards(
        Reading(tuple(inputs), options.manner(ctx), limit), options.choices(ctx), outputs, quiet=quiet
    ).exit_code
