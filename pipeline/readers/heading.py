"""Whether the first line of a plain list is its heading, and the venue that it names.

A heading is a line of at most 80 characters and 12 words that does not end like a sentence and

- is marked as one (`# Reading list`), or
- ends with an East Asian word for a list of papers (`ICLR 2026 论文列表`), or
- consists of list words, years, names (words with a capital) and the small words that join them,
  with at least one list word or year (`ICLR 2026`, `CVPR 2024 accepted abstracts`), or
- is a paragraph of its own and holds a list word and a name with a year (`ICLR 2026 papers on vision`).

Marks around it, a colon and a bracket at its end do not count. So neither a short abstract nor the
first line of one that was wrapped by hand is taken for a heading.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MOST_CHARACTERS = 80
_MOST_WORDS = 12

_LIST_WORDS = frozenset({"abstracts", "articles", "list", "papers", "preprints", "proceedings", "submissions"})
_SMALL_WORDS = frozenset(
    {"a", "accepted", "all", "and", "at", "by", "conference", "for", "from", "in", "main", "of", "on", "oral", "orals"}
    | {"paper", "poster", "posters", "reading", "selected", "spotlight", "spotlights", "the", "to", "track", "workshop"}
)
_EAST_ASIAN_LIST = (
    r"(?:录用|接收|全部)?(?:论文|論文|摘要|文献|文獻)(?:列表|清单|清單|目录|目錄|汇总|一覧|リスト)"
    r"|(?:录用|接收)论文|논문 ?목록"
)
_LIST_AT_END = re.compile(f"(?:{_EAST_ASIAN_LIST})$")

_MARK = re.compile(r"#+\s")
_MARKS_AROUND = " \t#*=_~-"
_PUNCTUATION = " \t,;|/·–—-'’\"“”()[]（）【】年"
_TAIL = re.compile(r"\s*(?:[(\[（【][^()\[\]（）【】]*[)\]）】]|[:：])$")
_SENTENCE_ENDS = tuple(".!?;,。！？；，…")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_SHORT_YEAR = re.compile(r"(?<=[A-Za-z])\s?['’](\d\d)(?!\d)")


class Heading(NamedTuple):
    """What a heading says of its papers; `venue` is a name with its year (`ICLR 2026`)."""

    venue: str | None
    year: int | None


def heading(line: str, *, alone: bool) -> Heading | None:
    """Return what the line says if it is a heading; `alone`: no text follows on the next line."""
    text = line.strip(_MARKS_AROUND + "\r\n")
    core = _TAIL.sub("", text) if len(text) <= _MOST_CHARACTERS else ""
    if not core or core.endswith(_SENTENCE_ENDS):
        return None
    words = _words(core)
    venue = _venue(words) or _venue(_words(text))
    marked = _MARK.match(line.lstrip()) is not None
    if len(words) > _MOST_WORDS or not (marked or _names_a_list(core, words) or (alone and venue and _listed(words))):
        return None
    year = _YEAR.search(" ".join(_words(text)))
    return Heading(venue, int(year[1]) if year else None)


def _names_a_list(core: str, words: list[str]) -> bool:
    """Return whether the line is made of nothing but the words of a heading."""
    if _LIST_AT_END.search(core):
        return True
    plain = all(_is_name(word) or _is_year(word) or word.lower() in _LIST_WORDS | _SMALL_WORDS for word in words)
    return plain and (_listed(words) or any(map(_is_year, words)))


def _words(text: str) -> list[str]:
    """Return the words without punctuation, each year a word of its own and of four digits."""
    spaced = _YEAR.sub(r" \1 ", _SHORT_YEAR.sub(r" 20\1 ", re.sub(_EAST_ASIAN_LIST, " ", text)))
    return [word for part in spaced.split() if (word := part.strip(_PUNCTUATION))]


def _venue(words: list[str]) -> str | None:
    """Return the names that stand right before a year, or else right after it, with the year."""
    for place in (place for place, word in enumerate(words) if _is_year(word)):
        before = place
        while before and _is_name(words[before - 1]):
            before -= 1
        after = place + 1
        while before == place and after < len(words) and _is_name(words[after]):
            after += 1
        if names := words[before:place] or words[place + 1 : after]:
            return " ".join([*names, words[place]])
    return None


def _listed(words: list[str]) -> bool:
    return any(word.lower() in _LIST_WORDS for word in words)


def _is_year(word: str) -> bool:
    return _YEAR.fullmatch(word) is not None


def _is_name(word: str) -> bool:
    return word != word.lower() and word.lower() not in _LIST_WORDS | _SMALL_WORDS
