"""The provider: does it answer, know the model, take asks, keep to a schema and count tokens?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.doctor.check import doubtful, failed, fine
from pipeline.doctor.trial import answered, fault_in, structured, trial
from pipeline.engines.interface import AskFailed, NotSupported
from pipeline.engines.openai.catalog import served_models
from pipeline.engines.openai.engine import OpenAIEngine, Patience
from pipeline.engines.openai.faults import Nobody
from pipeline.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pipeline.doctor.check import Check
    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.exchange import Reply
    from pipeline.outputmode import OutputMode
    from pipeline.prompt import Asking

_SHOWN = 5


async def provider(where: Endpoint, form: Asking, seconds: float, *, fixed_mode: bool) -> list[Check]:
    """Return what is found of the provider at `where`, as far as one finding lets the next be looked for.

    Args:
        where: the address and the key for it.
        form: the form in which a run would begin to ask.
        seconds: for one request; none is sent twice.
        fixed_mode: a run may not step down from the output mode of `form`.
    """
    try:
        listed = await served_models(where, seconds)
    except Nobody as nobody:
        return [failed("address", ProviderError, f"{where.address}: {nobody}", nobody.mend)]
    found = [fine("address", f"{where.address} answers"), _model(form.model, listed)]
    engine = OpenAIEngine(where, Patience(retries=0, timeout=seconds, concurrency=1))
    name = "ask"
    try:
        async for check in _asks(engine, form, fixed_mode=fixed_mode):
            found.append(check)
            name = "structure"
    except (ProviderError, AskFailed, NotSupported) as error:
        found.append(failed(name, ProviderError, str(error)))
    finally:
        await engine.close()
    return found


def _model(model: str, listed: frozenset[str] | None) -> Check:
    if listed is None:
        return fine("model", f"no list of models is to be had, the ask tells whether {model!r} is served")
    # Gemini lists its models below a path, Ollama with a tag.
    if listed & {model, f"models/{model}", f"{model}:latest"}:
        return fine("model", f"{model!r} is listed")
    names = sorted(listed)
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    told = f"{model!r} is not listed there, {', '.join(names[:_SHOWN]) or 'nothing'}{more} is"
    return doubtful("model", told, "Name one that is served there with --model.")


async def _asks(engine: OpenAIEngine, form: Asking, *, fixed_mode: bool) -> AsyncIterator[Check]:
    taken, _ = await answered(engine, trial(form))
    left_out = [name for name in form.parameters if name not in taken.parameters]
    if taken.room_name != form.room_name:
        left_out.append(str(form.room_name))
    without = f", without {' and '.join(left_out)}" if left_out else ""
    yield fine("ask", f"{form.model!r} answers{without}")
    taken, reply = await answered(engine, structured(taken, form.output_mode))
    if reply is not None:
        yield _structure(form.output_mode, taken.output_mode, reply, fixed_mode=fixed_mode)
        yield _usage(reply)


def _structure(asked: OutputMode, taken: OutputMode, reply: Reply, *, fixed_mode: bool) -> Check:
    if taken is not asked and fixed_mode:
        told = f"{asked} is refused, {taken} is taken"
        return failed("structure", ProviderError, told, f"Leave --output-mode out, or give --output-mode {taken}.")
    fault = fault_in(reply)
    if fault is not None:
        mend = "Try a weaker --output-mode (json_object, text) or a more capable model."
        return doubtful("structure", f"{taken} is taken, but the reply is not as asked: {fault}", mend)
    if taken is not asked:
        mend = "A run steps down by itself; more replies than else may need a repair."
        return doubtful("structure", f"{asked} is refused, {taken} works", mend)
    return fine("structure", f"{taken} is taken and kept to")


def _usage(reply: Reply) -> Check:
    usage = reply.completion.usage
    if usage.input is None or usage.output is None:
        return doubtful("usage", "the server counts no tokens", "Its cost and silently cut prompts cannot be told.")
    return fine("usage", f"tokens are counted: {usage.input:,} in, {usage.output:,} out")
