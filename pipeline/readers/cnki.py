"""CNKI's own text export, whose tags are an English and a Chinese word: `Title-题名: …`."""

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
    Row("id", "Link", "url", tagged.address_id),
    Row("title", "Title", read=tagged.flowed),
    Row("authors", "Author", read=tagged.people),
    Row("year", "Year"),
    Row("year", "PubTime"),
    Row("venue", "Source", read=tagged.flowed),
    Row("url", "URL", read=tagged.address),
    Row("url", "Link", read=tagged.address),
    Row("keywords", "Keyword", read=tagged.keywords),
    Row("abstract", "Summary", read=tagged.paragraphs),
    Row("abstract", "Abstract", read=tagged.paragraphs),
)

_LINE = re.compile(r"(DOI|URL|Link|[A-Z][A-Za-z]{1,20}(?=-[\u3400-\u9fff]))(?:-[^\s:：]{1,12})?[ \t]*[:：][ \t]*(.*)")
_BEGINS = re.compile("^(?:SrcDatabase-来源库|Title-题名)\\s*(?::|：)".encode(), re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="SrcDatabase", blank_begins=True)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tag is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("cnki", (".txt",), TABLE, _recognises, _records)
