"""`claimsheet doctor`: what is wrong, and how it is mended."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

import typer

from pipeline.cli import options
from pipeline.engines.interface import EngineName


def doctor(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    *,
    engine: options.Engine = EngineName.AUTO,
    provider: options.ProviderName = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    areas: options.Areas = None,
    prompt: options.Prompt = None,
    output_mode: options.Mode = None,
    timeout: options.Timeout = 60.0,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
) -> int:
    """Check key, address, model, structured output, cache and embedded model, and tell the mend of each fault."""
    from pipeline.doctor import examine  # noqa: PLC0415 - --help needs neither SDK nor model

    first_failure = 0
    for check in examine(options.choices(ctx)):
        typer.echo(check.line)
        first_failure = first_failure or check.exit_code
    return first_failure
