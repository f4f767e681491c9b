"""Markdown lists, as daily arXiv digests and reading lists are: an entry a heading or a bold list item.

An entry's abstract is what stands behind "Abstract" (or 摘要), as a label, a heading or the summary of a
fold; other labels give the authors, the date, the venue, the keywords and the address. Where nothing is named so,
a quotation or the paragraphs below a heading with authors or a paper's address are the abstract.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from pipeline.errors import InputError
from pipeline.readers import facts
from pipeline.readers.interface import RecordFormat
from pipeline.readers.lines import text_lines
from pipeline.readers.mapping import Fault, Origin, Raw, Row
from pipeline.readers.markdownplain import named

TABLE = (
    Row("id", "link", "url"),
    Row("id", "arxiv", "arxiv"),
    Row("id", "doi", "doi"),
    Row("title", "title"),
    Row("authors", "authors", read=facts.people),
    Row("year", "published"),
    Row("year", "date"),
    Row("year", "year"),
    Row("year", "venue"),
    Row("year", "link", read=facts.year_of_arxiv_id),
    Row("venue", "venue"),
    Row("url", "link"),
    Row("keywords", "keywords", read=facts.commas),
    Row("abstract", "abstract"),
    Row("abstract", "summary"),
)

_LABELS = {
    "title": "title", "标题": "title",
    "abstract": "abstract", "摘要": "abstract", "summary": "summary", "authors": "authors", "author": "authors",
    "作者": "authors", "published": "published", "date": "date", "year": "year", "日期": "date", "venue": "venue",
    "journal": "venue", "conference": "venue", "keywords": "keywords", "tags": "keywords", "关键词": "keywords",
    "arxiv": "arxiv", "arxiv id": "arxiv", "doi": "doi", "url": "url", "link": "url", "pdf": "url",
}  # fmt: skip
_OTHER_LABEL = (
    "tl;?dr|motivation|method|results?|conclusions?|comments?|main category|categor(?:y|ies)|subjects?|code|notes?"
    "|ai summary"
)
_LABEL = re.compile(
    rf"^[\s>*_#-]*(?P<label>{'|'.join(map(re.escape, _LABELS))}|{_OTHER_LABEL})(?:\s*\([^)]*\))?"
    r"[\s*_]*(?:[:：][\s*_]*(?P<text>.*)|$)",
    re.IGNORECASE,
)
_BOLD_LABEL = re.compile(
    r"^[\s>#-]*(?P<marks>[*_]{2,3})(?P<label>abstract|摘要|authors?|作者|key ?words|关键词)[.。—–-]?(?P=marks)"
    r"[\s.。—–:：-]*(?P<text>\S.*)$",
    re.IGNORECASE,
)
"""A label by its marks alone: `**Abstract** We count sand.`"""

_FOLD = re.compile(
    r"^\s*+(?:<details[^>]*>\s*+)?+<summary>(?P<label>[^<]{0,100})</summary>\s*+(?P<text>.*)$", re.IGNORECASE
)
_AROUND = re.compile(r"\A\W+|\W+\Z")
_FOLD_END = re.compile(r"</details>", re.IGNORECASE)
_RULE = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_HEADING = re.compile(r"^(?P<marks>#{1,6})\s+(?P<text>\S.*?)\s*#*$")
_BOLD_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|\d+[.)])\s+(?P<text>\*\*.+?\*\*.*)$")
_LINK_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|\d+[.)])\s+(?P<text>\[.+\]\(\S+\).*)$")
_BOLD_LINE = re.compile(r"^(?P<text>\*\*[^*].*?\*\*)\s*$")
_STYLES = (("bold item", _BOLD_ITEM), ("link item", _LINK_ITEM), ("bold line", _BOLD_LINE))
_LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])+)\]\((?P<url>\S{1,2000}?)\)")
_NUMBER = re.compile(r"^\s*(?:\[\d+\]|\d+[.)])\s*")
_BOLD = re.compile(r"\*\*(?P<text>.+?)\*\*")
_URL = re.compile(r"https?://[^\s)>\]·`]+")
_ITALIC_LINE = re.compile(r"^\s*[*_](?P<text>[^*_].*?)[*_]\s*$")
_DATE = re.compile(r"^\W*(?:19|20)\d\d-\d\d-\d\d")
_NAMES = re.compile(r"^[^\W\d_][^.:：`]*(?:\. ?[^.:：`]+)*?(?:, et al\.)?\s*$")
_LONGEST_TITLE, _LONGEST_HEAD = 400, 2_000
_HEAD, _PLAIN_HEAD = 1_000, 980


class _Entry(NamedTuple):
    """A head and what stands below it, with the line of the head."""

    style: str
    head: str
    line: int
    body: list[str]


def _entries(lines: Iterable[str], style: str | None = None) -> Iterator[_Entry]:
    """Yield the entries; with a style, only its heads begin one, and headings above it end one."""
    entry: _Entry | None = None
    fenced = False
    for number, line in enumerate(lines, start=1):
        fenced ^= line.lstrip().startswith("```")
        found = None if fenced else _head(line)
        if found and (style is None or found[0] == style or _is_above(found[0], style)):
            if entry:
                yield entry
            entry = _Entry(*found, number, [])
        elif entry:
            entry.body.append(line)
    if entry:
        yield entry


def _head(line: str) -> tuple[str, str] | None:
    """Return the style and the text of a line that could begin an entry."""
    label = _labelled(line)
    if len(line) > _LONGEST_HEAD or (label and _LABELS.get(label[0]) != "title"):
        return None
    heading = _HEADING.match(line)
    if heading:
        return f"heading {len(heading['marks'])}", heading["text"]
    return next(((style, found["text"]) for style, pattern in _STYLES if (found := pattern.match(line))), None)


def _is_above(found: str, style: str) -> bool:
    """Return whether a head of one style ends an entry of another: a heading does, unless it is deeper."""
    return found.startswith("heading") and (not style.startswith("heading") or found < style)


def _style(lines: Iterable[str]) -> str | None:
    """Return the style of head under which most abstracts stand, or None where none does.

    Of two that have as many, it is the one that stands nearest before them.
    """
    with_abstract: Counter[str] = Counter()
    waiting: list[str] = []
    for line in lines:
        found = _head(line)
        if found:
            waiting = [style for style in waiting if style != found[0]] + [found[0]]
        elif _begins_abstract(line):
            with_abstract.update({style: _PLAIN_HEAD if style == "bold line" else _HEAD for style in waiting})
            with_abstract.update(waiting[-1:])
            waiting = []
    return max(with_abstract, key=lambda style: (with_abstract[style], style), default=None)


def _begins_abstract(line: str) -> bool:
    found = _labelled(line)
    return found is not None and _LABELS.get(found[0]) == "abstract"


def _labelled(line: str) -> tuple[str, str] | None:
    """Return the label of a line and what stands behind it."""
    found = _FOLD.match(line) or _LABEL.match(line) or _BOLD_LABEL.match(line)
    return (_AROUND.sub("", found["label"]).lower(), found["text"] or "") if found else None


def _records(stream: BinaryIO, origin: Origin) -> Iterator[Raw | Fault]:
    lines = list(text_lines(stream, origin.path))
    style = _style(lines)
    if style is None:
        lines = named(lines)
        style = _style(lines)
    if style is None:
        raise InputError.at(origin.path, "no entry of this Markdown has an abstract", "Put “Abstract:” before each.")
    for entry in _entries(lines, style):
        if entry.style == style:
            fields = _fields(entry)
            if "abstract" in fields or "link" in fields:
                yield Raw(fields, entry.line)


def _fields(entry: _Entry) -> dict[str, object]:
    fields: dict[str, object] = {}
    parts = _parts(entry.body)
    for label, text in parts:
        name = _LABELS.get(label)
        if name and text:
            fields.setdefault(name, text)
    above = [line for line in parts[0][1].split("\n") if line.strip()] if parts else []
    fields["title"] = _title(str(fields.get("title") or _head_of(entry.head) or next(iter(above), "")))
    link = next((found for found in map(_address, [entry.head, *above, str(fields.pop("url", ""))]) if found), None)
    if link:
        fields["link"] = link
    for line in above[:3]:
        if len(line) <= _LONGEST_HEAD:
            _guess(line, fields)
    return fields


def _guess(line: str, fields: dict[str, object]) -> None:
    """Take the authors and the date from the lines right below the title, which have no label."""
    italic = _ITALIC_LINE.match(line)
    text = (italic["text"] if italic else line).strip()
    if _DATE.match(text):
        fields.setdefault("date", text[:12])
    elif "," in text and (italic or _NAMES.match(text)) and not _URL.search(text):
        fields.setdefault("authors", re.sub(r",?\s*et al\.?$", "", text))


def _parts(body: Iterable[str]) -> list[tuple[str, str]]:
    """Return the labelled parts of an entry; what stands before the first label has none."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in body:
        found = _labelled(line)
        if found:
            parts.append((found[0], [found[1]]))
        elif _RULE.match(line):
            parts.append(("", []))
        else:
            ended = _FOLD_END.search(line)
            parts[-1][1].append(line[: ended.start()] if ended else line)
            if ended:
                parts.append(("", []))
    return [(label, _joined(lines)) for label, lines in parts]


