"""What an answer was asked for, part by part: kept beside it, since its key is a hash and tells nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import Field, ValidationError

from pipeline import __version__
from pipeline.card import Provenance
from pipeline.exchange import canonical
from pipeline.outputmode import OutputMode
from pipeline.paper import digest
from pipeline.record import Record, json_of

if TYPE_CHECKING:
    from pipeline.paper import Paper
    from pipeline.prompt import Asking

_ABSTRACT_DIGITS = 16
_PARTS = ("model", "address", "prompt", "areas", "schema_", "output_mode", "parameters", "room")


class Change(NamedTuple):
    """A part of an ask that is not what it was."""

    part: str
    before: str
    now: str


class Origin(Record):
    """The parts of an ask; a paper is told by its abstract alone, of which no word is kept here.

    Attributes:
        abstract: 16 hex digits of the SHA-256 of its normal form.
        prompt: name and fingerprint of the template.
        areas: fingerprint of the names of the areas.
        schema_: fingerprint of the reply's schema.
        room: tokens that a first reply may take, by the field's name; empty where none is sent.
        claimsheet: the version that asked.
    """

    abstract: str
    model: str
    address: str
    prompt: str
    areas: str
    schema_: str = Field(alias="schema")
    output_mode: OutputMode
    parameters: dict[str, Any]
    room: dict[str, int]
    claimsheet: str

    def changes(self, now: Origin) -> tuple[Change, ...]:
        """Return how an ask of the origin `now` differs from this one of the same abstract.

        Where all parts are equal and yet the keys are not, the wording is another one: of a
        newer version, or of an abstract that is the same in all but its signs and blanks.
        """
        found = [change for part in _PARTS if (change := _change(part, self, now))]
        if any(change.part == "areas" for change in found):
            # The schema lists the areas, so it is no change of its own.
            found = [change for change in found if change.part != "schema"]
        version = _change("claimsheet", self, now)
        return tuple(found) or ((version,) if version else ())

    @property
    def label(self) -> str:
        """What is written beside the answer."""
        return json_of(self).decode()


def origin_of(paper: Paper, asking: Asking) -> Origin:
    """Return the origin of an answer about `paper` to `asking`."""
    return Origin(
        abstract=digest(paper.abstract)[:_ABSTRACT_DIGITS],
        model=asking.model,
        address=asking.address,
        prompt=asking.template.label,
        areas=asking.areas_label,
        schema_=asking.schema_label,
        output_mode=asking.output_mode,
        parameters=dict(asking.parameters),
        room={} if asking.room_name is None else {asking.room_name: asking.room},
        claimsheet=__version__,
    )


def provenance_of(asking: Asking) -> Provenance:
    """Return what cards say of their making where a model is asked in this form."""
    return Provenance(
        engine="openai",
        model=asking.model,
        prompt=asking.template.label,
        schema_=asking.schema_label,
        output_mode=asking.output_mode,
    )


def origin_from(label: str | None) -> Origin | None:
    """Return the origin that `label` writes; null where nothing, or nothing readable, was written."""
    try:
        return Origin.model_validate_json(label or "")
    except ValidationError:
        return None


def _change(part: str, before: Origin, now: Origin) -> Change | None:
    was, is_now = (_told(getattr(origin, part)) for origin in (before, now))
    return None if was == is_now else Change(part.rstrip("_").replace("_", " "), was, is_now)


def _told(value: str | dict[str, Any]) -> str:
    return value if isinstance(value, str) else canonical(value).decode()
