"""Lists whose fields have names, `Title: …` and `Abstract: …`, as people and language models write them, and EBSCO.

A name may be in English or Chinese, in any case, behind a bullet or a number, in bold. The field that begins the first
record begins each. Lines that only count records or part them are passed over; a heading may name the venue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO, NamedTuple

from pipeline.readers import facts, tagged
from pipeline.readers.heading import heading
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.turnednames import turned_people

_PARTED = re.compile(r"[;；\u3040-\u9fff]")


def _title(value: object) -> str | None:
    """Return the first paragraph of a title."""
    return tagged.flowed(tagged.BLANK_LINE.split(_first(value), maxsplit=1)[0])


def _journal(value: object) -> str | None:
    """Return what stands before date, volume and pages."""
    return (tagged.flowed(value) or "").partition(". ")[0] or None


def _authors(value: object) -> tuple[str, ...]:
    """Return names, a line each or all in one text."""
    lines = [line.strip() for line in _first(value).split("\n")]
    if any(line.endswith((",", " and")) for line in lines):
        lines = [" ".join(lines)]
    return tuple(name for line in lines for name in _names(line))


def _names(line: str) -> tuple[str, ...]:
    return tagged.people(line) if _PARTED.search(line) else turned_people(line) or facts.people(line)


def _first(value: object) -> str:
    return next(iter(tagged.values(value)), "")


TABLE = (
    Row("id", "doi", "doi", tagged.doi),
    Row("id", "arxiv", "arxiv"),
    Row("id", "pmid", "pmid"),
    Row("id", "url", "url", tagged.address_id),
    Row("title", "title", read=_title),
    Row("authors", "authors", read=_authors),
    Row("year", "year"),
    Row("year", "date"),
    Row("year", "venue"),
    Row("year", "source"),
    Row("year", "heading"),
    Row("year", "arxiv", read=facts.year_of_arxiv_id),
    Row("venue", "venue", read=_title),
    Row("venue", "source", read=_journal),
    Row("venue", "heading"),
    Row("url", "url", read=tagged.address),
    Row("keywords", "keywords", read=tagged.flowed_keywords),
    Row("abstract", "abstract", read=tagged.paragraphs),
)

_NAMES = {
    "title": "title|paper title|article title|document title|标题|题目|题名|论文标题|论文题目",
    "authors": "authors?|author\\(s\\)|作者",
    "abstract": "abstract|摘要|中文摘要",
    "keywords": "(?:author[- ]supplied )?key ?words|index terms|subject terms|关键词|关键字",
    "venue": "venue|conference|journal|publication|publication title|期刊|会议|发表于",
    "source": "source|来源",
    "year": "year|publication year|年份|年",
    "date": "date|published|publication date|published date|日期|发表时间|发表日期",
    "doi": "doi|digital object identifier",
    "arxiv": "arxiv|arxiv id",
    "pmid": "pmid|pubmed id",
    "url": "url|link|links|paper link|pdf|pdf link|paper url|persistent link to this record|链接|论文链接|网址",
    "other": "tl;?dr|ai summary|accession number|(?:author )?affiliations?|categories|category|comments?|database|"
    "decision|document type|issn|isbn|issue|language|pages|primary area|publication type|publisher|rating|"
    "track|translation|volume|翻译|单位|机构|基金|分类号",
}
_LABEL = re.compile(
    r"[\s>*_#•·-]{0,12}(?:[\[(]?\d{1,5}[.)\]:]?\s{0,4})?[*_]{0,3}(?:"
    + "|".join(f"(?P<{name}>{written})" for name, written in _NAMES.items())
    + r")(?:\s?#?\d{1,5})?\s?[*_]{0,3}\s?[:：][*_]{0,3}[ \t]*",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\W*(?:(?:paper|record|article|entry|no\.?|论文|文献|第)\s?[:#]?\s?)?\d{1,6}(?: of \d{1,6}|\s?篇)?\W*|[\W_]{3,}",
    re.IGNORECASE,
)
_RECORD = "record"
_GRAMMAR = tagged.Grammar(
    line=re.compile(rf"{tagged.SIGN}([a-z]+):(.*)"), begins=_RECORD, abstract=frozenset({"abstract"})
)
_LOOK_AHEAD, _TWO = 2_000, 2
_Line = tuple[int, str]


class _Label(NamedTuple):
    """A field that a line opens, the word that names it there, and the text behind that."""

    field: str
    word: str
    text: str


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the names of the fields say it
    return {"title", "abstract"} <= {label.field for label in _labels(head.decode("utf-8", "replace").split("\n"))}


def _labels(lines: Iterable[str]) -> list[_Label]:
    return [label for line in lines if (label := _label(line))]


def _label(line: str) -> _Label | None:
    found = _LABEL.match(line)
    field = found and found.lastgroup
    return _Label(field, found[field].lower(), line[found.end() :]) if found and field else None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines = text_lines(stream, origin.path)
    ahead = list(islice(lines, _LOOK_AHEAD))
    begins = _first_of_each([label.field for label in _labels(ahead)])
    first = next((line for line in ahead if line.strip()), "")
    found = None if _label(first) else heading(first, alone=True)
    for record in tagged.records_of(_named(enumerate(chain(ahead, lines), start=1), begins), _GRAMMAR):
        venue = {"heading": found.venue} if found else {}
        yield record if isinstance(record, Fault) else record._replace(fields={**record.fields, **venue})


def _first_of_each(fields: list[str]) -> str:
    """Return the first of the fields that stand right before the first title and right before the second one too."""
    if fields.count("title") < _TWO:
        return "title"
    first = fields.index("title")
    second = fields.index("title", first + 1)
    most = min(first, second - first - 1)
    alike = next((n for n in range(most) if fields[first - 1 - n] != fields[second - 1 - n]), most)
    return fields[first - alike]


def _named(lines: Iterable[_Line], begins: str) -> Iterator[_Line]:
    """Yield the lines with the names of fields that this module has, and one more before each record.

    An abstract in a second language, whose name is another word, begins none.
    """
    seen: set[str] = set()
    words: set[str] = set()
    counts: list[_Line] = []
    for number, line in lines:
        label = _label(line)
        again = label and (
            label.field in seen & {begins, "title"} or (label.field == "abstract" and label.word in words)
        )
        if label and (again or not seen):
            yield number, f"{tagged.SIGN}{_RECORD}:"
            seen, words, counts = set(), set(), []
        if not label and (_COUNT.fullmatch(line) or (counts and not line.strip())):
            counts.append((number, line))
            continue
        yield from counts
        counts = []
        if label:
            seen.add(label.field)
            words.add(label.word)
        yield number, f"{tagged.SIGN}{label.field}:{label.text}" if label else line
    yield from (line for line in counts if any(map(str.isdigit, line[1])))


READER = RecordFormat("labelled", (".txt",), TABLE, _recognises, _records, rank=3)
