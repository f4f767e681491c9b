"""`claimsheet run`: the main job."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli import options
from pipeline.engines.interface import EngineName
from pipeline.manner import Dedupe


def run(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    inputs: options.Inputs,
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder for cards, failures, record and sheets.")],
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
    batch: options.Batch = False,
    ask_rest: options.AskRest = False,
    max_enqueued_tokens: options.MaxEnqueuedTokens = None,
    canary: options.CanaryGold = None,
    minimum: options.CanaryMinima = None,
    ray: options.Ray = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> int:
    """Extract, check and render: everything about INPUT into one folder."""
    # Imported here so that --help needs neither an engine nor pydantic.
    from pipeline.cli.making import Canary, Reading, make_cards  # noqa: PLC0415
    from pipeline.cli.progress import tell  # noqa: PLC0415
    from pipeline.errors import UsageError  # noqa: PLC0415
    from pipeline.job import in_folder  # noqa: PLC0415
    from pipeline.sheetfiles import render_folder, sheets_in  # noqa: PLC0415

    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file. Name a folder with -o.")
    if minimum and canary is None:
        raise UsageError("--min says what a canary must reach. Name labelled abstracts with --canary GOLD.")
    records = in_folder(output, overwrite=overwrite)
    outputs = replace(records, sheets=sheets_in(output), render=lambda: render_folder(output))
    first = Canary(canary, tuple(minimum or ())) if canary else None
    tally = make_cards(
        Reading(tuple(inputs), options.manner(ctx), limit), options.choices(ctx), outputs, first, quiet=quiet
    )
    tell(f"Open {output / 'sheet.html'}", quiet=quiet)
    return tally.exit_code
