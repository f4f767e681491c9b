r"""Records of tagged lines, as most bibliographic programs export them, and how their values are read.

A line that begins with a tag opens a field; any other line goes on with the field before it. A value keeps
its line breaks, so that each format can say what they mean: wrapped lines, one name a line, paragraphs.
A tag that stands once in a record gives a text, one that is repeated a list of texts.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pipeline.readers import facts, ids
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw

SIGN = "\x00"
"""Stands before the name of a field that a file does not name itself, or not by this name."""

BLANK_LINE = re.compile(r"\n[ \t]*\n")
"""What parts the paragraphs of a value."""

_WIDE = "\u3040-\u30ff\u3400-\u9fff\uff00-\uffef"
# A run of white space is looked at once, from its beginning, or one of 200 kB would take minutes.
_WIDE_BREAK = re.compile(rf"(?<=[{_WIDE}])[^\S\n]*+\n\s*+(?=[{_WIDE}])")
_BREAK = re.compile(r"(?<!\s)\s*\n\s*")
_WRAP = re.compile(r"(?<![ \t])[ \t]*\n(?:[ \t]+|(?=[a-z0-9(\[,;%]))")
_PARTED = re.compile(r"[;；]")
_PARTED_WIDE = re.compile(r"[,，、;；]+")
_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_BARE_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:?\s*)?10\.\d{3,9}/\S+", re.IGNORECASE)
_MAIL = re.compile(r"\s?\([^()\s]*@[^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a format writes its records.

    Attributes:
        line: Matches a line with a tag; its groups are the tag and the value.
        begins: The tag that begins a record.
        ends: The tag that ends one, alone on its line, where the format has such a tag.
        aside: Tags of the file rather than of a record.
        abstract: Tags of the abstract: a file that stops in one was cut.
        blank_begins: Whether any tag after a blank line begins a record, in a file that has no `begins`.
        once: Whether no tag comes twice in a record, so that a line which repeats one is text.
    """

    line: re.Pattern[str]
    begins: str
    ends: str | None = None
    aside: frozenset[str] = frozenset()
    abstract: frozenset[str] = frozenset()
    blank_begins: bool = False
    once: bool = False


