"""The words that carry a statement's content, so cut that "reduces", "reduced" and "reduction" are one."""

from __future__ import annotations

import re
import string
from functools import lru_cache

_PARTING = {ord(sign): " " for sign in string.punctuation + string.digits + "–—−‐‑“”‘’«»…·•×±≤≥≈∼→，。；：、（）！？％"}
# A sign that `translate` looks up in vain costs it an error, so those of most words are there.
_PARTS = {**{ord(sign): sign for sign in string.ascii_letters + " "}, **_PARTING}
_BEST_KNOWN = re.compile(r"state[- ‑]of[- ‑]the[- ‑]art")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LONGEST_STEM = 5
_SHORTEST = 2
_OPENING = 30
_NOTHING = frozenset({""})
_PREFIXES = ("inter", "super", "multi", "under", "trans", "auto", "hyper", "pre", "over", "self", "non", "out")

# What stands in any abstract says nothing of this one.
_EMPTY_WORDS = (
    "the and for with that this from are was were which while where when than then into onto over under its our their"
    " these those such has have had been being can may will not but also both each all any some more most many much"
    " very only even using used use uses via per based toward towards across among between within without through"
    " during after before about above below they them there here how what who whose other another one two three we it"
    " is of in on to by as at an or be no if so do does did per he she you your his her"
    " paper work study authors propose proposes proposed present presents presented introduce introduces introduced"
    " show shows shown demonstrate demonstrates find finds method methods approach approaches novel new result results"
    " experiment experiments extensive respectively compared comparison against versus et al achieve achieves achieved"
    " reach reaches reached baseline baselines existing prior previous"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words of `text`, a plain one, that tell it from others; of CJK text its characters."""
    words = frozenset(map(stem, _telling(text))) - _NOTHING
    if has_wide(text):
        return frozenset(word for word in words if not _WIDE.search(word)).union(_WIDE.findall(text))
    return words


def has_content(text: str) -> bool:
    """Tell whether `text` has any content words, which most texts show in their first few words."""
    if has_wide(text):
        return True
    opening = text[:_OPENING].rpartition(" ")[0].lower()
    return ("state" not in opening and any(map(stem, words_of(opening)))) or any(map(stem, _telling(text)))


def _telling(text: str) -> list[str]:
    """Return the words of `text` in small letters but for "state of the art", which any result claims."""
    lower = text.lower()
    return words_of(_BEST_KNOWN.sub(" ", lower) if "state" in lower else lower)


def words_of(text: str) -> list[str]:
    """Return the words of `text` without what parts them: blanks, punctuation, digits."""
    return text.translate(_PARTS).split()


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return what the forms of `word`, in small letters, have in common; nothing of a word without content."""
    if len(word) < _SHORTEST or word in _EMPTY:
        return ""
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) > len(prefix) + 2:
            return prefix + _cut(word[len(prefix) :])
    return _cut(word)


def _cut(word: str) -> str:
    if len(word) <= _LONGEST_STEM and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return word[:_LONGEST_STEM]


def has_wide(text: str) -> bool:
    """Tell whether `text` holds Chinese, Japanese or Korean writing."""
    return not text.isascii() and _WIDE.search(text) is not None
