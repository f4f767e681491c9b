"""PubMed's text of abstracts: numbered records of paragraphs without tags, each with its PMID.

The first paragraph cites the paper, the second is its title; what follows the authors and is neither their
information, a comment nor an id is the abstract.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pipeline.readers import facts, tagged
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "DOI", "doi"),
    Row("id", "PMID", "pmid"),
    Row("title", "title"),
    Row("authors", "authors", read=facts.people),
    Row("year", "citation"),
    Row("venue", "journal"),
    Row("abstract", "abstract"),
)

_BEGINS = re.compile(r"(\d{1,9})\. (\S.*)")
_BLANKS = 2
"""Lines that stand before a record, one more than between its paragraphs."""

_FIRST = re.compile(rb"\s*1\. \S[^\n]*(?:\n[^\n]+)*?(?:1[89]|20)\d\d")
_PMID = re.compile(rb"^PMID: \d+", re.MULTILINE)
_ID = re.compile(r"^(DOI|PMID): (\S+)", re.MULTILINE)
_NAMES = re.compile(r"(?:[^\W\d_][\w'’.-]*+ )+[A-Z]{1,4}(?: (?:Jr|Sr|\d\w+))?(?:\([\d, ]+\))*(?:[,.;]|$)")
_MARK = re.compile(r"(?:\(\d+\))+")
_ASIDE = re.compile(
    r"(?:Author information|Collaborators|(?:Comment|Erratum|Update|Republished|Retraction) (?:in|on|of|from)|DOI"
    r"|PMC?ID|Conflict of interest statement|Publisher)\b|\[Article in "
)


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the ids of each record are certain
    return _FIRST.match(head) is not None and _PMID.search(head) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines: list[str] = []
    number, begun, blanks = 0, 1, _BLANKS
    for place, line in enumerate(text_lines(stream, origin.path), start=1):
        found = _BEGINS.match(line) if blanks >= _BLANKS else None
        if found and int(found[1]) == number + 1:
            if number:
                yield Raw(_fields(lines), begun)
            number, begun, lines = number + 1, place, [found[2]]
        else:
            lines.append(line)
        blanks = 0 if line.strip() else blanks + 1
    if number:
        yield Raw(_fields(lines), begun)


def _fields(lines: Iterable[str]) -> dict[str, object]:
    citation, *rest = [part.strip() for part in tagged.BLANK_LINE.split("\n".join(lines))]
    paragraphs = [part for part in rest if part]
    fields: dict[str, object] = {name: found for part in paragraphs for name, found in _ID.findall(part)}
    fields |= {"citation": citation, "journal": citation.partition(".")[0]}
    title, *told = [part for part in paragraphs if not _ASIDE.match(part)] or [""]
    if told and _NAMES.match(told[0]):
        fields["authors"] = _MARK.sub("", " ".join(told.pop(0).split())).rstrip(".")
    abstract = [" ".join(part.split()) for part in told]
    return fields | {"title": " ".join(title.split()).rstrip("."), "abstract": "\n".join(abstract)}


READER = RecordFormat("pubmedtext", (".txt",), TABLE, _recognises, _records)
