"""`claimsheet estimate`: what a run would cost, before anything is sent."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

from itertools import islice

import typer

from pipeline.cli import options
from pipeline.manner import Dedupe


def estimate(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    inputs: options.Inputs,
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = None,
    column: options.Columns = None,
    title_only: options.TitleOnly = False,
    strict_input: options.StrictInput = False,
    dedupe: options.DedupeMode = Dedupe.NEAR,
    limit: options.Limit = None,
    provider: options.ProviderName = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    areas: options.Areas = None,
    prompt: options.Prompt = None,
    output_mode: options.Mode = None,
    output_language: options.OutputLanguage = None,
    concurrency: options.Concurrency = 16,
    rpm: options.Rpm = None,
    tpm: options.Tpm = None,
    price: options.Price = None,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    refresh: options.Refresh = False,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
) -> None:
    """Say what asking a model about INPUT would come to: papers, tokens, cost, time. Nothing is sent."""
    # Imported here so that --help needs neither a tokenizer nor a price list.
    from pipeline.cli.estimating import estimated  # noqa: PLC0415
    from pipeline.cli.progress import log_to_standard_error  # noqa: PLC0415
    from pipeline.readers import read_papers  # noqa: PLC0415

    log_to_standard_error(quiet=False)
    typer.echo(estimated(islice(read_papers(inputs, options.manner(ctx)), limit), options.choices(ctx)).table)
