"""Two languages in one field: where the second begins, when that is certain."""

from __future__ import annotations

import re
from typing import NamedTuple

from pipeline.cleaning.cuts import Cut
from pipeline.paper import beyond_ascii

_WORDS = {
    "en": "the of and to in is that for with we this are as by on from which were was these our be can it an at",
    "de": "der die das und ist von mit den des ein eine werden wurde wird auf für im zu dem sich nicht sind als durch",
    "es": "el los las del que una por con para se como este esta más sus fue son entre sobre la de en y",
    "pt": "os as dos das uma com para não que se por como foi são mais este esta nos nas o da do e em",
    "fr": "les des une dans est pour que qui par sur avec nous cette sont aux ces plus été la le et du",
    "it": "il gli della che una per con sono nel alla dei delle questo è come più di la e i",
    "id": "yang dan dengan untuk dari pada ini dalam adalah penelitian tidak oleh akan di",
}
_STOPWORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_SCRIPTS = (
    ("latin", re.compile("[A-Za-z\xc0-\u024f]")),
    ("cjk", re.compile("[\u3040-\u30ff\u3400-\u9fff]")),
    ("hangul", re.compile("[\uac00-\ud7af]")),
    ("arabic", re.compile("[\u0600-\u06ff]")),
    ("cyrillic", re.compile("[\u0400-\u04ff]")),
    ("greek", re.compile("[\u0370-\u03ff]")),
    ("devanagari", re.compile("[\u0900-\u097f]")),
    ("thai", re.compile("[\u0e00-\u0e7f]")),
    ("hebrew", re.compile("[\u0590-\u05ff]")),
)
_OTHER_SCRIPT = re.compile("[\u0400-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_HINTS = frozenset({"der", "und", "los", "del", "que", "les", "des", "della", "uma", "yang", "para"})
_ENDS = 300
_PIECE = re.compile(r".+?(?:[.!?]['\")\]]?(?=\s|;;|\Z)|[。！？]|;;;|\n|\Z)", re.DOTALL)
_SHORTEST = 150
_SHORTEST_WIDE = 60
_CLEAR = 3


class _Piece(NamedTuple):
    """A sentence or so; its language, or None where it does not show."""

    start: int
    language: str | None


def second_language(text: str) -> Cut | None:
    """Cut off the part that is in another language: English stays, else what stands first.

    Certain means: each language has one run of sentences, long enough to be an abstract of its own.
    """
    if len(text) < _SHORTEST or not _may_be_two(text):
        return None
    turn = _turn([_Piece(found.start(), _language(found.group())) for found in _PIECE.finditer(text)])
    if turn is None:
        return None
    at, first, second = turn
    one, other = text[:at], text[at:]
    if not (_long(one, first) and _long(other, second)):
        return None
    one, other = one.rstrip(" \n;|/"), other.lstrip(" \n;|/")
    if second == "en":
        return Cut(other, one, "second language")
    return Cut(one, other, "second language")


def _may_be_two(text: str) -> bool:
    """Return whether another script is there, or words of another language at one of the ends."""
    if not text.isascii() and _OTHER_SCRIPT.search(beyond_ascii(text)):
        return True
    # The first word of the end may be cut: "model" is no "del".
    return not _HINTS.isdisjoint(text[:_ENDS].split()[:-1]) or not _HINTS.isdisjoint(text[-_ENDS:].split()[1:])


def _turn(pieces: list[_Piece]) -> tuple[int, str, str] | None:
    """Return where the one language ends and the other begins, with both, if they meet only once."""
    known = [piece for piece in pieces if piece.language]
    languages = list(dict.fromkeys(piece.language for piece in known))
    if len(languages) != 2:  # noqa: PLR2004 - a field of three languages is no certain case
        return None
    first, second = languages
    begin = next(place for place, piece in enumerate(known) if piece.language == second)
    if any(piece.language != second for piece in known[begin:]):
        return None
    return known[begin].start, str(first), str(second)


def _long(text: str, language: str) -> bool:
    return len(text) >= (_SHORTEST_WIDE if language in {"cjk", "hangul"} else _SHORTEST)


def _language(text: str) -> str | None:
    """Return the script of a piece, or for Latin letters the language whose small words it holds."""
    counts = {script: len(pattern.findall(text)) for script, pattern in _SCRIPTS}
    letters = sum(counts.values())
    script = max(counts, key=lambda name: counts[name])
    if not letters or counts[script] < 0.6 * letters:
        return None
    if script != "latin":
        return script
    words = re.findall(r"[a-zà-ÿ]+", text.lower())
    hits = {language: sum(word in small for word in words) for language, small in _STOPWORDS.items()}
    best, next_best = sorted(hits, key=lambda name: -hits[name])[:2]
    return best if hits[best] >= _CLEAR and hits[best] >= 2 * hits[next_best] else None
