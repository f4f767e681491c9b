"""ProQuest's text: records parted by lines of underscores, of paragraphs that begin with the name of a field.

The full text of a paper is passed over, as are the heading, the contents and the address of the report. Where no field
gives the title, it is the line above the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.errors import InputError
from pipeline.readers import tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_RULE = "_"
_HEADING = "heading"
_NOT_THE_TITLE = re.compile(r"Document \d+ of \d+")
_MARK = re.compile(r"(?<!\S)\d.*\Z", re.DOTALL)
_STOP = re.compile(r"(?<=[a-zà-ÿ]{3})\.\Z")
_JOURNAL = re.compile(r"(?:(?<!\s)\s*;|,? Vol\.|[.,]? ProQuest |(?: \d[\d.]{0,9})?,? \().*\Z", re.DOTALL)
_YEAR = re.compile(r"(?<![\d./-])(?:1[5-9]|20)\d\d(?=[):.])")


def _last(value: object) -> str | None:
    """Return the last text of a field: one that an earlier line of the full text seems to open is not it."""
    found = tagged.values(value)
    return tagged.flowed(found[-1]) if found else None


def _authors(value: object) -> tuple[str, ...]:
    """Return names without the numbers of their institutions, and without these."""
    names = (_MARK.sub("", name).strip(" ,") for name in tagged.people(tagged.flowed(value)))
    return tuple(_STOP.sub("", name) for name in names if name)


def _journal(value: object) -> str | None:
    """Return what stands before the place, the volume and the date of a publication."""
    return _JOURNAL.sub("", tagged.flowed(value) or "").rstrip(".") or None


def _year(value: object) -> int | None:
    """Return the year that ends a date; one of a volume or of pages does not."""
    found = _YEAR.search(tagged.flowed(value) or "")
    return int(found[0]) if found else None


def _first(value: object) -> str:
    """Return the first of several abstracts, which the full text repeats."""
    return tagged.paragraphs(next(iter(tagged.values(value)), None))


TABLE = (
    Row("id", "DOI", "doi", tagged.doi),
    Row("id", "Publication info", "doi", tagged.doi),
    Row("title", "Title", read=_last),
    Row("title", _HEADING),
    Row("authors", "Author", read=_authors),
    Row("authors", "Authors", read=_authors),
    Row("year", "Publication year"),
    Row("year", "Publication date"),
    Row("year", "Year"),
    Row("year", "Degree date"),
    Row("year", "Publication info", read=_year),
    Row("venue", "Publication title", read=_journal),
    Row("venue", "Publication info", read=_journal),
    Row("venue", "University/institution", read=tagged.flowed),
    Row("venue", "School", read=tagged.flowed),
    Row("url", "Document URL", read=tagged.address),
    Row("url", "ProQuest document link", read=tagged.address),
    Row("url", "Links", read=tagged.address),
    Row("keywords", "Identifier / keyword", read=tagged.flowed_keywords),
    Row("keywords", "Identifier (keyword)", read=tagged.flowed_keywords),
    Row("keywords", "Subject", read=tagged.flowed_keywords),
    Row("abstract", "Abstract", read=_first),
    Row("abstract", "Abstract (English)", read=_first),
    Row("abstract", "Abstract (summary)", read=_first),
)

_OTHERS = (
    "Accession number", "Advisor", "Alternate title", "Author affiliation", "Broad subject", "Business indexing term",
    "CODEN", "Classification", "Company / organization", "Copyright", "Corporate/institutional author",
    "Correspondence author", "Country of publication", "Database", "Dissertation/thesis number", "Document feature",
    "Document type", "Edition", "First page", "Full Text", "Full text", "ISBN", "ISSN", "Issue", "Journal subject",
    "Language", "Language of publication", "Last updated", "Location", "MeSH", "Narrow subject", "Number of pages",
    "Number of references", "Pages", "People", "Place of publication", "ProQuest document ID", "Publication history",
    "Publication subject", "Publisher", "Section", "Source type", "Substance", "University location", "Volume",
    "e-ISSN",
)  # fmt: skip
"""Fields that say nothing of these facts, and so end the one before them."""

_LINK = "ProQuest document link"
_NAMES = sorted({row.field for row in TABLE} - {_HEADING, _LINK} | set(_OTHERS))
_TRANSLATED = r"Abstract \([A-Z][A-Za-z ]{2,20}\)"
_LINE = re.compile(
    rf"({_RULE}(?={_RULE}{{19,}}\s*\Z)|{_LINK}(?=\s*\Z)|(?:{'|'.join(map(re.escape, _NAMES))}|{_TRANSLATED})(?=:))"
    r"[_:]*[ \t]*(.*)"
)
_GRAMMAR = tagged.Grammar(line=_LINE, begins=_RULE, abstract=frozenset({"Abstract"}))
_BEGINS = re.compile(rb"^_{20,}[ \t\r]*$", re.MULTILINE)
_OWN = re.compile(
    rb"^(?:Document \d+ of \d+[ \t\r]*$|ProQuest document (?:link|ID)|Publication info:)"
    rb"|\bProQuest LLC\b|\bproquest\.com/docview/",
    re.MULTILINE,
)
_TITLE, _ABSTRACT = (re.compile(rb"^" + name + rb": ?\S", re.MULTILINE) for name in (b"Title", b"Abstract"))
_ENGLISH = frozenset(row.field for row in TABLE) - {"DOI", _HEADING, _LINK}


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the rules and the names of fields are certain
    ruled = _BEGINS.search(head)
    return ruled is not None and bool(_OWN.search(head) or (_TITLE.search(head) and _ABSTRACT.search(head)))


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    empty = True
    for record in tagged.records(stream, origin, _GRAMMAR):
        if isinstance(record, Fault):
            yield record
        elif record.fields.keys() & _ENGLISH:
            yield record._replace(fields={**record.fields, _HEADING: _heading(record.fields.get(_RULE))})
        else:
            continue
        empty = False
    if empty:
        mend = "Export it again from ProQuest's pages in English."
        raise InputError.at(origin.path, "none of its fields has a name in English", mend)


def _heading(above: object) -> str | None:
    """Return the first line above the fields that may be a title."""
    lines = (line.strip() for text in tagged.values(above) for line in text.split("\n"))
    return next((line for line in lines if line and not _NOT_THE_TITLE.fullmatch(line)), None)


READER = RecordFormat("proquest", (".txt",), TABLE, _recognises, _records)
