"""The papers of a sheet as BibTeX, those that a bibliography can name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.sheets.address import web_address
from pipeline.sheets.interface import File
from pipeline.sheets.readable import one_line, readable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.paper import Paper
    from pipeline.sheets.interface import Batch, Sheet

_SPECIAL = re.compile(r"[\\{}%$&#_^~]")
_BY_NAME = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
_NO_KEY = re.compile(r"[^A-Za-z0-9.:/+]+")
_CITED = frozenset({"arxiv", "doi", "openreview", "pmid"})


class BibSheet:
    """Renders `sheet.bib`: UTF-8, an entry for each paper whose source gives a title or a public id.

    Texts are escaped for TeX, so that compiling the bibliography runs no command of the data.
    """

    suffix = ".bib"

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield the entries in input order, and a comment that counts the papers left out."""
        yield File(name, _pieces(batch))


SHEET: Sheet = BibSheet()


def escaped(text: str) -> str:
    """Return one line of `text` so that TeX prints it as it stands and executes nothing of it."""
    return _SPECIAL.sub(lambda match: _BY_NAME.get(match[0], f"\\{match[0]}"), text)


def _pieces(batch: Batch) -> Iterator[bytes]:
    papers = [entry.card.paper for entry in batch.entries()]
    named = [paper for paper in papers if paper.title or _scheme(paper) in _CITED]
    words = batch.words["bib_note"].format(count=len(named), papers=len(papers))
    yield f"% {words}\n".encode()
    keys: dict[str, int] = {}
    for paper in named:
        key = _NO_KEY.sub("-", paper.id).strip("-") or "paper"
        keys[key] = keys.get(key, 0) + 1
        yield _entry(paper, key if keys[key] == 1 else f"{key}-{keys[key]}").encode()


def _entry(paper: Paper, key: str) -> str:
    kind = "inproceedings" if paper.venue else "misc"
    lines = [f"  {name} = {{{text}}}," for name, text in _fields(paper) if text]
    return "\n".join(["", f"@{kind}{{{key},", *lines, "}", ""])


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    scheme, rest = _scheme(paper), escaped(one_line(paper.id.partition(":")[2]))
    # Inner braces keep the case of names, which styles would lower.
    yield "title", f"{{{escaped(readable(paper.title or paper.id))}}}"
    yield "author", " and ".join(map(_author, paper.authors))
    yield "year", str(paper.year or "")
    yield "booktitle", escaped(readable(paper.venue or ""))
    if scheme == "arxiv":
        yield "eprint", rest
        yield "archiveprefix", "arXiv"
    elif scheme == "doi":
        yield "doi", rest
    elif scheme == "pmid":
        yield "pmid", rest
    yield "url", (web_address(paper.url or "") or "")
    yield "keywords", ", ".join(escaped(readable(keyword)) for keyword in paper.keywords)


def _author(name: str) -> str:
    """Return a name as BibTeX takes it; one that holds `and` or a comma too many is kept whole."""
    read = escaped(readable(name))
    return f"{{{read}}}" if re.search(r"\band\b", read) or read.count(",") > 1 else read


def _scheme(paper: Paper) -> str:
    return paper.id.partition(":")[0]
