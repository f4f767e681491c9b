"""`claimsheet batch`: half the price, an answer within a day, the same cache as `run`."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from pipeline.cli import options
from pipeline.manner import Dedupe

app = typer.Typer(no_args_is_help=True, help="Ask by the OpenAI Batch API: half the price, an answer within a day.")

Ids = Annotated[list[str] | None, typer.Argument(metavar="[BATCH...]", help="Batches, by id; all where none is named.")]


@app.command("submit")
def submit(  # noqa: PLR0913 - a command line is what it is
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
    max_enqueued_tokens: options.MaxEnqueuedTokens = None,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    refresh: options.Refresh = False,
    price: options.Price = None,
    max_cost: options.MaxCost = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
    quiet: options.Quiet = False,
) -> int:
    """Hand in what the cache lacks about INPUT, and print the ids of the batches. Nothing is waited for."""
    # Imported here so that --help needs neither an engine nor pydantic.
    from pipeline.cli import batching  # noqa: PLC0415
    from pipeline.cli.office import office  # noqa: PLC0415
    from pipeline.cli.progress import log_to_standard_error  # noqa: PLC0415
    from pipeline.readers import read_papers  # noqa: PLC0415

    at = office(options.choices(ctx), quiet=quiet)
    log_to_standard_error(quiet=quiet)
    papers = read_papers(inputs, options.manner(ctx))
    return batching.submit(lambda: islice(papers, limit), at)


@app.command("status")
def status(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    *,
    provider: options.ProviderName = None,
    base_url: options.BaseUrl = None,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
    quiet: options.Quiet = False,
) -> None:
    """Print one line a batch that is not collected yet: id, status, how much of it is done, model."""
    from pipeline.cli import batching  # noqa: PLC0415
    from pipeline.cli.office import office  # noqa: PLC0415

    for row in batching.status(office(options.choices(ctx), quiet=quiet)):
        typer.echo(row)


@app.command("collect")
def collect(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    *,
    provider: options.ProviderName = None,
    base_url: options.BaseUrl = None,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    price: options.Price = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
    quiet: options.Quiet = False,
) -> int:
    """Bring what finished batches hold into the cache, where `run` finds it; exit code 3 while anything is missing."""
    from pipeline.cli import batching  # noqa: PLC0415
    from pipeline.cli.office import office  # noqa: PLC0415

    return batching.collect(office(options.choices(ctx), quiet=quiet))


@app.command("cancel")
def cancel(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    ids: Ids = None,
    *,
    provider: options.ProviderName = None,
    base_url: options.BaseUrl = None,
    retries: options.Retries = 5,
    timeout: options.Timeout = 120.0,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
    quiet: options.Quiet = False,
) -> None:
    """Cancel batches. What they have done by then is paid for and can be collected."""
    from pipeline.cli import batching  # noqa: PLC0415
    from pipeline.cli.office import office  # noqa: PLC0415

    batching.cancel(office(options.choices(ctx), quiet=quiet), tuple(ids or ()))