class _Open:
    """A record that is being read: of each tag its values, of each value its lines."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tag = ""
        self.fields: dict[str, list[list[str]]] = {}
        self.last: list[str] = []

    def add(self, tag: str, value: str) -> None:
        self.tag, self.last = tag, [value]
        self.fields.setdefault(tag, []).append(self.last)

    def raw(self) -> Raw:
        fields = {tag: [facts.bare("\n".join(lines)) for lines in values] for tag, values in self.fields.items()}
        return Raw({tag: values[0] if len(values) == 1 else values for tag, values in fields.items()}, self.line)


def records(stream: BinaryIO, origin: Origin, grammar: Grammar) -> Iterator[Raw | Fault]:
    """Yield the records of a file, one at a time; what stands between two is passed over."""
    return records_of(enumerate(text_lines(stream, origin.path), start=1), grammar)


def records_of(numbered: Iterable[tuple[int, str]], grammar: Grammar) -> Iterator[Raw | Fault]:
    """Yield the records of lines with their numbers, as `records` does of a file."""
    record: _Open | None = None
    ended = blank = False
    blank_begins = grammar.blank_begins
    for number, line in numbered:
        found = grammar.line.match(line)
        tag = found[1] if found else ""
        if not found or tag in grammar.aside or (grammar.once and record and tag in record.fields):
            if record and not (found and tag in grammar.aside):
                record.last.append(line)
            blank = not line.strip()
            continue
        if tag == grammar.ends:
            if record:
                yield record.raw()
            record, ended = None, True
            continue
        blank_begins = blank_begins and tag != grammar.begins
        again = record is not None and tag == grammar.begins and (blank or tag in record.fields)
        if record is None or again or (blank and blank_begins):
            if record:
                yield record.raw()
            record = _Open(number)
        record.add(tag, found[2])
        blank = False
    if record:
        yield _last(record, grammar, ended=ended)


def _last(record: _Open, grammar: Grammar, *, ended: bool) -> Raw | Fault:
    """Return the record at which the file stops without its end, unless something is missing from it."""
    whole = "".join(record.last).rstrip().endswith((".", "!", "?", "。", "）", ")", "]", '"', "”"))
    in_abstract = record.tag in grammar.abstract and not whole
    if grammar.ends and (ended or record.tag in grammar.abstract):
        return Fault(f"the file stops before the end of this record, the line {grammar.ends}", record.line)
    if in_abstract:
        return Fault(f"the file stops in the middle of the abstract, {record.tag}", record.line)
    return record.raw()


def values(value: object) -> list[str]:
    """Return the texts of a tag, none of them empty."""
    found = value if isinstance(value, list) else [value]
    return [text for item in found if (text := facts.first_text(item))]


def flowed(value: object) -> str | None:
    """Return the first text of a tag with its wrapped lines joined."""
    return next((_flow(text) for text in values(value)), None)


def longest_flowed(value: object) -> str:
    """Return an abstract whose lines are wrapped; of several that of most words."""
    return max((_flow(text) for text in values(value)), key=len, default="")


def paragraphs(value: object) -> str:
    r"""Return an abstract whose line breaks part paragraphs, unless a line plainly goes on with the one before.

    A tag that is repeated holds the parts of an abstract, or the abstract in another language.
    """
    texts = ["\n\n".join(_WRAP.sub(" ", part.strip()) for part in BLANK_LINE.split(text)) for text in values(value)]
    return "\n".join(dict.fromkeys(texts))


def people(value: object) -> tuple[str, ...]:
    """Return names: a tag each, a line each, or parted by semicolons; Chinese ones by commas too."""
    found = [line for text in values(value) for line in text.split("\n")]
    parted = [part for line in found for part in (_PARTED_WIDE if _is_wide(line) else _PARTED).split(line)]
    return tuple(name for part in parted if (name := _MAIL.sub("", part).strip(" \t,")))


def keywords(value: object) -> tuple[str, ...]:
    """Return keywords: a tag each, a line each; parted by semicolons, or by commas where there is one text."""
    found = values(value)
    several = len(found) > 1
    parts = [part for text in found for line in text.split("\n") for part in _parts(line, several=several)]
    return tuple(dict.fromkeys(word for part in parts if (word := part.strip(" \t,"))))


def flowed_keywords(value: object) -> tuple[str, ...]:
    """Return keywords in wrapped lines, parted by semicolons, else by commas."""
    parts = [part for text in values(value) for part in _parts(_flow(text), several=False)]
    return tuple(word for part in parts if (word := part.strip().rstrip(".")))


def address(value: object) -> str | None:
    """Return the first address of the web in a tag."""
    found = next((found for text in values(value) if (found := _ADDRESS.search(text))), None)
    return html.unescape(found[0]) if found else None


def doi(value: object) -> str | None:
    """Return the first DOI in a tag."""
    return next((found for text in values(value) if (found := ids.doi(text))), None)


def bare_doi(value: object) -> str | None:
    """Return a DOI where it is all that a tag for other things holds."""
    return next((found for text in values(value) if _BARE_DOI.fullmatch(text) and (found := ids.doi(text))), None)


def address_id(value: object) -> str | None:
    """Return the first id that an address in a tag holds."""
    return next((found for text in values(value) for part in text.split() if (found := ids.from_url(part))), None)


def _flow(text: str) -> str:
    return _BREAK.sub(" ", _WIDE_BREAK.sub("", text))


def _parts(line: str, *, several: bool) -> list[str]:
    if _PARTED.search(line) or several:
        return _PARTED.split(line)
    return _PARTED_WIDE.split(line)


def _is_wide(text: str) -> bool:
    return any("\u3040" <= character <= "\u9fff" for character in text)
