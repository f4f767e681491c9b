"""The smallest ask there is, in the very form of a run's: same messages, same fields, a schema of one number."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pipeline.engines.interface import NotSupported
from pipeline.ladder import step_down
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.parse import one_object
from pipeline.prompt import Asking, template_from
from pipeline.taxonomy import Taxonomy

if TYPE_CHECKING:
    from pipeline.engines.interface import Asker
    from pipeline.exchange import Reply

_TEMPLATE = "---\nname: trial\nversion: 1\n---\n# system\nAdd up the two numbers.\n# user\n{sentences}"
_SUM = Paper(id="trial", abstract="2 + 3")
_ROOM = 1024  # what models that reason out of sight need for so little


class Trial(Asking):
    """The form of an ask whose whole reply is `{"sum": 5}`."""

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the reply."""
        properties = {"sum": {"type": "integer"}}
        return {"type": "object", "properties": properties, "required": ["sum"], "additionalProperties": False}


def trial(form: Asking) -> Trial:
    """Return the trial of asks that are made in `form`, with room for one token and no structure asked for."""
    template = template_from(_TEMPLATE, "the trial", ())
    return Trial(
        form.address, form.model, template, Taxonomy(areas=()), OutputMode.TEXT, 1, form.room_name, form.parameters
    )


def structured(form: Asking, mode: OutputMode) -> Asking:
    """Return `form` with room for a reply and its structure asked for."""
    return replace(form, output_mode=mode, room=_ROOM)


async def answered(asker: Asker, form: Asking) -> tuple[Asking, Reply | None]:
    """Return the form of `form` that is taken, and the reply; null where the room was too small for any.

    Raises:
        AskFailed: the ask came to nothing.
        NotSupported: a field is refused that cannot be left out.
        ProviderError: no ask can succeed.
    """
    while True:
        try:
            return form, (await asker.ask(form.request(_SUM))).reply
        except NotSupported as refused:
            lower = step_down(form, refused.field)
            if lower is None and form.room == 1 and refused.field.endswith("_tokens"):
                # Some models call it an error when they cannot end in so little room.
                return form, None
            if lower is None:
                raise
            form = lower


def fault_in(reply: Reply) -> str | None:
    """Return what keeps `reply` from being the object that was asked for; null where it is one."""
    told = reply.completion
    if told.finish_reason == "length":
        return f"not ended within {_ROOM} tokens"
    try:
        text = one_object(told.content or "")
    except ValueError as error:
        return str(error)
    return None if text.translate(_BLANKS) == '{"sum":5}' else f"it is {text[:80]}"


_BLANKS = str.maketrans("", "", " \t\r\n")
