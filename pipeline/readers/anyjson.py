"""JSON of any source and nesting: a list of papers, an object around lists, one paper; or one a line.

The fields are those of conference dumps, paper lists, crawlers and small tools; records are found
wherever they lie. An abstract may be a list of paragraphs, and the whole a list of texts that are long enough
to be abstracts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.jsonrecords import has_records, records
from pipeline.readers.mapping import Row


def _creators(value: object) -> tuple[str, ...]:
    """Return the authors among the creators of a Zotero item."""
    if not isinstance(value, list):
        return facts.people(value)
    return facts.names(
        [item for item in value if not isinstance(item, Mapping) or item.get("creatorType", "author") == "author"]
    )


TABLE = (
    Row("id", "doi", "doi"),
    Row("id", "DOI", "doi"),
    Row("id", "arxiv_id", "arxiv"),
    Row("id", "arxivId", "arxiv"),
    Row("id", "arxiv", "arxiv"),
    Row("id", "pmid", "pmid"),
    Row("id", "openreview_id", "openreview"),
    Row("id", "site", "url"),
    Row("id", "url", "url"),
    Row("id", "openreview", "url"),
    Row("id", "pdf", "url"),
    Row("id", "link", "url"),
    Row("id", "id", "any"),
    Row("id", "paper_id", "any"),
    Row("id", "key", "key"),
    Row("title", "title", read=facts.first_text),
    Row("title", "Title", read=facts.first_text),
    Row("title", "paper_title", read=facts.first_text),
    Row("title", "display_name", read=facts.first_text),
    Row("authors", "authors", read=facts.people),
    Row("authors", "author", read=facts.people),
    Row("authors", "Authors", read=facts.people),
    Row("authors", "authors_list", read=facts.people),
    Row("authors", "creators", read=_creators),
    Row("year", "year"),
    Row("year", "Year"),
    Row("year", "publication_year"),
    Row("year", "published"),
    Row("year", "publication_date"),
    Row("year", "date"),
    Row("year", "publishedAt"),
    Row("year", "cdate", read=facts.year_of_time),
    Row("year", "bibtex", read=facts.year_within),
    Row("year", "arxiv_id", read=facts.year_of_arxiv_id),
    Row("venue", "venue"),
    Row("venue", "conference"),
    Row("venue", "journal"),
    Row("venue", "booktitle"),
    Row("venue", "publicationTitle"),
    Row("venue", "proceedingsTitle"),
    Row("venue", "conferenceName"),
    Row("url", "url"),
    Row("url", "site"),
    Row("url", "link"),
    Row("url", "pdf"),
    Row("keywords", "keywords", read=facts.commas),
    Row("keywords", "tags", read=facts.commas),
    Row("abstract", "abstract", read=facts.paragraphs),
    Row("abstract", "Abstract"),
    Row("abstract", "abstract_text"),
    Row("abstract", "abstractText"),
    Row("abstract", "paper_abstract"),
    Row("abstract", "paperAbstract"),
    Row("abstract", "abstractNote"),
    Row("abstract", "summary"),
    Row("abstract", "description"),
)

_OWN_OUTPUT = re.compile(rb'\s*\{\s*"schema_version"')


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    return head.lstrip()[:1] in {b"{", b"["} and _OWN_OUTPUT.match(head) is None and has_records(head)


READER = RecordFormat("json", (".json",), TABLE, _recognises, records, rank=2)
