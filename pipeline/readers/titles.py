"""Which short lines between the abstracts of a plain list are their titles, and which are headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise
from typing import Literal, NamedTuple

from pipeline.cleaning import cuts
from pipeline.readers.heads import is_a_name, is_about_a_paper, is_of_names

_LONGEST_TITLE, _MOST_WORDS, _MOST_LINES = 200, 25, 6
_FEWEST_WORDS, _FEWEST_SIGNS = 30, 80
_SENTENCE_ENDS = tuple(".!;,:。！；，：…")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOOK_AHEAD = 200
_FEWEST_TITLES, _NEARLY_ALL = 2, 0.8


class Paragraph(NamedTuple):
    """A paragraph of a plain list.

    Attributes:
        text: What it says.
        mark: "heading" where the file marks it as one, "title" where it is the title of what follows beyond doubt.
    """

    text: str
    mark: Literal["", "heading", "title"] = ""


_END = Paragraph("")


def titled(paragraphs: Iterable[Paragraph]) -> Iterator[tuple[str | None, str]]:
    """Yield the title, where there is one, and the abstract of each paper; a title or heading alone has none.

    A short line that is no sentence is looked at only beside a whole abstract, so that a list of short texts
    stays a list of abstracts. Below the title may stand authors and addresses, in its paragraph or, throughout the
    list, in one of their own: they come with the title, a line each.
    """
    rest = iter(paragraphs)
    first = list(islice(rest, _LOOK_AHEAD))
    everything: Iterable[Paragraph] = chain(first, rest)
    if _have_names_between(first):
        first, everything = list(_with_names(first)), _with_names(everything)
    are_titles, are_marked, are_signed = _are_titles(first), _are_marked(first), _are_signed(first)
    before, waiting = _END, None  # the paragraph before, and the title of the abstract that comes next
    for paragraph, following in pairwise(chain(everything, [_END])):
        sure = are_marked if paragraph.mark else are_titles and _is_body(following)
        if waiting is None and _is_title(paragraph, following, sure=sure):
            waiting = _signed(paragraph.text) if are_signed else paragraph.text
        elif waiting is None and _is_alone(paragraph, before, following):
            yield paragraph.text, ""
        else:
            yield waiting, paragraph.text
            waiting = None
        before = paragraph


def _is_title(paragraph: Paragraph, following: Paragraph, *, sure: bool) -> bool:
    """Return whether a paragraph is the title of the one that follows."""
    if following.mark or not following.text:
        return False
    if paragraph.mark == "title" or (is_named(following.text) and is_short_text(paragraph.text)):
        return True
    return sure and (_is_head(paragraph) or _is_of_one(paragraph))


def _is_of_one(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is a title and one name below it."""
    title, _, name = paragraph.text.partition("\n")
    return is_short_line(title) and is_a_name(name)


def _are_signed(paragraphs: list[Paragraph]) -> bool:
    """Return whether names stand below a title, so that what looks like a single name there is one too."""
    heads = (paragraph.text.split("\n") for paragraph in paragraphs if is_short_text(paragraph.text))
    return any(map(is_of_names, (line for head in heads for line in head[1:])))


def _signed(head: str) -> str:
    """Return a title and what stands below it, a single name told as one."""
    title, *below = head.split("\n")
    return "\n".join([title, *(f"Authors: {line}" if is_a_name(line) else line for line in below)])


def _is_alone(paragraph: Paragraph, before: Paragraph, following: Paragraph) -> bool:
    """Return whether a paragraph is a heading, or a title without an abstract."""
    return paragraph.mark != "" or (is_short_line(paragraph.text) and (_is_body(before) or _is_body(following)))


def _are_titles(paragraphs: list[Paragraph]) -> bool:
    """Return whether nearly every whole abstract stands behind a short line."""
    whole = sum(map(_is_body, paragraphs))
    is_head = (lambda one: _is_head(one) or _is_of_one(one)) if _are_signed(paragraphs) else _is_head
    with_line = sum(is_head(first) and _is_body(second) for first, second in pairwise(paragraphs))
    return with_line >= max(_FEWEST_TITLES, _NEARLY_ALL * whole)


def _are_marked(paragraphs: list[Paragraph]) -> bool:
    """Return whether nearly every text stands behind a line that is marked as a heading."""
    texts = sum(not paragraph.mark for paragraph in paragraphs)
    with_mark = sum(first.mark != "" and not second.mark for first, second in pairwise(paragraphs))
    return with_mark >= _NEARLY_ALL * texts


def _is_head(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is a title, or a title and what is known to stand below one."""
    title, *below = paragraph.text.split("\n")
    if not below:
        return paragraph.mark != "" or (is_short_line(title) and not is_about_a_paper(title))
    return is_short_text(paragraph.text) and any(map(is_about_a_paper, below))


def _is_body(paragraph: Paragraph) -> bool:
    """Return whether a paragraph is an abstract by its length, and not a title with many authors."""
    return is_whole(paragraph.text) and not _is_head(paragraph) and not is_of_names(paragraph.text)


def _have_names_between(paragraphs: list[Paragraph]) -> bool:
    """Return whether nearly every whole abstract stands behind a short line and, between the two, names."""
    whole = sum(map(_is_body, paragraphs))
    between = [
        names.text
        for title, names, abstract in zip(paragraphs, paragraphs[1:], paragraphs[2:], strict=False)
        if is_short_line(title.text) and (is_of_names(names.text) or is_a_name(names.text)) and _is_body(abstract)
    ]
    enough = max(_FEWEST_TITLES, _NEARLY_ALL * whole)
    return len(between) >= enough and 2 * sum(map(is_of_names, between)) >= len(between)


def _with_names(paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Yield the paragraphs, names joined to the short line before them."""
    title: Paragraph | None = None
    for paragraph, following in pairwise(chain(paragraphs, [_END])):
        one = is_a_name(paragraph.text) and _is_body(following)
        if title and (one or is_of_names(paragraph.text)):
            yield Paragraph(f"{title.text}\n{paragraph.text}", title.mark)
            title = None
            continue
        if title:
            yield title
        title = paragraph if is_short_line(paragraph.text) else None
        if not title:
            yield paragraph
    if title:
        yield title


def is_short_line(paragraph: str) -> bool:
    """Return whether a paragraph is a line that is no sentence, so may be a title or a heading."""
    return (
        0 < len(paragraph) <= _LONGEST_TITLE
        and "\n" not in paragraph
        and len(paragraph.split()) <= _MOST_WORDS
        and not paragraph.endswith(_SENTENCE_ENDS)
        and len(_WIDE.findall(paragraph)) < _FEWEST_SIGNS
    )


def is_short_text(paragraph: str) -> bool:
    """Return whether a paragraph is a few short lines, as a title with the authors below it is."""
    lines = [line.strip() for line in paragraph.split("\n")]
    return len(lines) <= _MOST_LINES and all(is_short_line(line) or is_about_a_paper(line) for line in lines)


def is_named(paragraph: str) -> bool:
    """Return whether a paragraph begins with the word that names it an abstract (`Abstract:`)."""
    return cuts.lead(paragraph) is not None


def is_whole(paragraph: str) -> bool:
    """Return whether a paragraph is beyond doubt an abstract by its length."""
    return len(paragraph.split()) >= _FEWEST_WORDS or wide_signs(paragraph) >= _FEWEST_SIGNS


def wide_signs(text: str) -> int:
    """Return how many signs of Chinese, Japanese and Korean a text has: they are written without blanks."""
    return len(_WIDE.findall(text))
