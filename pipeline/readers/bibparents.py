"""What a BibTeX entry takes from the volume that its `crossref` names, which mostly stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pipeline.readers.mapping import Fault, Raw

KEY, KIND = "entry key", "entry type"
"""The fields in which an entry's own key and type are handed over; no field of BibTeX has a blank in its name."""

_TAKEN = (
    ("booktitle", ("booktitle", "title")),
    ("journal", ("journal",)),
    ("series", ("series",)),
    ("year", ("year",)),
    ("date", ("date",)),
)
_VOLUMES = frozenset({"proceedings", "mvproceedings", "book", "mvbook", "collection", "mvcollection", "periodical"})
_MOST_HELD = 10_000
"""Records that wait for their volume: where it is missing from the file, it is missed after so many."""


def with_parents(records: Iterable[Raw | Fault]) -> Iterator[Raw | Fault]:
    """Yield the records in their order, each with what it lacks of venue and year from its volume.

    Records wait in memory from the first whose volume was not met to the place where the last such volume is.
    """
    volumes: dict[str, Mapping[str, object]] = {}
    held: list[Raw | Fault] = []
    waited_for: set[str] = set()
    for record in records:
        held.append(record)
        if isinstance(record, Raw):
            key, parent = (str(record.fields.get(name, "")).lower() for name in (KEY, "crossref"))
            if key and (key in waited_for or record.fields.get(KIND) in _VOLUMES):
                volumes.setdefault(key, _given(record.fields))
                waited_for.discard(key)
            if parent and parent not in volumes:
                waited_for.add(parent)
        if not waited_for or len(held) > _MOST_HELD:
            yield from (_whole(each, volumes) for each in held)
            held, waited_for = [], set()
    yield from (_whole(each, volumes) for each in held)


def _given(volume: Mapping[str, object]) -> dict[str, object]:
    """Return what a volume gives to its papers."""
    found = {name: next((volume[own] for own in owns if volume.get(own)), None) for name, owns in _TAKEN}
    return {name: value for name, value in found.items() if value}


def _whole(record: Raw | Fault, volumes: Mapping[str, Mapping[str, object]]) -> Raw | Fault:
    if isinstance(record, Fault) or not record.fields.get("crossref"):
        return record
    volume = volumes.get(str(record.fields["crossref"]).lower(), {})
    own = {name: value for name, value in record.fields.items() if value}
    return record._replace(fields={**volume, **own})
