r"""arXiv's mails of new papers: between lines of `\\` first the fields of a paper, then its abstract and its address.

A paper that was replaced comes without its abstract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.readers import facts, ids, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.mapping import Fault, Origin, Raw, Row

_IN_BRACKETS = re.compile(r"\s?\([^()]*\)")


def _id(value: object) -> str | None:
    return ids.arxiv((tagged.flowed(value) or "").partition(" ")[0])


def _authors(value: object) -> tuple[str, ...]:
    """Return names without institutions, which stand in brackets, their numbers in further ones."""
    written = tagged.flowed(value) or ""
    return facts.people(_IN_BRACKETS.sub("", _IN_BRACKETS.sub("", written)))


TABLE = (
    Row("id", "arXiv", "arxiv", _id),
    Row("id", "DOI", "doi", tagged.doi),
    Row("title", "Title", read=tagged.flowed),
    Row("authors", "Authors", read=_authors),
    Row("authors", "Author", read=_authors),
    Row("year", "Date"),
    Row("year", "arXiv", read=facts.year_of_arxiv_id),
    Row("venue", "Journal-ref", read=tagged.flowed),
    Row("url", r"\\ (", read=tagged.address),
    Row("abstract", r"\\", read=tagged.longest_flowed),
)

_ENTRY = r"(?=:(?:\d{4}\.\d{4,5}|[a-z-]{2,16}(?:\.[A-Z]{2})?/\d{7})(?: \(\*cross-listing\*\))?\s*\Z)"
_NAMES = "DOI|Title|Authors?|Date|Journal-ref|Categories|Subjects|Comments|MSC-class|ACM-class|Report-no|License|Proxy"
_LINE = re.compile(rf"(arXiv{_ENTRY}|\\\\ \((?= ?http)|\\\\(?=\s*\Z)|(?:{_NAMES})(?=:)):?[ \t]*(.*)")
_BEGINS = re.compile(rb"^\\\\[ \t\r]*\narXiv:(?:\d{4}\.\d{4}|[a-z-]+)", re.MULTILINE)
_GRAMMAR = tagged.Grammar(line=_LINE, begins="arXiv", abstract=frozenset({r"\\"}))


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - how an entry begins is certain
    return _BEGINS.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return tagged.records(stream, origin, _GRAMMAR)


READER = RecordFormat("arxivmail", (".txt", ".eml"), TABLE, _recognises, _records)
