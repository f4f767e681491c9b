"""OpenReview notes, of the first API (`content.title`) and the second (`content.title.value`).

Replies to a paper (reviews, comments, decisions) are no papers and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from pipeline.readers import facts, jsonrecords
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row


def _first_api(read: facts.Fact) -> facts.Fact:
    """Return how a field of the first API is read: the object of a field of the second that has no value is nothing."""
    return lambda value: None if isinstance(value, Mapping) else read(value)


TABLE = (
    Row("id", "forum", "openreview"),
    Row("id", "id", "openreview"),
    Row("title", "content.title.value"),
    Row("title", "content.title", read=facts.first_text),
    Row("authors", "content.authors.value", read=facts.people),
    Row("authors", "content.authors", read=_first_api(facts.people)),
    Row("year", "year"),
    Row("year", "content.venue.value"),
    Row("year", "content.venue", read=_first_api(facts.year_within)),
    Row("year", "content.venueid.value"),
    Row("year", "invitation"),
    Row("year", "invitations"),
    Row("year", "pdate", read=facts.year_of_time),
    Row("year", "cdate", read=facts.year_of_time),
    Row("venue", "content.venue.value"),
    Row("venue", "content.venue", read=facts.first_text),
    Row("venue", "venue"),
    Row("url", "url"),
    Row("keywords", "content.keywords.value", read=facts.commas),
    Row("keywords", "content.keywords", read=_first_api(facts.commas)),
    Row("abstract", "content.abstract.value"),
    Row("abstract", "content.abstract", read=_first_api(facts.stripped_abstract)),
)

_CONTENT = re.compile(rb'"content"\s*:\s*\{')


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for record in jsonrecords.records(stream, origin):
        if isinstance(record, Fault) or not _is_reply(record):
            yield record


def _is_reply(record: Raw) -> bool:
    forum, own = record.fields.get("forum"), record.fields.get("id")
    return forum is not None and own is not None and forum != own


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    start = head.lstrip()[:1]
    return (
        start in {b"{", b"["} and _CONTENT.search(head) is not None and (b'"forum"' in head or b'"invitation' in head)
    )


READER = RecordFormat("openreview", (".json", ".jsonl"), TABLE, _recognises, _records)
