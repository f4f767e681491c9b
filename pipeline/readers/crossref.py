"""Crossref works, one, in a list or as an answer of the API; abstracts are JATS."""

from __future__ import annotations

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import records
from pipeline.readers.mapping import Row

TABLE = (
    Row("id", "DOI", "doi"),
    Row("title", "title", read=facts.first_text),
    Row("authors", "author"),
    Row("year", "issued"),
    Row("year", "published-print"),
    Row("year", "published-online"),
    Row("year", "published"),
    Row("year", "created"),
    Row("venue", "container-title"),
    Row("venue", "event.name"),
    Row("venue", "institution.name"),
    Row("url", "URL"),
    Row("keywords", "subject"),
    Row("abstract", "abstract"),
)

_MARKS = (b'"message-type"', b'"is-referenced-by-count"', b'"content-domain"', b'"reference-count"', b'"prefix"')


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    return head.lstrip()[:1] in {b"{", b"["} and b'"DOI"' in head and any(mark in head for mark in _MARKS)


READER = RecordFormat("crossref", (".json", ".jsonl"), TABLE, _recognises, records)
