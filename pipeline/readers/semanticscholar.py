"""Semantic Scholar papers, one, in a list, as an answer of the API or as lines of a data set."""

from __future__ import annotations

from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import records
from pipeline.readers.mapping import Row

TABLE = (
    Row("id", "externalIds.ArXiv", "arxiv"),
    Row("id", "externalids.ArXiv", "arxiv"),
    Row("id", "externalIds.DOI", "doi"),
    Row("id", "externalids.DOI", "doi"),
    Row("id", "externalIds.PubMed", "pmid"),
    Row("id", "externalids.PubMed", "pmid"),
    Row("id", "paperId", "key"),
    Row("id", "corpusid", "key"),
    Row("title", "title"),
    Row("authors", "authors"),
    Row("year", "year"),
    Row("year", "publicationDate"),
    Row("venue", "venue"),
    Row("venue", "publicationVenue.name"),
    Row("venue", "journal.name"),
    Row("url", "url"),
    Row("abstract", "abstract"),
)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    start = head.lstrip()[:1]
    marks = (b'"paperId"', b'"corpusid"', b'"externalIds"', b'"externalids"')
    facts = (b'"title"', b'"abstract"')
    return start in {b"{", b"["} and any(mark in head for mark in marks) and any(fact in head for fact in facts)


READER = RecordFormat("semanticscholar", (".json", ".jsonl"), TABLE, _recognises, records)
