"""RefWorks tagged format, as RefWorks itself and the Chinese CNKI write it.

`RT` begins a record. CNKI sometimes leaves out the blank behind a tag, writes one tag in small letters, puts all
names into one field, and gives dissertations and newspapers a date (`FD`) in place of a year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DO", "doi", tagged.doi),
    Row("id", "DI", "doi", tagged.doi),
    Row("id", "LK", "url", tagged.address_id),
    Row("id", "UL", "url", tagged.address_id),
    Row("title", "T1", read=tagged.flowed),
    Row("title", "TI", read=tagged.flowed),
    Row("title", "OT", read=tagged.flowed),
    Row("authors", "A1", read=tagged.people),
    Row("authors", "AU", read=tagged.people),
    Row("year", "YR"),
    Row("year", "FD"),
    Row("venue", "JF", read=tagged.flowed),
    Row("venue", "JO", read=tagged.flowed),
    Row("venue", "T2", read=tagged.flowed),
    Row("venue", "T3", read=tagged.flowed),
    Row("url", "LK", read=tagged.address),
    Row("url", "UL", read=tagged.address),
    Row("url", "URL", read=tagged.address),
    Row("keywords", "K1", read=tagged.keywords),
    Row("abstract", "AB", read=tagged.paragraphs),
)

# Only the tags of the format, so that a line of text such as "IN 2019 WE" goes on with its field.
_TAGS = (
    "RT|SR|ID|A[1-6]|AU|AB|AD|AN|AV|CL|CN|CR|DB|DI|DO|DS|ED|FD|IS|J[FO]|K1|LA|LK|LL|NO|O[LPT]|P[BP]|RD|RP|S[FLNPT]"
    "|T[123I]|U\\d{1,2}|UL|URL|VO|vo|W[OPTV]|YR"
)
_LINE = re.compile(rf"({_TAGS})(?:[ \t]+|(?<=\w)(?=[\u3400-\u9fff])|\Z)(.*)")
_BEGINS = re.compile(rb"\A\s*(?:<\w+>\s*)*RT [A-Z][^\n]*\n(?:.*\n)*?(?:SR|ID|A1|AU|T1|K1|JF|YR)[ \t\x80-\xff]")
_GRAMMAR = tagged.Grammar(line=_LINE, begins="RT")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first two tags are certain
    return _BEGINS.match(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("refworks", (".txt", ".refworks"), TABLE, _recognises, _records)
