"""EndNote's XML, which Mendeley and Zotero write too; texts stand in elements of style."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.xmlrecords import Element, elements

TABLE = (
    Row("id", "electronic-resource-num", "doi", tagged.doi),
    Row("id", "urls//url", "url", tagged.address_id),
    Row("title", "titles/title", read=tagged.flowed),
    Row("authors", "contributors/authors/author", read=tagged.people),
    Row("year", "dates/year"),
    Row("venue", "titles/secondary-title", read=tagged.flowed),
    Row("venue", "periodical/full-title", read=tagged.flowed),
    Row("url", "urls//url", read=tagged.address),
    Row("keywords", "keywords/keyword", read=tagged.keywords),
    Row("abstract", "abstract", read=tagged.paragraphs),
)

_PATHS = tuple(dict.fromkeys(row.field for row in TABLE))
_TAGS = {"superscript": "sup", "subscript": "sub"}
_RECORDS = frozenset({"record"})


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the element around all records is certain
    return head.lstrip().startswith(b"<") and b"<records>" in head and b"<record>" in head


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for element in elements(stream, origin, _RECORDS):
        yield element if isinstance(element, Fault) else Raw(_fields(element), element.sourceline)


def _fields(record: Element) -> dict[str, object]:
    """Return the texts at each path of the table."""
    found = {path: [text for part in record.iterfind(path) if (text := _text(part).strip())] for path in _PATHS}
    return {path: texts for path, texts in found.items() if texts}


def _text(element: Element) -> str:
    """Return the text of an element; what a style sets high or low gets the tags that cleaning knows."""
    inner = (element.text or "") + "".join(_text(part) + (part.tail or "") for part in element)
    tag = next((_TAGS[face] for face in (element.get("face") or "").split() if face in _TAGS), None)
    return f"<{tag}>{inner}</{tag}>" if tag and inner else inner


READER = RecordFormat("endnotexml", (".xml",), TABLE, _recognises, _records, is_text=False)
