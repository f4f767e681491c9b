"""The options that commands share, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.engines.interface import EngineName

Inputs = Annotated[
    list[str],
    typer.Argument(metavar="INPUT...", help="Files, folders, globs, or - for standard input.", show_default=False),
]
Format = Annotated[
    str | None,
    typer.Option("--format", help="Force a reader; without it the content decides.", envvar="CLAIMSHEET_FORMAT"),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Stop after this many papers.", envvar="CLAIMSHEET_LIMIT")]
Engine = Annotated[
    EngineName,
    typer.Option(
        help="auto, extractive (embedded, no key, no network) or openai. auto: openai when a model, "
        "an address or OPENAI_API_KEY is given.",
        envvar="CLAIMSHEET_ENGINE",
    ),
]
Areas = Annotated[
    Path | None,
    typer.Option(help="A taxonomy of your own, written like prompts/areas.toml.", envvar="CLAIMSHEET_AREAS"),
]
Model = Annotated[str | None, typer.Option(help="The model to ask.", envvar="CLAIMSHEET_MODEL")]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        help="The OpenAI-compatible address to ask.",
        envvar=["CLAIMSHEET_BASE_URL", "OPENAI_BASE_URL"],
    ),
]
Prompt = Annotated[
    Path | None,
    typer.Option(help="A prompt of your own, written like prompts/card.md.", envvar="CLAIMSHEET_PROMPT"),
]
Concurrency = Annotated[
    int,
    typer.Option(min=1, max=1024, help="Asks in flight at once.", envvar="CLAIMSHEET_CONCURRENCY"),
]
Retries = Annotated[
    int,
    typer.Option(min=0, max=100, help="Requests beyond the first, for one paper.", envvar="CLAIMSHEET_RETRIES"),
]
Timeout = Annotated[
    float,
    typer.Option(min=0.1, help="Seconds for one request, all in all.", envvar="CLAIMSHEET_TIMEOUT"),
]
CacheDir = Annotated[Path | None, typer.Option(help="Where answers are kept.", envvar="CLAIMSHEET_CACHE_DIR")]
Refresh = Annotated[bool, typer.Option("--refresh", help="Ask again although an answer is known.")]
Overwrite = Annotated[
    bool,
    typer.Option(
        "--overwrite/--resume",
        help="Write over cards that were made in another way, or refuse to (and go on where the same command stopped).",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.", envvar="CLAIMSHEET_QUIET")]

SETTABLE = frozenset(
    {
        "format", "limit", "engine", "areas", "model", "base_url", "prompt", "concurrency", "retries", "timeout",
        "cache_dir", "quiet",
    }
)  # fmt: skip
"""What a configuration file may set, by the options' names."""
