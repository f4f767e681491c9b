"""PubMed XML (`PubmedArticleSet`), as NCBI's E-utilities, the yearly baseline files and JabRef give it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from lxml import etree

from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.xmlrecords import Element, elements, name_of, text_of

TABLE = (
    Row("id", "PMID", "pmid"),
    Row("id", "doi", "doi"),
    Row("title", "ArticleTitle", read=facts.first_text),
    Row("title", "VernacularTitle", read=facts.first_text),
    Row("title", "BookTitle", read=facts.first_text),
    Row("authors", "Author"),
    Row("year", "PubDate"),
    Row("year", "ArticleDate"),
    Row("year", "ContributionDate"),
    Row("venue", "Title", read=facts.first_text),
    Row("venue", "ISOAbbreviation", read=facts.first_text),
    Row("venue", "MedlineTA", read=facts.first_text),
    Row("venue", "BookTitle", read=facts.first_text),
    Row("keywords", "Keyword"),
    Row("keywords", "DescriptorName"),
    Row("abstract", "Abstract"),
    Row("abstract", "OtherAbstract"),
)

_RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle"})
_ROOT = re.compile(rb"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle|MedlineCitationSet)[\s>/]")
_TEXTS = ("ArticleTitle", "VernacularTitle", "BookTitle", "ISOAbbreviation", "MedlineTA")
_DATES = ("PubDate", "ArticleDate", "ContributionDate")
_LISTS = ("Keyword", "DescriptorName")
_ABSTRACTS = ("Abstract", "OtherAbstract")


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the name of the root is certain
    return _ROOT.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for element in elements(stream, origin, _RECORDS):
        if isinstance(element, Fault):
            yield element
        else:
            yield Raw(_fields(element), element.sourceline)


def _fields(record: Element) -> dict[str, object]:
    """Return the fields of a record, by the names of their elements; those of its references are not among them."""
    fields: dict[str, object] = {"doi": _doi(record)}
    lists: dict[str, list[object]] = {name: [] for name in ("Author", *_LISTS)}
    for element in _own(record):
        name = name_of(element)
        if name in _ABSTRACTS:
            fields.setdefault(name, _abstract(element))
        elif name == "Author":
            lists[name].append(_author(element))
        elif name in _LISTS:
            lists[name].append(text_of(element))
        elif name in _DATES:
            fields.setdefault(name, " ".join(text_of(element).split()))
        elif name in _TEXTS:
            fields.setdefault(name, _marked_up(element))
        elif name == "PMID" or (name == "Title" and _parent(element) == "Journal"):
            fields.setdefault(name, text_of(element))
    return {**fields, **lists}


def _own(record: Element) -> Iterator[Element]:
    """Yield the elements of a record in their order, but for those of references and corrections."""
    for element in record:
        if name_of(element) not in ("ReferenceList", "CommentsCorrectionsList", "InvestigatorList"):
            yield element
            yield from _own(element)


def _doi(record: Element) -> str | None:
    """Return the DOI of a record itself."""
    for element in _own(record):
        kind = element.get("EIdType") or element.get("IdType")
        if kind == "doi" and name_of(element) in ("ELocationID", "ArticleId") and element.get("ValidYN") != "N":
            return text_of(element)
    return None


def _author(element: Element) -> str:
    """Return a name, the family name first as in PubMed's other format; or that of a group."""
    parts = {name_of(part): text_of(part) for part in element}
    given = parts.get("ForeName") or parts.get("FirstName") or parts.get("Initials")
    family = parts.get("LastName") or parts.get("CollectiveName") or ""
    return f"{family}, {given}" if family and given else family or given or ""


def _abstract(element: Element) -> str:
    """Return an abstract, each labelled part a paragraph; who owns it stands in an element of its own."""
    parts = [part for part in element if name_of(part) == "AbstractText"]
    return "\n".join(text for part in parts if (text := _labelled(part)))


def _labelled(part: Element) -> str:
    text, label = _marked_up(part), (part.get("Label") or "").strip()
    return f"{label}: {text}" if label and label.upper() != "UNLABELLED" and text else text


def _marked_up(element: Element) -> str:
    """Return the text of an element; with elements in it, their tags are left to cleaning."""
    if not len(element):
        return " ".join((element.text or "").split())
    written = etree.tostring(element, encoding="unicode", with_tail=False)
    inner = written[written.index(">") + 1 : written.rindex("<")]
    return " ".join(inner.split())


def _parent(element: Element) -> str:
    parent = element.getparent()
    return "" if parent is None else name_of(parent)


READER = RecordFormat("pubmedxml", (".xml",), TABLE, _recognises, _records, is_text=False)
