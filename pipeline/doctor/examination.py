"""The examination from end to end: first what the user chose, then the provider, then this machine."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from pipeline.choices import asking, place
from pipeline.doctor.check import doubtful, failed, fine
from pipeline.doctor.machine import cache, embedded_model
from pipeline.engines.interface import EngineName
from pipeline.errors import UsageError
from pipeline.promptfiles import read_taxonomy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.choices import Choices
    from pipeline.doctor.check import Check
    from pipeline.engines.openai.endpoint import Endpoint

_NOT_A_KEY = ("your", "example", "xxx", "...", "<", ">", '"', "'", "bearer")
_SHORTEST_KEY = 16


def examine(choices: Choices) -> Iterator[Check]:
    """Yield what is found, in the order in which a run would come to it.

    A model is asked at most a handful of times, with a few words of its own and never an abstract.
    """
    if choices.decided_engine is EngineName.OPENAI:
        yield from _asking(choices)
    elif choices.engine is EngineName.EXTRACTIVE:
        yield fine("engine", "the embedded engine is chosen; nothing is sent")
    else:
        told = "no provider, model, address or OPENAI_API_KEY is chosen, so runs use the embedded engine"
        yield doubtful("engine", told, "To ask a model give --provider or --base-url with --model, or set the key.")
    yield cache(choices.place)
    yield embedded_model(choices.areas)


def _asking(choices: Choices) -> Iterator[Check]:
    try:
        where = place(choices)
        form = asking(choices, read_taxonomy(choices.areas), where.address)
    except UsageError as error:
        yield failed("choices", UsageError, str(error))
        return
    yield _key(choices, where)
    from pipeline.doctor.provider import provider  # noqa: PLC0415 - the embedded engine alone needs no SDK

    fixed_mode = choices.output_mode is not None
    yield from asyncio.run(provider(where, form, choices.timeout, fixed_mode=fixed_mode))


def _key(choices: Choices, where: Endpoint) -> Check:
    variable = choices.preset.key_variable or "OPENAI_API_KEY"
    given = os.environ.get(variable, "").strip()
    if where.key != given:
        return fine("key", "none is given, and this server is on this machine")
    if len(given) < _SHORTEST_KEY or any(sign in given.lower() for sign in _NOT_A_KEY):
        return doubtful("key", f"{variable} is set, but looks like no key", f"Copy the key anew into {variable}.")
    return fine("key", f"{variable} is set")
