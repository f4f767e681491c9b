"""Which short lines between the abstracts of a plain list are their titles, and which are headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

_LONGEST_TITLE, _MOST_WORDS = 200, 25
_FEWEST_WORDS, _FEWEST_SIGNS = 30, 80
_SENTENCE_ENDS = tuple(".!;,:。！；，：…")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOOK_AHEAD = 200
_FEWEST_TITLES, _NEARLY_ALL = 2, 0.8


def titled(paragraphs: Iterable[str]) -> Iterator[tuple[str | None, str]]:
    """Yield the title, where there is one, and the abstract of each paper; a title or heading alone has none.

    A short line that is no sentence is looked at only beside a whole abstract, so that a list of short texts
    stays a list of abstracts.
    """
    rest = iter(paragraphs)
    first = list(islice(rest, _LOOK_AHEAD))
    are_titles = _are_titles(first)
    before, waiting = "", None  # the paragraph before, and the title of the abstract that comes next
    for paragraph, following in pairwise(chain(first, rest, [""])):
        if _is_short_line(paragraph) and (is_whole(before) or is_whole(following)):
            if are_titles and is_whole(following):
                waiting = paragraph
            else:
                yield paragraph, ""
        else:
            yield waiting, paragraph
            waiting = None
        before = paragraph


def _are_titles(paragraphs: list[str]) -> bool:
    """Return whether nearly every whole abstract stands behind a short line."""
    whole = sum(map(is_whole, paragraphs))
    with_line = sum(_is_short_line(first) and is_whole(second) for first, second in pairwise(paragraphs))
    return with_line >= max(_FEWEST_TITLES, _NEARLY_ALL * whole)


def _is_short_line(paragraph: str) -> bool:
    return (
        0 < len(paragraph) <= _LONGEST_TITLE
        and "\n" not in paragraph
        and len(paragraph.split()) <= _MOST_WORDS
        and not paragraph.endswith(_SENTENCE_ENDS)
        and len(_WIDE.findall(paragraph)) < _FEWEST_SIGNS
    )


def is_whole(paragraph: str) -> bool:
    """Return whether a paragraph is beyond doubt an abstract by its length."""
    return len(paragraph.split()) >= _FEWEST_WORDS or wide_signs(paragraph) >= _FEWEST_SIGNS


def wide_signs(text: str) -> int:
    """Return how many signs of Chinese, Japanese and Korean a text has: they are written without blanks."""
    return len(_WIDE.findall(text))