def _joined(lines: Iterable[str]) -> str:
    """Return paragraphs without the marks of quotations around them; hard-wrapped lines are kept."""
    return "\n".join(line.strip().removeprefix(">").strip() for line in lines).strip()


def _head_of(head: str) -> str:
    """Return a head without the word "Title", which may be all of it."""
    label = _labelled(head)
    return label[1] if label and _LABELS.get(label[0]) == "title" else head


def _title(head: str) -> str:
    text = _NUMBER.sub("", head)
    bold = _BOLD.search(text)
    text = bold["text"] if bold else text
    link = _LINK.search(text)
    return _NUMBER.sub("", link["text"] if link else text).strip(" *_")[:_LONGEST_TITLE]


def _address(text: str) -> str | None:
    link = _LINK.search(text)
    if link and link["url"].startswith("http"):
        return link["url"]
    found = _URL.search(text)
    return found.group().rstrip(".,;*") if found else None


def _recognises(head: bytes, name: str) -> bool:  # noqa: ARG001 - the content says it
    if head.lstrip()[:1] in {b"{", b"@"}:
        return False
    lines = head.decode("utf-8", "replace").split("\n")
    return _style(lines) is not None or _style(named(lines)) is not None


READER = RecordFormat("markdown", (".md", ".markdown"), TABLE, _recognises, _records, rank=2)
