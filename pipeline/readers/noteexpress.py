"""NoteExpress, the Chinese reference manager, whose format CNKI, Wanfang and CQVIP also write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DOI", "doi", tagged.doi),
    Row("id", "URL", "url", tagged.address_id),
    Row("title", "Title", read=tagged.flowed),
    Row("authors", "Author", read=tagged.people),
    Row("year", "Year"),
    Row("year", "Date"),
    Row("venue", "Journal", read=tagged.flowed),
    Row("venue", "Conference Name", read=tagged.flowed),
    Row("venue", "Secondary Title", read=tagged.flowed),
    Row("venue", "Newspaper", read=tagged.flowed),
    Row("venue", "University", read=tagged.flowed),
    Row("url", "URL", read=tagged.address),
    Row("keywords", "Keywords", read=tagged.keywords),
    Row("abstract", "Abstract", read=tagged.paragraphs),
)

_LINE = re.compile(r"\{([A-Z][A-Za-z/ -]{1,40})\}\s*[:：][ \t]*(.*)")
_BEGINS = re.compile(rb"^\{Reference Type\}\s*(?::|\xef\xbc\x9a)", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="Reference Type")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tag is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("noteexpress", (".net", ".txt"), TABLE, _recognises, _records)
