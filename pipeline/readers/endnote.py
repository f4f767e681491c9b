"""EndNote tagged format (refer), as EndNote, CNKI, Wanfang, Google Scholar and the ACM write it.

`%0` begins a record; where a file has none, records are parted by blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "%R", "doi", tagged.doi),
    Row("id", "%U", "url", tagged.address_id),
    Row("id", "%M", "doi", tagged.bare_doi),
    Row("title", "%T", read=tagged.flowed),
    Row("title", "%Q", read=tagged.flowed),
    Row("title", "%!", read=tagged.flowed),
    Row("authors", "%A", read=tagged.people),
    Row("year", "%D"),
    Row("year", "%8"),
    Row("venue", "%J", read=tagged.flowed),
    Row("venue", "%B", read=tagged.flowed),
    Row("venue", "%O", read=tagged.flowed),
    Row("venue", "%S", read=tagged.flowed),
    Row("url", "%U", read=tagged.address),
    Row("keywords", "%K", read=tagged.keywords),
    Row("abstract", "%X", read=tagged.paragraphs),
)

_LINE = re.compile(r"(%[0-9A-Z?@!#$&()*+<=>^~[\]])(?:[ \t]+|\Z)(.*)")
_BEGINS = re.compile(rb"\A\s*%(?:0[ \t]+\w|[ADTJ][ \t]+\S[^\n]*\n(?:\s*\n)?%[0-9A-Z@][ \t]+\S)")
_GRAMMAR = tagged.Grammar(line=_LINE, begins="%0", blank_begins=True)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tags are certain
    return _BEGINS.match(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("endnote", (".enw", ".txt"), TABLE, _recognises, _records)
