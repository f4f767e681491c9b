"""CSL-JSON, as Zotero, Pandoc and citation services write it."""

from __future__ import annotations

import re

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import records
from pipeline.readers.mapping import Row

TABLE = (
    Row("id", "DOI", "doi"),
    Row("id", "PMID", "pmid"),
    Row("id", "number", "arxiv"),
    Row("id", "URL", "url"),
    Row("id", "citation-key", "citation"),
    Row("id", "id", "citation"),
    Row("title", "title", read=facts.first_text),
    Row("authors", "author"),
    Row("year", "issued"),
    Row("year", "original-date"),
    Row("venue", "container-title"),
    Row("venue", "event-title"),
    Row("venue", "publisher"),
    Row("url", "URL"),
    Row("keywords", "keyword", read=facts.commas),
    Row("abstract", "abstract"),
)

_MARKS = re.compile(rb'"(?:issued|container-title|citation-key|title-short|date-parts)"\s*:')
_TYPE = re.compile(
    rb'"type"\s*:\s*"(?:article|paper-conference|chapter|book|report|thesis|webpage|manuscript|software|dataset|post)'
)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    return head.lstrip()[:1] in {b"{", b"["} and _TYPE.search(head) is not None and _MARKS.search(head) is not None


READER = RecordFormat("csljson", (".json",), TABLE, _recognises, records, rank=1)
