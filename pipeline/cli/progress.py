"""What a person sees while a job runs: a live bar on a terminal, sparse lines elsewhere, on standard error."""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.tally import Outcome

_LINES_A_RUN = 10


def tell(message: str, *, quiet: bool = False) -> None:
    """Write one line to standard error."""
    if not quiet:
        typer.echo(message, err=True)


def log_to_standard_error(*, quiet: bool) -> None:
    """Send what the house has to remark to standard error, or with `quiet` only its errors."""
    log = logging.getLogger("claimsheet")
    log.handlers = [logging.StreamHandler(sys.stderr)]
    log.handlers[0].setFormatter(logging.Formatter("claimsheet: %(message)s"))
    log.setLevel(logging.ERROR if quiet else logging.WARNING)
    log.propagate = False


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Callable[[Outcome], None]]:
    """Give a function that is to be called with each outcome of `total`."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        with _bar(total) as watch:
            yield watch
    else:
        yield _lines(total)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[Outcome], None]]:
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        TextColumn("papers"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[notok]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, not_ok = bar.add_task("papers", total=total, notok=""), 0

        def watch(outcome: Outcome) -> None:
            nonlocal not_ok
            not_ok += outcome.state is not State.OK
            bar.update(task, advance=1, notok=f"{not_ok} not ok" if not_ok else "")

        yield watch


def _lines(total: int) -> Callable[[Outcome], None]:
    step, done = max(1, -(-total // _LINES_A_RUN)), 0

    def watch(_: Outcome) -> None:
        nonlocal done
        done += 1
        if done % step == 0 and done < total:
            tell(f"{done} of {total} papers")

    return watch
