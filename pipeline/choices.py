"""What a user can choose about the making of cards, and the journey that the choices name."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.engines.interface import EngineName
from pipeline.errors import UsageError
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.run import AskedJourney, EmbeddedJourney

if TYPE_CHECKING:
    from contextlib import ExitStack

    from pipeline.run import Journey
    from pipeline.taxonomy import Taxonomy

DEFAULT_MODEL = "gpt-5-mini"


@dataclass(frozen=True)
class Choices:
    """The choices of a run; `key` comes from the environment alone.

    Attributes:
        concurrency: asks in flight at once.
        retries: requests beyond the first, for one ask.
        timeout: seconds for one request, all in all.
        refresh: ask again although an answer is known.
    """

    engine: EngineName = EngineName.AUTO
    model: str | None = None
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)
    areas: Path | None = None
    prompt: Path | None = None
    concurrency: int = 16
    retries: int = 5
    timeout: float = 120.0
    cache_dir: Path | None = None
    refresh: bool = False

    @property
    def decided_engine(self) -> EngineName:
        """`openai` when a model, an address or a key was given, else `extractive`."""
        if self.engine is not EngineName.AUTO:
            return self.engine
        return EngineName.OPENAI if self.model or self.base_url or self.key else EngineName.EXTRACTIVE


def key_from_environment() -> str | None:
    """Return the key that the environment holds, null where it holds none."""
    return os.environ.get("OPENAI_API_KEY", "").strip() or None


def journey(choices: Choices, stack: ExitStack) -> Journey:
    """Return the way that `choices` name, made ready; what it opens is closed by `stack`.

    Raises:
        UsageError: the choices do not fit together.
        MachineError: the cache or the embedded model cannot be used.
    """
    taxonomy = read_taxonomy(choices.areas)
    if choices.decided_engine is EngineName.EXTRACTIVE:
        return _embedded(taxonomy)
    return _asked(choices, taxonomy, stack)


# Each engine is imported where it is chosen: the embedded one needs no openai, the other no model.


def _embedded(taxonomy: Taxonomy) -> EmbeddedJourney:
    from pipeline.engines.extractive import ExtractiveEngine  # noqa: PLC0415

    return EmbeddedJourney(ExtractiveEngine.load(taxonomy), taxonomy)


def _asked(choices: Choices, taxonomy: Taxonomy, stack: ExitStack) -> AskedJourney:
    from pipeline.desk import Desk  # noqa: PLC0415
    from pipeline.engines.openai import OpenAIEngine, Patience  # noqa: PLC0415
    from pipeline.engines.openai.endpoint import OPENAI_ADDRESS, endpoint  # noqa: PLC0415
    from pipeline.prompt import Asking  # noqa: PLC0415
    from pipeline.recall import Recall, default_folder  # noqa: PLC0415

    if choices.base_url and not choices.model:
        raise UsageError(f"{choices.base_url}: which model? Name one that this address serves with --model.")
    place = endpoint(choices.base_url or OPENAI_ADDRESS, choices.key)
    asking = Asking(place.address, choices.model or DEFAULT_MODEL, read_template(choices.prompt), taxonomy)
    asker = OpenAIEngine(place, Patience(choices.retries, choices.timeout, choices.concurrency))
    recall = stack.enter_context(Recall(choices.cache_dir or default_folder()))
    desk = Desk(asking, asker, recall, read_repair(), refresh=choices.refresh)
    return AskedJourney(desk, asker, choices.concurrency)
