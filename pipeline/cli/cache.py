"""`claimsheet cache`: what is stored, why a paper would be asked again, and forgetting."""

# ruff: noqa: ARG001 - options.choices takes what it needs from the context

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli import options
from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.recall import Recall

app = typer.Typer(no_args_is_help=True, help="Show, explain and prune the answers that are kept.")

_DAY = 24 * 3600


@app.command("stats")
def stats(cache_dir: options.CacheDir = None, store: options.Store = None) -> None:
    """Say what is kept: how many answers, of which models, how large, from when."""
    from pipeline.stock import take_stock  # noqa: PLC0415 - --help needs no cache

    with _recall(store, cache_dir) as recall:
        typer.echo(take_stock(recall).table)


@app.command("explain")
def explain(  # noqa: PLR0913 - a command line is what it is
    ctx: typer.Context,
    paper: Annotated[
        str, typer.Argument(metavar="PAPER", help="An id or a number in INPUT; or a file, for all papers of it.")
    ],
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="[INPUT...]", help="Where the paper is.", show_default=False)
    ] = None,
    *,
    format: options.Format = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = None,
    column: options.Columns = None,
    title_only: options.TitleOnly = False,
    provider: options.ProviderName = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    areas: options.Areas = None,
    prompt: options.Prompt = None,
    output_mode: options.Mode = None,
    price: options.Price = None,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
    allow_http: options.AllowHttp = False,
    private: options.Private = False,
) -> None:
    """Say whether PAPER is answered; if not, which part of the ask has changed and what asking would cost."""
    # Imported here so that --help needs neither a tokenizer nor a price list.
    from pipeline.cli.explaining import explained  # noqa: PLC0415
    from pipeline.cli.progress import log_to_standard_error  # noqa: PLC0415
    from pipeline.readers import read_papers  # noqa: PLC0415

    log_to_standard_error(quiet=False)
    if not inputs and not Path(paper).exists():
        raise UsageError(f"which file has {paper!r}? Name it behind: claimsheet cache explain {paper} INPUT.")
    papers = read_papers(inputs or [paper], options.manner(ctx))
    for row in explained(papers, paper if inputs else None, options.choices(ctx)):
        typer.echo(row)


@app.command("prune")
def prune(
    *,
    older_than: Annotated[float, typer.Option(metavar="DAYS", min=0, help="Forget what was kept before that.")],
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
) -> None:
    """Forget old answers; a run that needs one of them asks again."""
    from pipeline.stock import is_made_anew, kept_before  # noqa: PLC0415 - --help needs no cache

    _refuse_while_batches_are_out(cache_dir)
    with _recall(store, cache_dir) as recall:
        keys = kept_before(recall, time.time() - older_than * _DAY)
        recall.drop(keys)
        typer.echo(f"{sum(not is_made_anew(key) for key in keys):,} answers and notes forgotten in {recall.name}")


@app.command("clear")
def clear(
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    cache_dir: options.CacheDir = None,
    store: options.Store = None,
) -> None:
    """Forget all answers, after asking; every later run pays for its answers again."""
    from pipeline.stock import take_stock  # noqa: PLC0415 - --help needs no cache

    _refuse_while_batches_are_out(cache_dir)
    with _recall(store, cache_dir) as recall:
        held = f"{take_stock(recall).answers:,} answers in {recall.name}"
        if not yes and not (_is_terminal() and typer.confirm(f"Forget {held}?", err=True)):
            raise UsageError(f"{held} are kept. Nothing is forgotten without a yes, or --yes.")
        recall.drop([row.key for row in recall.rows()])
        typer.echo(f"{held} forgotten")


def _recall(store: str | None, folder: Path | None) -> Recall:
    from pipeline.recall import Recall, place_of  # noqa: PLC0415 - --help needs no cache

    return Recall(place_of(store, folder))


def _refuse_while_batches_are_out(folder: Path | None) -> None:
    """Forget nothing while answers are under way that what is kept here tells how to find."""
    from pipeline.batches.ledger import Stage, ledger_in  # noqa: PLC0415 - --help needs no cache
    from pipeline.recall import default_folder  # noqa: PLC0415

    out = [batch for batch in ledger_in(folder or default_folder()).batches() if batch.stage is not Stage.PLANNED]
    if out:
        raise UsageError(
            f"nothing is forgotten while batches are out: {', '.join(batch.label for batch in out)}. Bring their "
            f"answers in first, or cancel them: claimsheet batch collect --base-url {out[0].address}"
        )


def _is_terminal() -> bool:
    return sys.stdin.isatty()
