"""CSSCI, the Chinese index of the social sciences: each field a line, its name in lenticular brackets.

Such an export holds no abstracts, so its papers are told without one. Names of fields are spaced out (`【期    刊】`);
that does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_SLASH = re.compile(r"[/／]")


def _items(value: object) -> tuple[str, ...]:
    """Return the names or keywords that slashes part."""
    return tuple(item.strip() for item in _SLASH.split(tagged.flowed(value) or "") if item.strip())


TABLE = (
    Row("title", "来源篇名", read=tagged.flowed),
    Row("title", "英文篇名", read=tagged.flowed),
    Row("authors", "来源作者", read=_items),
    Row("year", "年代卷期"),
    Row("venue", "期刊", read=tagged.flowed),
    Row("keywords", "关键词", read=_items),
)

_RULE = "-"
_LINE = re.compile(rf"[ \t]*【?({_RULE}(?=-{{9,}}\s*\Z)|(?<=【)[^【】]{{2,16}}(?=】))】?[ \t\u3000]*(.*)")
_BEGINS = re.compile("^[ \t]*【来源篇名】".encode(), re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="来源篇名", aside=frozenset({_RULE}))
_SPACE = re.compile(r"\s+")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the name of the first field is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for record in tagged.records(stream, origin, _GRAMMAR):
        if isinstance(record, Raw):
            fields = {_SPACE.sub("", name): value for name, value in record.fields.items()}
            yield record._replace(fields=fields)
        else:
            yield record


READER = RecordFormat("cssci", (".txt",), TABLE, _recognises, _records)
