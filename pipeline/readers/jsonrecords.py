"""The records of JSON, however they are wrapped: one a line, in a list, or in lists at any depth.

Whole objects may follow one another, indented, as tools that filter JSON print them.

A record is the outermost object that has an abstract, or a title and something else that a paper has. How deep such
objects lie is learnt from the beginning of the file; from then on each object at that depth is built
and given, so that a list of any length streams.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import ijson

from pipeline.errors import InputError
from pipeline.readers.jsonbuilder import PENDING, Builder, Twice
from pipeline.readers.jsonline import BY_COLUMNS, LineError, by_columns, goes_on, json_line
from pipeline.readers.lines import text_lines
from pipeline.readers.longnumbers import WithoutLongNumbers
from pipeline.readers.mapping import Fault, Origin, Raw
from pipeline.readers.nonumbers import NanAsNull, holds_no_number

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_TITLES = frozenset({"title", "papertitle", "displayname", "articletitle", "itemtitle"})
_OTHERS = frozenset(
    {
        "abstract", "summary", "abstractinvertedindex", "author", "authors", "authorships", "doi", "id", "year",
        "venue", "paperid", "publicationyear", "issued", "url", "externalids", "keywords", "date", "pdf",
        "abstracttext",
    }
)  # fmt: skip
_ABSTRACTS = frozenset({"abstract", "abstracttext", "paperabstract", "abstractinvertedindex"})
_WRAPPED = ("paper", "data", "attributes", "_source", "fields", "article")
"""Where a paper lies within its record, but for `content`, whose formats name their fields by path."""

_WRAPPINGS = frozenset(_WRAPPED)
_NESTED = ("content", *_WRAPPED)

_NO_NUMBER = re.compile(r"^(?:lexical|parse) error: (?:invalid char|malformed number).*[:\[,]\s*(NaN|-?Infinity)\b")

_TEXTS = re.compile(rb'\s*\[\s*"((?:[^"\\]|\\.)*+)"')
_FEWEST_WORDS = 20

_LOOK_AHEAD = 1 << 20
_BROKEN = (ijson.JSONError, UnicodeDecodeError, ArithmeticError)
"""What the parser raises; at an exponent of twenty digits it is an `ArithmeticError`."""

_NOTHING = "the source holds nothing in the place of this paper"


def records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    """Yield the records of a JSON text, or what is wrong with one; numbers are given as they are written."""
    head = stream.read(_LOOK_AHEAD)
    rest = rejoined(head, stream)
    if _is_lines(head):
        yield from _lines(rest, origin)
    else:
        yield from _document(head, rest, origin)


def has_records(head: bytes, *, wrapped: bool = False) -> bool:
    """Return whether the beginning of a JSON text shows a record, within something else if it has to be `wrapped`."""
    depth = _depth(head)
    return depth is not None and depth >= wrapped


def is_record(found: object) -> bool:
    """Return whether a value is an object with a title and something else of a paper."""
    if not isinstance(found, Mapping):
        return False
    names = {_bare(name) for name in found}
    if _shows_record(names) and not _holds_records(found):
        return True
    return any(_has_title(found.get(name)) for name in _NESTED)


def whole(record: Mapping[str, object]) -> Mapping[str, object]:
    """Return a record with the fields of the paper that lies within it, as in `{"paper": {"title": …}}`."""
    if _WRAPPINGS.isdisjoint(record):
        return record
    inner = next((found for name in _WRAPPED if _has_title(found := record.get(name))), None)
    return {**inner, **record} if isinstance(inner, Mapping) else record


def rejoined(head: bytes, stream: BinaryIO) -> BinaryIO:
    """Return a stream that gives `head` again and then what is left of `stream`."""
    return io.BufferedReader(_Rejoined(head, stream), 1 << 16)


class _Rejoined(io.RawIOBase):
    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = memoryview(head)
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer)
        if self._head:
            given: bytes | memoryview = self._head[: room.nbytes]
            self._head = self._head[room.nbytes :]
        else:
            given = self._stream.read(room.nbytes)
        room[: len(given)] = given
        return len(given)


def _bare(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _shows_record(names: set[str]) -> bool:
    """Return whether the names of an object's fields are those of a paper."""
    return bool(names & _ABSTRACTS or (names & _TITLES and names & _OTHERS))


def _has_title(found: object) -> bool:
    return isinstance(found, Mapping) and any(_bare(name) in _TITLES for name in found)


