"""OpenAlex works, one, in a list or as an answer of the API; the abstract is put together from its index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.readers import facts, ids
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import records
from pipeline.readers.mapping import Row

_MOST_DIGITS = 6


def _abstract(value: object) -> str:
    """Return the words of an index in the order of their places."""
    if not isinstance(value, Mapping):
        return facts.abstract(value)
    places = dict(_places(value))
    return facts.abstract(" ".join(places[place] for place in sorted(places)))


def _places(index: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    for word, places in index.items():
        for place in places if isinstance(places, list) else [places]:
            written = str(place)
            if not written.isdecimal() or len(written) > _MOST_DIGITS:
                raise facts.WrongValueError(f"puts the word {word[:40]!r} at {written[:20]!r}, which is no place")
            yield int(written), word


def _names(value: object) -> tuple[str, ...]:
    """Return the names of authorships."""
    people = (
        [item.get("author", item) for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
    )
    return facts.names([person for person in people if isinstance(person, Mapping)])


def _keywords(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return facts.names(value)
    return facts.names([item.get("keyword", item) if isinstance(item, Mapping) else item for item in value])


def _own_id(value: object) -> str | None:
    return ids.key(str(value).rpartition("/")[2])


TABLE = (
    Row("id", "doi", "doi"),
    Row("id", "ids.doi", "doi"),
    Row("id", "ids.pmid", "pmid"),
    Row("id", "primary_location.landing_page_url", "url"),
    Row("id", "id", "key", read=_own_id),
    Row("title", "title"),
    Row("title", "display_name"),
    Row("authors", "authorships", read=_names),
    Row("year", "publication_year"),
    Row("year", "publication_date"),
    Row("venue", "primary_location.source.display_name"),
    Row("venue", "host_venue.display_name"),
    Row("url", "primary_location.landing_page_url"),
    Row("url", "doi"),
    Row("url", "id"),
    Row("keywords", "keywords", read=_keywords),
    Row("abstract", "abstract_inverted_index", read=_abstract),
    Row("abstract", "abstract"),
)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    start = head.lstrip()[:1]
    return start in {b"{", b"["} and (b'"abstract_inverted_index"' in head or b'"https://openalex.org/W' in head)


READER = RecordFormat("openalex", (".json", ".jsonl"), TABLE, _recognises, records)
