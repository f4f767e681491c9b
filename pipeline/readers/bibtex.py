r"""BibTeX and BibLaTeX, as the ACL Anthology, Scopus, Web of Science, Zotero, JabRef and Mendeley write them.

Signs that BibTeX spells out (`{\"u}`, `\%`, `{MLSUM}`) are read as characters; formulas and commands that mark up
or cite stay as written. A key that an earlier entry of the file has is no id. What an entry lacks of its venue and its
year is taken from the volume that its `crossref` names.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import Block, Entry, ImplicitComment, ParsingFailedBlock, String

from pipeline.readers import bibparents, facts, ids
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.texsigns import plain
from pipeline.readers.turnednames import turned_people

_ADDRESS = re.compile(r"https?://[^\s<>\"{},;]+", re.IGNORECASE)
_AND = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)
_OTHERS = re.compile(r"\{?\s*(?:others|et al\.?)\s*\}?", re.IGNORECASE)


def _text(value: object) -> str | None:
    return plain(str(value)) or None


def _abstract(value: object) -> str:
    return plain(str(value))


def _authors(value: object) -> tuple[str, ...]:
    """Return the names that "and" parts, outside of braces."""
    names, start, seen, depth, written = [], 0, 0, 0, str(value)
    for found in _AND.finditer(written):
        between = written[seen : found.start()]
        depth += between.count("{") - between.count("}")
        seen = found.end()
        if not depth:
            names.append(written[start : found.start()])
            start = seen
    names.append(written[start:])
    whole = (plain(part).strip(" ,") for part in names if not _OTHERS.fullmatch(part))
    return tuple(name for part in whole if part for name in _parted(part))


def _parted(name: str) -> tuple[str, ...]:
    """Return the names in what BibTeX takes for one: the Cochrane Library writes `Stein, P, Kies, J, and Ton, U`."""
    return (name.count(",") > _MOST_COMMAS and turned_people(name)) or (name,)


def _keywords(value: object) -> tuple[str, ...]:
    return facts.commas(plain(str(value)))


def _address(value: object) -> str | None:
    """Return the first address of the web in a field."""
    found = _ADDRESS.search(_url(value))
    return found[0] if found else None


def _address_id(value: object) -> str | None:
    return ids.from_url(_address(value))


def _doi(value: object) -> str | None:
    return ids.doi(_url(value))


def _url(value: object) -> str:
    r"""Return a field for an address; what it escapes is one sign each (`{\_}`, `\%`)."""
    return re.sub(r"\{?\\([_%&#$~])(?:\{\})?\}?", r"\1", str(value)).replace("{\\textasciitilde}", "~")


TABLE = (
    Row("id", "doi", "doi", _doi),
    Row("id", "eprint", "arxiv"),
    Row("id", "arxivid", "arxiv"),
    Row("id", "arxiv", "arxiv"),
    Row("id", "pmid", "pmid"),
    Row("id", "url", "url", _address_id),
    Row("id", "journal", "arxiv"),
    Row("id", "key", "citation"),
    Row("title", "title", read=_text),
    Row("authors", "author", read=_authors),
    Row("authors", "authors", read=_authors),
    Row("year", "year"),
    Row("year", "date"),
    Row("year", "issued"),
    Row("venue", "journal", read=_text),
    Row("venue", "journaltitle", read=_text),
    Row("venue", "booktitle", read=_text),
    Row("venue", "eventtitle", read=_text),
    Row("venue", "series", read=_text),
    Row("venue", "school", read=_text),
    Row("venue", "institution", read=_text),
    Row("url", "url", read=_address),
    Row("url", "link", read=_address),
    Row("url", "bdsk-url-1", read=_address),
    Row("url", "howpublished", read=_address),
    Row("keywords", "author_keywords", read=_keywords),
    Row("keywords", "keywords", read=_keywords),
    Row("keywords", "keyword", read=_keywords),
    Row("keywords", "mendeley-tags", read=_keywords),
    Row("abstract", "abstract", read=_abstract),
)

_MOST_COMMAS = 2
"""In a name: between family name, rank and given name."""

_START = re.compile(r"[ \t]*@\w+[ \t]*[{(]")
_STRAY = re.compile(r"^[ \t]*@(?!comment)[A-Za-z]+\b[^\n]*", re.MULTILINE | re.IGNORECASE)
_TYPES = (
    rb"article|book|booklet|collection|comment|conference|dataset|inbook|incollection|inproceedings|manual|mastersthesis"
    rb"|misc|online|phdthesis|preamble|proceedings|report|string|techreport|thesis|unpublished"
)
_ENTRY = re.compile(
    rb"(?:(?!```)[^@]|(?<=[^\s])@)*?(?:\A|\n)[ \t]*@(?:[a-z]+[ \t]*\{(?!\s*[a-z-]+:\s)|(?:" + _TYPES + rb")[ \t]*\()",
    re.DOTALL | re.IGNORECASE,
)
"""The first entry; in round brackets a known one, for other languages write `@name(` too, and `@name {key: value}`."""

_FIRST = 20_000
_PIECE = 256 * 1024


class _Piece(NamedTuple):
    """Whole entries of a file: how many lines stand before them, and what they are."""

    before: int
    text: str


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - an entry is certain
    return _ENTRY.match(head[:_FIRST]) is not None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    return bibparents.with_parents(_entries(stream, origin))


def _entries(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    strings: dict[str, str] = {}
    keys: set[str] = set()
    for piece in _pieces(text_lines(stream, origin.path)):
        for block in parse_string(piece.text, parse_stack=[]).blocks:
            line = piece.before + (block.start_line or 0) + 1
            try:
                yield from _of_block(block, line, strings, keys)
            except facts.WrongValueError as error:
                yield Fault(str(error), line)


def _of_block(block: Block, line: int, strings: dict[str, str], keys: set[str]) -> Iterator[Raw | Fault]:
    """Yield the record of a block, or what is broken in it; take note of a text that a name stands for."""
    entry = _entry(block)
    if isinstance(entry, String):
        strings[entry.key.lower()] = _value(entry.value, strings)
    elif isinstance(entry, Entry):
        named = {bibparents.KEY: entry.key, bibparents.KIND: entry.entry_type.lower()}
        yield Raw({**_fields(entry, strings, keys), **named}, line)
    elif isinstance(block, ParsingFailedBlock):
        yield Fault(_reason(block), line)
    elif isinstance(block, ImplicitComment):
        for stray in _STRAY.finditer(block.comment):
            yield Fault(
                f"no brace follows {stray[0].strip()[:40]!r}", line + block.comment.count("\n", 0, stray.start())
            )


def _pieces(lines: Iterable[str]) -> Iterator[_Piece]:
    """Yield the file in pieces that end where an entry begins at the start of a line."""
    held: list[str] = []
    before = size = 0
    for number, line in enumerate(lines):
        if size > _PIECE and _START.match(line):
            yield _Piece(before, "\n".join(held))
            held, before, size = [], number, 0
        held.append(line)
        size += len(line) + 1
    yield _Piece(before, "\n".join(held))


def _entry(block: Block) -> Block | None:
    """Return the entry in a block, one with a key or a field twice among them."""
    while isinstance(block, ParsingFailedBlock):
        if block.ignore_error_block is None:
            return None
        block = block.ignore_error_block
    return block


def _reason(block: ParsingFailedBlock) -> str:
    told = " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")
    return f"this entry is broken, {told[:1].lower()}{told[1:]}"


def _fields(entry: Entry, strings: Mapping[str, str], keys: set[str]) -> dict[str, object]:
    """Return the fields that the table knows, by their names in small letters; of one that is repeated the first."""
    fields: dict[str, object] = {}
    for field in entry.fields:
        name = field.key.lower()
        if name in _KNOWN and not fields.get(name):
            fields[name] = _value(field.value, strings, name)
    fields.pop("key", None)
    if entry.key and entry.key not in keys:
        keys.add(entry.key)
        fields["key"] = entry.key
    return fields


def _value(written: str, strings: Mapping[str, str], name: str = "@string") -> str:
    """Return what a field holds: one text or several that `#` joins, in braces, in quotes or by name.

    Raises:
        WrongValueError: something stands behind a text that is closed, as where a comma is missing.
    """
    if written[:1] == '"' and written[-1:] == '"' and '" #' not in written and '"#' not in written:
        return written[1:-1]
    texts, rest = [], written
    while rest:
        end = _end(rest)
        texts.append(rest[1 : end - 1] if rest[0] in '{"' else strings.get(rest[:end].lower(), rest[:end]))
        rest = rest[end:].lstrip()
        if rest and rest[0] != "#":
            raise facts.WrongValueError(f'"{name}" goes on behind its end, at {rest[:30]!r}; a comma may be missing')
        rest = rest[1:].lstrip()
    return "".join(texts)


def _end(text: str) -> int:
    """Return where the first of joined texts ends."""
    if text[0] not in '{"':
        return len(text.partition("#")[0].rstrip())
    depth = 0
    for found in _BRACE.finditer(text, 1 if text[0] == '"' else 0):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth and found[0] == ('"' if text[0] == '"' else "}"):
            return found.end()
    return len(text)


_BRACE = re.compile(r'(?<!\\)[{}"]')
_KNOWN = frozenset(row.field for row in TABLE) | {"crossref"}

# Broken entries are told as faults; without a handler the parser's warnings would go to standard error.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

READER = RecordFormat("bibtex", (".bib", ".bibtex", ".biblatex"), TABLE, _recognises, _records)
