"""From the fields of a format to the facts of a paper: one table a format, read by one function.

A table is a tuple of rows; each says which fact of the paper (`id`, `title`, `authors`, `year`, `venue`,
`url`, `keywords`, `abstract`) is taken from which field. Rows of one fact stand in the order of
preference: the first field that holds something gives the fact. A field of a nested record is named
by its path (`content.title.value`). Ids have a scheme; all ids of a record count when duplicates are
looked for, and the one of the strongest scheme is the paper's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pipeline.cleaning import clean, clean_line, missing_reason
from pipeline.errors import UsageError
from pipeline.identity import paper_id
from pipeline.paper import SCHEMES, BrokenRecord, Paper, Source
from pipeline.readers import facts, ids

FACTS = ("id", "title", "authors", "year", "venue", "url", "keywords", "abstract")
"""What a source may say of a paper."""


_NOBODY = frozenset(
    {"[no author name available]", "[no authors listed]", "no authors listed", "[anonymous]", "n/a", "nan"}
)
"""What databases put where no author is known."""


class Row(NamedTuple):
    """One row of a format's table.

    Attributes:
        fact: The fact of the paper, one of `FACTS`.
        field: The field of the format that gives it, a path where records are nested.
        scheme: Of an id: `doi`, `arxiv`, `pmid`, `openreview` or `key`; its form is then set right. A
            `citation` is a key that names a paper within its file alone.
        read: How the value is read, where the usual way of the fact (`pipeline.readers.facts`) will not do.
    """

    fact: str
    field: str
    scheme: str | None = None
    read: facts.Fact | None = None


Table = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where records come from.

    Attributes:
        path: What `Source.path` and messages call the file.
        columns: Pairs of a fact and the field that gives it, which the user put before the table.
        encoding: The encoding that the user says the file has.
    """

    path: str
    columns: tuple[tuple[str, str], ...] = ()
    encoding: str | None = None


class Raw(NamedTuple):
    """A record as its parser gives it.

    Attributes:
        fields: What it holds.
        line: Where it begins, where that is known.
        missing: Why it has no abstract, where the format says so itself.
    """

    fields: Mapping[str, object]
    line: int | None = None
    missing: str | None = None


class Fault(NamedTuple):
    """A record that its parser cannot read: the end of a sentence that begins with the place."""

    reason: str
    line: int | None = None


def papers(records: Iterable[Raw | Fault], table: Table, origin: Origin) -> Iterator[Paper | BrokenRecord]:
    """Yield a paper, or what is wrong, for each record; positions count from 1 and count both."""
    plan = _plan((*(Row(fact, field) for fact, field in origin.columns), *table))
    for position, record in enumerate(records, start=1):
        source = Source(path=origin.path, position=position)
        if isinstance(record, Fault):
            yield BrokenRecord(source=source, reason=record.reason, line=record.line)
            continue
        try:
            yield _paper(record, plan, source)
        except facts.WrongValueError as error:
            yield BrokenRecord(source=source, reason=str(error), line=record.line)


def column(written: str) -> tuple[str, str]:
    """Return the pair of fact and field that a `--column abstract=Summary` gives.

    Raises:
        UsageError: it is not of this form, or there is no such fact.
    """
    fact, equals, field = written.partition("=")
    if not equals or fact.strip() not in FACTS or not field.strip():
        raise UsageError(f"--column {written}: give FACT=COLUMN, with FACT one of {', '.join(FACTS)}.")
    return fact.strip(), field.strip()


class _Step(NamedTuple):
    """A row made ready: where it stands in the table, the path in parts, the function that reads the value."""

    order: int
    fact: str
    field: str
    parts: tuple[str, ...]
    read: facts.Fact
    local: bool


class _Plan(NamedTuple):
    """A table made ready: its rows by their fields, and those whose fields are paths."""

    by_field: Mapping[str, tuple[_Step, ...]]
    nested: tuple[_Step, ...]


def _plan(table: Table) -> _Plan:
    steps = [_step(order, row) for order, row in enumerate(table)]
    by_field: dict[str, tuple[_Step, ...]] = {}
    for step in steps:
        by_field[step.field] = (*by_field.get(step.field, ()), step)
    return _Plan(by_field, tuple(step for step in steps if len(step.parts) > 1))


def _step(order: int, row: Row) -> _Step:
    read = row.read or (ids.READERS[row.scheme] if row.scheme else facts.USUAL[row.fact])
    return _Step(order, row.fact, row.field, tuple(row.field.split(".")), read, row.scheme == "citation")


def _paper(record: Raw, plan: _Plan, source: Source) -> Paper:
    found, own, local = _facts(record.fields, plan)
    title = clean_line(found.pop("title", None) or "") or None
    cleaned = clean(found.pop("abstract", None) or "", title)
    reason = record.missing or missing_reason(cleaned.text, title)
    abstract = "" if reason else cleaned.text
    keywords = _lines(found.pop("keywords", None)) or cleaned.keywords
    return Paper(
        id=paper_id(own[0] if own else None, abstract, title, source),
        also=tuple(own[1:]),
        local=local,
        title=title,
        authors=tuple(name for name in _lines(found.pop("authors", None)) if name.lower() not in _NOBODY),
        venue=clean_line(found.pop("venue", None) or "") or None,
        keywords=keywords,
        sources=(source,),
        abstract=abstract,
        cleaning=cleaned.changes,
        missing=reason,
        **found,
    )


def _facts(fields: Mapping[str, object], plan: _Plan) -> tuple[dict[str, Any], list[str], str | None]:
    """Return each fact from the first field that holds one, all ids, the strongest scheme first, and the local one."""
    found: dict[str, Any] = {}
    own: dict[str, None] = {}
    local: str | None = None
    for step, value in _filled(fields, plan):
        if step.fact in found:
            continue
        try:
            fact = step.read(value)
        except facts.WrongValueError as error:
            raise facts.WrongValueError(f'"{step.field}" {error}') from error
        if not fact:
            continue
        if step.fact == "id":
            own[str(fact)] = None
            local = str(fact) if step.local else local
        else:
            found[step.fact] = fact
    return found, sorted(own, key=_weakness) if len(own) > 1 else list(own), local


def _filled(fields: Mapping[str, object], plan: _Plan) -> list[tuple[_Step, object]]:
    """Return the rows of the table whose fields hold something, with that, in the order of the table."""
    there = [
        (step, value) for field, value in fields.items() if value is not None for step in plan.by_field.get(field, ())
    ]
    for step in plan.nested:
        value = None if step.field in fields or step.parts[0] not in fields else _at(fields, step.parts)
        if value is not None:
            there.append((step, value))
    return sorted(there, key=_order)


def _order(there: tuple[_Step, object]) -> int:
    return there[0].order


def _weakness(identity: str) -> int:
    """Return how little the scheme of an id says: the first of `SCHEMES` holds everywhere, the last in one file."""
    scheme = identity.partition(":")[0]
    return SCHEMES.index(scheme) if scheme in SCHEMES else len(SCHEMES)


def _lines(items: Iterable[str] | None) -> tuple[str, ...]:
    return tuple(line for item in items or () if (line := clean_line(item)))


def _at(fields: object, parts: Iterable[str]) -> object:
    """Return the value at a path of nested records, or None."""
    for part in parts:
        if not isinstance(fields, Mapping):
            return None
        fields = fields.get(part)
    return fields
