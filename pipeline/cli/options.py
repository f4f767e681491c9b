"""The options that commands share, each written once, and the choices that they make."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.engines.interface import EngineName
from pipeline.manner import Dedupe, Manner
from pipeline.outputmode import OutputMode

if TYPE_CHECKING:
    from pipeline.choices import Choices

Inputs = Annotated[
    list[str],
    typer.Argument(metavar="INPUT...", help="Files, folders, globs, or - for standard input.", show_default=False),
]
Format = Annotated[
    str | None,
    typer.Option("--format", help="Force a reader; without it the content decides.", envvar="CLAIMSHEET_FORMAT"),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        help="How the texts are encoded; without it their bytes decide.",
        envvar="CLAIMSHEET_ENCODING",
        show_default=False,
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="FACT=FIELD",
        help="Take a fact of the paper (abstract, title, id, ...) from this column or field; repeatable.",
        show_default=False,
    ),
]
TitleOnly = Annotated[
    bool,
    typer.Option(
        "--title-only",
        help="Where a paper has no abstract, let its title stand for one.",
        envvar="CLAIMSHEET_TITLE_ONLY",
    ),
]
DedupeMode = Annotated[
    Dedupe,
    typer.Option(
        help="What makes two records one paper: an id (off), or also an abstract met in two files (exact); near "
        "lists pairs that are nearly the same besides.",
        envvar="CLAIMSHEET_DEDUPE",
    ),
]
StrictInput = Annotated[
    bool,
    typer.Option(
        "--strict-input",
        help="Stop at the first record that cannot be read; a paper without an abstract makes the exit code 3.",
        envvar="CLAIMSHEET_STRICT_INPUT",
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Stop after this many papers.", envvar="CLAIMSHEET_LIMIT")]
Engine = Annotated[
    EngineName,
    typer.Option(
        help="auto, extractive (embedded, no key, no network) or openai. auto: openai when a provider, a model, "
        "an address or OPENAI_API_KEY is given.",
        envvar="CLAIMSHEET_ENGINE",
    ),
]
Areas = Annotated[
    Path | None,
    typer.Option(help="A taxonomy of your own, written like prompts/areas.toml.", envvar="CLAIMSHEET_AREAS"),
]
ProviderName = Annotated[
    str | None,
    typer.Option(
        "--provider",
        help="A preset: openai, azure, deepseek, gemini, groq, mistral, openrouter, together, llama-cpp, lmstudio, "
        "ollama, vllm.",
        envvar="CLAIMSHEET_PROVIDER",
    ),
]
Model = Annotated[str | None, typer.Option(help="The model to ask.", envvar="CLAIMSHEET_MODEL")]
BaseUrl = Annotated[
    str | None,
    typer.Option(help="The OpenAI-compatible address to ask.", envvar=["CLAIMSHEET_BASE_URL", "OPENAI_BASE_URL"]),
]
Prompt = Annotated[
    Path | None,
    typer.Option(help="A prompt of your own, written like prompts/card.md.", envvar="CLAIMSHEET_PROMPT"),
]
Mode = Annotated[
    OutputMode | None,
    typer.Option(
        "--output-mode", help="Ask for structure in this way and no weaker one.", envvar="CLAIMSHEET_OUTPUT_MODE"
    ),
]
OutputLanguage = Annotated[
    str | None,
    typer.Option(
        metavar="LANGUAGE",
        help="The language of the statements, such as German; figures and names stay as written.",
        envvar="CLAIMSHEET_OUTPUT_LANGUAGE",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=256,
        help="Processes of the embedded engine; without it all cores where papers are many.",
        envvar="CLAIMSHEET_JOBS",
        show_default=False,
    ),
]
Concurrency = Annotated[
    int, typer.Option(min=1, max=1024, help="Asks in flight at once.", envvar="CLAIMSHEET_CONCURRENCY")
]
Pack = Annotated[
    int,
    typer.Option(
        metavar="K",
        min=1,
        max=20,
        help="Ask about K abstracts in one request: fewer tokens, and answers that may be a little worse.",
        envvar="CLAIMSHEET_PACK",
    ),
]
Retries = Annotated[
    int, typer.Option(min=0, max=100, help="Requests beyond the first, for one ask.", envvar="CLAIMSHEET_RETRIES")
]
Timeout = Annotated[
    float, typer.Option(min=0.1, max=86_400, help="Seconds for one request, all in all.", envvar="CLAIMSHEET_TIMEOUT")
]
Rpm = Annotated[
    float | None, typer.Option(min=0.1, help="Requests a minute at most.", envvar="CLAIMSHEET_RPM", show_default=False)
]
Tpm = Annotated[
    float | None,
    typer.Option(min=1, help="Input tokens a minute at most.", envvar="CLAIMSHEET_TPM", show_default=False),
]


def _folder(name: str) -> Path:
    # To pathlib no name is the folder that one stands in, and answers would be kept there.
    if not name.strip():
        raise typer.BadParameter("name a folder.")
    return Path(name)


CacheDir = Annotated[
    Path | None,
    typer.Option(metavar="DIR", parser=_folder, help="Where answers are kept.", envvar="CLAIMSHEET_CACHE_DIR"),
]


def _without_password(ctx: typer.Context, param: typer.CallbackParam, url: str | None) -> str | None:
    source = ctx.get_parameter_source(str(param.name)) if url else None
    if not url or source is None or source.name != "COMMANDLINE":
        return url
    from pipeline.recall import has_password  # noqa: PLC0415 - rarely needed

    if has_password(url):
        raise typer.BadParameter(
            "a password on the command line is seen by everybody here. Put the address into CLAIMSHEET_STORE, or the "
            "password into ~/.pgpass."
        )
    return url


Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        callback=_without_password,
        help="Keep answers in a database that machines share: postgresql://USER@HOST/DATABASE.",
        envvar="CLAIMSHEET_STORE",
        show_default=False,
    ),
]
Refresh = Annotated[bool, typer.Option("--refresh", help="Ask again although an answer is known.")]
Price = Annotated[
    str | None,
    typer.Option(
        metavar="INPUT,OUTPUT",
        help="Dollars for a million input and output tokens, where no list knows them.",
        envvar="CLAIMSHEET_PRICE",
        show_default=False,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        metavar="USD",
        min=0,
        help="Start no ask that would pass this.",
        envvar="CLAIMSHEET_MAX_COST",
        show_default=False,
    ),
]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="A card with a statement that the abstract does not carry is a failure."),
]
Repair = Annotated[
    bool,
    typer.Option(
        "--repair/--no-repair",
        help="Whether the model is asked once more about figures and names that are not in the abstract.",
    ),
]
Batch = Annotated[
    bool, typer.Option("--batch", help="Ask by the Batch API at half the price, and wait, up to a day (docs/batch.md).")
]
AskRest = Annotated[
    bool, typer.Option("--ask-rest", help="With --batch: ask what no batch has answered in the normal way.")
]
MaxEnqueuedTokens = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Input tokens that may wait in batches at once, as the provider's limits page tells.",
        envvar="CLAIMSHEET_MAX_ENQUEUED_TOKENS",
        show_default=False,
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Do the work on this Ray cluster; auto: the one at hand, else the cores of this machine (docs/scale.md).",
        envvar="CLAIMSHEET_RAY",
        show_default=False,
    ),
]
AllowHttp = Annotated[
    bool, typer.Option("--allow-http", help="Let the key go to another machine in the clear (plain http).")
]
Private = Annotated[
    bool,
    typer.Option(
        "--private", help="Let no abstract leave this machine (papers under review).", envvar="CLAIMSHEET_PRIVATE"
    ),
]
CanaryGold = Annotated[
    Path | None,
    typer.Option(
        "--canary", metavar="GOLD", help="Ask about these labelled abstracts first; stop when --min is not reached."
    ),
]
CanaryMinima = Annotated[
    list[str] | None,
    typer.Option("--min", metavar="SCORE=VALUE", help="What the canary must reach, like gains.f1=0.8."),
]
Overwrite = Annotated[
    bool,
    typer.Option(
        "--overwrite/--resume",
        help="Write over cards that were made in another way, or refuse to (and go on where the same command stopped).",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.", envvar="CLAIMSHEET_QUIET")]

_VALUES = (
    "format", "encoding", "dedupe", "limit", "engine", "areas", "provider", "model", "base_url", "prompt",
    "output_mode", "output_language", "jobs", "concurrency", "pack", "retries", "timeout", "rpm", "tpm",
    "cache_dir", "store", "price", "max_cost", "max_enqueued_tokens",
)  # fmt: skip
_SWITCHES = ("title_only", "strict_input", "private", "quiet", "strict", "repair")

SETTABLE = MappingProxyType(dict.fromkeys(_VALUES, False) | dict.fromkeys(_SWITCHES, True))
"""What a configuration file may set, by the options' names, and whether it is a switch."""


def choices(ctx: typer.Context) -> Choices:
    """Return the choices that a command's options make; an option that it lacks has its default."""
    from pipeline.choices import Choices  # noqa: PLC0415 - --help needs no pydantic

    named = {field.name for field in fields(Choices)}
    return Choices(**{name: value for name, value in ctx.params.items() if name in named})


def manner(ctx: typer.Context) -> Manner:
    """Return how a command's options say that its inputs are read; an option that it lacks has its default."""
    named = {field.name for field in fields(Manner)}
    given: dict[str, Any] = {name: value for name, value in ctx.params.items() if name in named}
    return Manner(**given | {"column": tuple(given.get("column") or ())})
