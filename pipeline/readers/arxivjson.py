"""arXiv as JSON: the Kaggle snapshot (one paper a line) and the dumps of daily arXiv readers."""

from __future__ import annotations

import re

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import records
from pipeline.readers.mapping import Row


def _parsed_names(value: object) -> tuple[str, ...]:
    """Return names that stand in parts: last, first, suffix."""
    if not isinstance(value, list):
        return ()
    people = [[facts.text(str(part)) or "" for part in person] for person in value if isinstance(person, list)]
    return tuple(" ".join(filter(None, [*person[1:2], *person[:1], *person[2:3]])) for person in people)


TABLE = (
    Row("id", "id", "arxiv"),
    Row("id", "arxiv_id", "arxiv"),
    Row("id", "entry_id", "arxiv"),
    Row("id", "abs", "arxiv"),
    Row("id", "url", "url"),
    Row("id", "doi", "doi"),
    Row("title", "title"),
    Row("authors", "authors_parsed", read=_parsed_names),
    Row("authors", "authors", read=facts.people),
    Row("year", "published"),
    Row("year", "versions"),
    Row("year", "year"),
    Row("year", "id", read=facts.year_of_arxiv_id),
    Row("year", "update_date"),
    Row("venue", "journal-ref"),
    Row("venue", "journal_ref"),
    Row("url", "abs"),
    Row("url", "url"),
    Row("url", "entry_id"),
    Row("abstract", "abstract"),
    Row("abstract", "summary"),
)

_ID = re.compile(
    rb'"(?:id|arxiv_id|entry_id)"\s*:\s*"(?:https?://arxiv\.org/abs/)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})'
)
_MARKS = re.compile(rb'"(?:authors_parsed|categories|journal-ref|primary_category|abs)"\s*:')


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    return head.lstrip()[:1] in {b"{", b"["} and _ID.search(head) is not None and _MARKS.search(head) is not None


READER = RecordFormat("arxivjson", (".json", ".jsonl"), TABLE, _recognises, records)
