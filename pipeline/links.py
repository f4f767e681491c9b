"""URLs that stand in an abstract, and what the words around them say they lead to."""

from __future__ import annotations

import re

from pipeline.card import Link, LinkKind

_URL = re.compile(r"https?://[^\s<>\"'{}|^`\\]+", re.IGNORECASE)
_TRAILING = ".,;:!?*_~"
_AROUND = 80

_ANONYMOUS = re.compile(r"anonymous|4open\.science", re.IGNORECASE)
_CODE_HOST = re.compile(r"//(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.", re.IGNORECASE)
_DATA_HOST = re.compile(
    r"//(?:www\.)?(?:huggingface\.co/datasets|zenodo\.|kaggle\.com/datasets|figshare\.)", re.IGNORECASE
)
_CODE_WORD = re.compile(r"\b(?:code|implementation|software|source|librar(?:y|ies)|toolkit)\b", re.IGNORECASE)
_DATA_WORD = re.compile(r"\b(?:data|datasets?|benchmarks?|corpus)\b", re.IGNORECASE)


def links(abstract: str) -> tuple[Link, ...]:
    """Return the URLs of `abstract` in order, each with its kind and its span."""
    found: list[Link] = []
    first = abstract.find("://")
    if first < 0:
        return ()
    for match in _URL.finditer(abstract, max(0, first - len("https"))):
        url = _without_tail(match[0])
        end = match.start() + len(url)
        around = abstract[max(0, match.start() - _AROUND) : match.start()]
        found.append(Link(url=url, kind=_kind(url, around), start=match.start(), end=end))
    return tuple(found)


def _without_tail(url: str) -> str:
    url = url.rstrip(_TRAILING)
    # A bracket that the sentence opened belongs to the sentence.
    while url and url[-1] in ")]" and url.count(url[-1]) > url.count({")": "(", "]": "["}[url[-1]]):
        url = url[:-1].rstrip(_TRAILING)
    return url


def _kind(url: str, before: str) -> LinkKind:
    rules = (
        (_ANONYMOUS.search(url), LinkKind.ANONYMOUS),
        (_CODE_HOST.search(url), LinkKind.CODE),
        (_DATA_HOST.search(url), LinkKind.DATA),
        (_CODE_WORD.search(before), LinkKind.CODE),
        (_DATA_WORD.search(before), LinkKind.DATA),
    )
    return next((kind for hit, kind in rules if hit), LinkKind.OTHER)