def _holds_records(found: Mapping[str, object]) -> bool:
    """Return whether a thing with a name, such as a venue, is a wrapping: it has no abstract and lists records."""
    if any(
        _bare(name) in {"abstract", "summary", "abstractinvertedindex", "doi", "authors", "author"} for name in found
    ):
        return False
    lists = (value for value in found.values() if isinstance(value, list))
    return any(is_record(item) for value in lists for item in value[:3])


def _is_lines(head: bytes) -> bool:
    """Return whether each line is an object: the first is one, and it is a record or followed by another."""
    lines = (line for line in head.split(b"\n") if line.strip())
    first, second = next(lines, b""), next(lines, None)
    if not first.lstrip().startswith(b"{"):
        return not first.lstrip().startswith(b"[")
    try:
        found = json.loads(first)
    except (ValueError, RecursionError):
        return second is not None and second.startswith(b"{") and not goes_on(first, second)
    return second.lstrip().startswith(b"{") if second else is_record(found)


def _lines(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    for number, line in enumerate(text_lines(stream, origin.path), start=1):
        if not line.strip():
            continue
        try:
            yield Raw(whole(json_line(line)), number)
        except LineError as error:
            yield Fault(str(error), number)


def _holds_texts(head: bytes) -> bool:
    """Return whether a JSON text is a list whose first item is a text long enough to be an abstract."""
    found = _TEXTS.match(head)
    return found is not None and len(found[1].split()) >= _FEWEST_WORDS


def _document(head: bytes, stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    texts = _holds_texts(head)
    depth = 1 if texts else _depth(head)
    if depth is None:
        raise InputError.at(
            origin.path,
            "no object in this JSON has a title and an abstract",
            "Name its fields with --column FACT=FIELD.",
        )
    builder = Builder(depth)
    mended = NanAsNull(stream) if holds_no_number(head) else stream
    try:
        for event, value in ijson.basic_parse(WithoutLongNumbers(mended), multiple_values=True):
            done = builder.take(event, value)
            if texts and isinstance(done, str):
                yield Raw({"abstract": done})
            elif done is not PENDING:
                yield from _given(done)
    except _BROKEN as error:
        what = _told(error)
        yield Fault(f"broken JSON, {what}; nothing after it can be read")


def _told(error: Exception) -> str:
    """Return what a parser says of a broken text, without where that is."""
    if isinstance(error, ArithmeticError):
        return "a number is too large"
    written = " ".join(str(error).split())
    if found := _NO_NUMBER.search(written):
        return f"{found[1]} is no JSON value; null is"
    return written.partition(" (right here)")[0][:80] or type(error).__name__


def _given(found: object) -> Iterator[Raw | Fault]:
    """Yield what stands at the depth of the records, or the records in it."""
    if isinstance(found, Twice):
        yield Fault(f"the key {found.key!r} stands twice in one object")
    elif is_record(found) and isinstance(found, Mapping):
        yield Fault(BY_COLUMNS) if by_columns(found) else Raw(whole(found))
    elif isinstance(found, Mapping):
        inner = [raw for value in found.values() for raw in _within(value)]
        yield from inner or ([Raw(found)] if _has_title(found) else [])
    elif isinstance(found, list):
        yield from _within(found)
    elif found is None:
        yield Raw({}, missing=_NOTHING)


def _within(found: object) -> Iterator[Raw]:
    """Yield the outermost records in a value."""
    if isinstance(found, Mapping) and is_record(found):
        yield Raw(whole(found))
        return
    inner: Iterable[object] = found.values() if isinstance(found, Mapping) else found if isinstance(found, list) else ()
    for value in inner:
        yield from _within(value)


def _depth(head: bytes) -> int | None:
    """Return how many lists and objects lie around the outermost record of the beginning, or None without one."""
    found: list[int] = []
    around: list[_Around] = []
    key = ""
    try:
        for event, value in ijson.basic_parse(WithoutLongNumbers(NanAsNull(io.BytesIO(head)))):
            if event == "map_key":
                key = str(value)
                around[-1].names.add(_bare(key))
                if _shows_record(around[-1].names):
                    found.append(len(around) - 1)
                elif around[-1].names & _TITLES and around[-1].under in _NESTED:
                    found.append(len(around) - 2)
            elif event.startswith("start_"):
                around.append(_Around(key if event == "start_map" else "", set()))
            elif event.startswith("end_"):
                around.pop()
                if found and min(found) == len(around):
                    break
    except _BROKEN:
        pass  # The head is cut anywhere; what is wrong with the file shows when it is read.
    return min(found) if found else None


class _Around(NamedTuple):
    """A list or object that is open: the key under which it stands, and its own keys so far."""

    under: str
    names: set[str]
