"""arXiv feeds (Atom and RSS) and harvests (OAI-PMH, in the formats `arXiv`, `arXivRaw` and `oai_dc`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.xmlrecords import Element, elements, name_of, text_of

TABLE = (
    Row("id", "id", "arxiv"),
    Row("id", "identifier", "arxiv"),
    Row("id", "doi", "doi"),
    Row("title", "title", read=facts.first_text),
    Row("authors", "author"),
    Row("authors", "creator"),
    Row("authors", "authors", read=facts.people),
    Row("year", "published"),
    Row("year", "created"),
    Row("year", "version"),
    Row("year", "date"),
    Row("year", "updated"),
    Row("year", "identifier", read=facts.year_of_arxiv_id),
    Row("venue", "journal_ref"),
    Row("venue", "journal-ref"),
    Row("url", "link"),
    Row("url", "address"),
    Row("abstract", "summary"),
    Row("abstract", "abstract"),
    Row("abstract", "description"),
)

_ERROR = "arxiv.org/api/errors"


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for element in elements(stream, origin, {"entry", "record", "item"}):
        if isinstance(element, Fault):
            yield element
        else:
            yield _record(element)


def _record(element: Element) -> Raw | Fault:
    fields: dict[str, object] = {}
    lists: dict[str, list[object]] = {"author": [], "creator": []}
    deleted = False
    for inner in element.iter():
        name = name_of(inner)
        deleted |= name == "header" and inner.get("status") == "deleted"
        if name in lists:
            lists[name] += facts.people(text_of(inner)) if name_of(element) == "item" else [_person(inner)]
        elif name == "link" and inner.get("rel") == "alternate":
            fields.setdefault("link", inner.get("href"))
        elif name == "link" and text_of(inner):
            fields.setdefault("link", text_of(inner))
        elif name == "description":
            fields["description"] = max(str(fields.get("description", "")), text_of(inner), key=len)
        elif name in _TAKEN:
            fields.setdefault(name, text_of(inner))
    fields |= {name: found for name, found in lists.items() if found}
    if deleted:
        return Raw(fields, missing="arXiv has taken this paper back")
    if _ERROR in str(fields.get("id")):
        return Fault(f"this is no paper but an error of arXiv, {str(fields.get('summary'))[:120]!r}")
    number = str(fields.get("id") or fields.get("identifier") or fields.get("guid") or "").rpartition("arXiv.org:")[2]
    if number and "://" not in number:
        fields["address"] = f"https://arxiv.org/abs/{number}"
        fields["identifier"] = number
    return Raw(fields)


_TAKEN = frozenset(
    {"id", "identifier", "guid", "doi", "title", "authors", "journal_ref", "journal-ref", "summary", "abstract"}
    | {"published", "created", "date", "updated"}
)


def _person(author: Element) -> object:
    """Return the name of an author, whole or put together from its parts."""
    parts = {name_of(part): text_of(part) for part in author}
    if "keyname" in parts:
        return " ".join(filter(None, (parts.get("forenames"), parts["keyname"], parts.get("suffix"))))
    return parts.get("name") or text_of(author)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - any name will do
    marked = b"<OAI-PMH" in head or b"http://www.openarchives.org/OAI/2.0/" in head
    feed = b"http://www.w3.org/2005/Atom" in head and b"<feed" in head
    feed |= b"arxiv.org" in head and (b"<rss" in head or b"<rdf:RDF" in head)
    return head.lstrip().startswith(b"<") and (marked or feed)


READER = RecordFormat("arxivxml", (".xml", ".atom"), TABLE, _recognises, _records, is_text=False)
