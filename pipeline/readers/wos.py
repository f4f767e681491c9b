"""Web of Science tagged format ("plain text" and "EndNote desktop" exports of the Core Collection and its like).

`PT` begins a record, `ER` ends it, `EF` ends the file. Lines are wrapped; old exports do not indent what goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DI", "doi", tagged.doi),
    Row("id", "D2", "doi", tagged.doi),
    Row("id", "PM", "pmid"),
    Row("id", "UT", "key"),
    Row("title", "TI", read=tagged.flowed),
    Row("title", "FT", read=tagged.flowed),
    Row("authors", "AF", read=tagged.people),
    Row("authors", "AU", read=tagged.people),
    Row("authors", "BA", read=tagged.people),
    Row("authors", "CA", read=tagged.people),
    Row("year", "PY"),
    Row("year", "EA"),
    Row("year", "EY"),
    Row("year", "PD"),
    Row("venue", "SO", read=tagged.flowed),
    Row("venue", "J9", read=tagged.flowed),
    Row("venue", "CT", read=tagged.flowed),
    Row("url", "DL", read=tagged.address),
    Row("keywords", "DE", read=tagged.flowed_keywords),
    Row("keywords", "ID", read=tagged.flowed_keywords),
    Row("abstract", "AB", read=tagged.longest_flowed),
)

_LINE = re.compile(r"(E[RF](?=\s*\Z)|(?!E[RF](?:\s|\Z))[A-Z][A-Z0-9])(?: |\Z)(.*)")
_BEGINS = re.compile(rb"^PT [A-Z][A-Za-z]{0,11}\s*$", re.MULTILINE)
_NEXT = re.compile(rb"^(?:AU|AF|TI|UT|BA|BE|CA|SO|GP|AN|DT) \S", re.MULTILINE)
_GRAMMAR = tagged.Grammar(
    line=_LINE,
    begins="PT",
    ends="ER",
    aside=frozenset({"FN", "VR", "EF"}),
    abstract=frozenset({"AB"}),
    once=True,
)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the first tags are certain
    return _BEGINS.search(head) is not None and _NEXT.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("wos", (".ciw", ".isi", ".txt"), TABLE, _recognises, _records)
