"""What all tables share: columns known by their names in any case, and rows that become records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.errors import UsageError
from pipeline.readers import facts
from pipeline.readers.gluednames import glued_people
from pipeline.readers.mapping import Fault, Origin, Raw, Row

TABLE = (
    Row("id", "doi", "doi"),
    Row("id", "item doi", "doi"),
    Row("id", "doi link", "doi"),
    Row("id", "arxiv id", "arxiv"),
    Row("id", "arxiv", "arxiv"),
    Row("id", "pmid", "pmid"),
    Row("id", "pubmed id", "pmid"),
    Row("id", "openreview id", "openreview"),
    Row("id", "forum", "openreview"),
    Row("id", "url", "url"),
    Row("id", "link", "url"),
    Row("id", "pdf", "url"),
    Row("id", "eid", "key"),
    Row("id", "lens id", "key"),
    Row("id", "ut (unique wos id)", "key"),
    Row("id", "key", "key"),
    Row("id", "paper id", "any"),
    Row("id", "id", "any"),
    Row("title", "title"),
    Row("title", "item title"),
    Row("title", "article title"),
    Row("title", "document title"),
    Row("title", "paper title"),
    Row("title", "primary title"),
    Row("title", "题名"),
    Row("title", "标题"),
    Row("authors", "authors", read=facts.people),
    Row("authors", "author", read=facts.people),
    Row("authors", "springer authors", read=glued_people),
    Row("authors", "author/s", read=facts.people),
    Row("authors", "author(s)", read=facts.people),
    Row("authors", "author names", read=facts.people),
    Row("authors", "author full names", read=facts.people),
    Row("authors", "作者", read=facts.people),
    Row("year", "year"),
    Row("year", "publication year"),
    Row("year", "pub year"),
    Row("year", "pubyear"),
    Row("year", "publication date"),
    Row("year", "date published"),
    Row("year", "published"),
    Row("year", "date"),
    Row("year", "source"),
    Row("year", "年份"),
    Row("venue", "venue"),
    Row("venue", "source title"),
    Row("venue", "publication title"),
    Row("venue", "journal"),
    Row("venue", "journal/book"),
    Row("venue", "booktitle"),
    Row("venue", "conference name"),
    Row("venue", "conference"),
    Row("url", "url"),
    Row("url", "link"),
    Row("url", "external url"),
    Row("url", "pdf link"),
    Row("keywords", "author keywords", read=facts.commas),
    Row("keywords", "keywords", read=facts.commas),
    Row("keywords", "keyword", read=facts.commas),
    Row("keywords", "index keywords", read=facts.commas),
    Row("keywords", "manual tags", read=facts.commas),
    Row("keywords", "关键词", read=facts.commas),
    Row("abstract", "abstract"),
    Row("abstract", "abstract note"),
    Row("abstract", "abstract text"),
    Row("abstract", "paper abstract"),
    Row("abstract", "abstracts"),
    Row("abstract", "summary"),
    Row("abstract", "摘要"),
    Row("abstract", "description"),
)
"""Columns of Scopus, Zotero, Lens, Embase, Springer, PubMed, Web of Science and hand-made tables."""

_FACT_OF = {row.field: row.fact for row in TABLE}
_SPRINGER = frozenset({"item title", "item doi", "content type"})
_FUNDING = "funding text 1"
_IN_PARENTHESES = re.compile(r"\s*[(（][^()（）]*[)）]$")
_OF_OTHERS = frozenset({"date", "published", "source", "key"})
"""Names that more in parentheses makes those of something else, as in "Date (accessed)"."""


def known(names: Iterable[object]) -> set[str]:
    """Return which facts of a paper the columns of these names give."""
    return {_FACT_OF[name] for name in column_names(names) if name in _FACT_OF}


def column_names(header: Iterable[object]) -> list[str]:
    """Return the names of columns, folded; "Abstract (English)" is "abstract" where no column has the bare name."""
    names = [folded(name) for name in header]
    known_bare = _FACT_OF.keys() - _OF_OTHERS - set(names)
    return [
        bare if name not in _FACT_OF and (bare := _IN_PARENTHESES.sub("", name)) in known_bare else name
        for name in names
    ]


def folded(name: object) -> str:
    """Return the form in which the names of columns are compared."""
    return " ".join(str(name).replace("_", " ").replace("\xa0", " ").lower().split())


def table_records(
    header: Sequence[object], rows: Iterable[tuple[int | None, Sequence[object] | Fault]], origin: Origin
) -> Iterator[Raw | Fault]:
    """Yield a record for each row, with its line where rows have lines, and each fault; blank rows are passed over.

    Raises:
        UsageError: no column gives titles or abstracts, or one that the user named is not there.
    """
    names = column_names(header)
    _refuse_unknown(header, origin)
    missing = (
        None if _gives_abstract(names, origin) else f"the file has no column for abstracts; it has: {_there(header)}"
    )
    for line, found in rows:
        if isinstance(found, Fault):
            yield found
            continue
        row = _aligned(names, found)
        if not any(map(_filled, row)):
            continue
        if any(map(_filled, row[len(names) :])):
            yield Fault(f"the row has {len(row)} fields where the header has {len(names)}", line)
            continue
        yield Raw(_of_springer(names, _fields(names, row)) | _named(header, row, origin), line, missing)


def _of_springer(names: Sequence[str], fields: dict[str, object]) -> dict[str, object]:
    """Return a row with a name of its own for the authors of a table of SpringerLink: nothing parts them there."""
    if "authors" not in fields or not _SPRINGER.issubset(names):
        return fields
    return {"springer authors" if name == "authors" else name: value for name, value in fields.items()}


def _there(header: Sequence[object]) -> str:
    return ", ".join(str(name) for name in header if _filled(name))[:300]


def _refuse_unknown(header: Sequence[object], origin: Origin) -> None:
    there, names = _there(header), set(map(folded, header))
    for fact, field in origin.columns:
        if folded(field) not in names:
            raise UsageError(f"--column {fact}={field}: {origin.path} has no such column. It has: {there}.")
    if not ({fact for fact, _ in origin.columns} | known(header)) & {"title", "abstract"}:
        raise UsageError(
            f"{origin.path}: no column is known to hold titles or abstracts. "
            f"Name one with --column abstract=COLUMN; there are: {there}."
        )


def _gives_abstract(names: Sequence[str], origin: Origin) -> bool:
    return "abstract" in {fact for fact, _ in origin.columns} | known(names)


def _fields(names: Sequence[str], row: Sequence[object]) -> dict[str, object]:
    """Return the row by its columns; of two columns of one name the first that is filled counts."""
    fields: dict[str, object] = {}
    for name, value in zip(names, row, strict=False):
        if _filled(value):
            fields.setdefault(name, value)
    return fields


def _named(header: Sequence[object], row: Sequence[object], origin: Origin) -> dict[str, object]:
    """Return the columns that the user named, by the names that the user gave them."""
    if not origin.columns:
        return {}
    names = [folded(name) for name in header]
    places = {field: names.index(folded(field)) for _, field in origin.columns}
    for field in places:
        if field in header:
            places[field] = list(header).index(field)
    return {field: row[place] for field, place in places.items() if place < len(row) and _filled(row[place])}


def _aligned(names: Sequence[str], row: Sequence[object]) -> Sequence[object]:
    """Return a row of Scopus without the further texts on funding, for which its header has no columns."""
    excess = len(row) - len(names)
    if excess > 0 and _FUNDING in names:
        place = names.index(_FUNDING) + 1
        return [*row[:place], *row[place + excess :]]
    return row


def _filled(value: object) -> bool:
    return value is not None and value != ""
