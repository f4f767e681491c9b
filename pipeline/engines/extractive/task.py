"""The task of a paper as a short noun phrase, in the words of its abstract."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.engines.extractive.verbs import one_of
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence
    from pipeline.paper import Paper

_MOST_WORDS = 6
_KINDS = wordset(
    """
    method methods framework approach algorithm algorithms model models technique strategy paradigm mechanism pipeline
    system benchmark dataset recipe scheme solution architecture procedure metric
    """
)
_KIND = one_of(_KINDS)
_END = r"""
    (?=\s*(?:[,;:.()—]|$) | \s(?:that|which|by|using|with|via|based|in\s+(?:this|the|a)|where|when|while|on|to
      |and\s+(?:we|show)|through|from
       |under|without|featuring|as|is|are)\b)
"""
_FOR = re.compile(rf"\b{_KIND}\s+(?:for|of)\s+(?P<task>[^\s,;:()—]+(?:\s[^\s,;:()—]+){{0,12}}?){_END}", re.VERBOSE)
_OF = re.compile(
    rf"\b(?:problem|task|challenge)s?\s+of\s+(?P<task>[^\s,;:()—]+(?:\s[^\s,;:()—]+){{0,12}}?){_END}", re.VERBOSE
)
_NOVEL = re.compile(
    rf"""
    \b(?:[Aa]n?|[Tt]he\s+first)\s+(?P<task>(?:(?!(?:that|which|of|for|to|in|by
      |with)\b)[\w‐‑/-]+[,\s]\s*){{1,6}}?){_KIND}\b
    """,
    re.VERBOSE,
)
_PRAISE = re.compile(
    r"""
    (?:(?:novel|new|simple|efficient|effective|general|unified|unifying|innovative|lightweight|practical|principled
      |automated|trainable
      |first|but|and|yet|more|less|fully|\w+ly|\w+-based|\w+-efficient|\w+-aware|\w+-stage|\w+-step|powerful|robust
        |flexible|scalable
      |comprehensive|minimalist|explainable|interpretable|popular|large-scale)[\s,]+)+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"""
    (?!(?:This|These|We|It|Our|Their|There|While|Although|Despite|To|In|As|Given|Such|They)\b)
    (?P<task>[A-Z](?:(?!\b(?:that|which|we)\b)[^,;:.()])*?) (?:\s*\([^()]*\))? (?:,\s+which\b[^,]*,|,\s+the\b[^,]*,)?
    \s(?:is|are|has|have|can|plays?|requires?|enables?|remains?|aims?|demands?|offers?|often|typically|rely|relies
      |allows?
       |increasingly|fundamentally|involves?|refers?)\b
    """,
    re.VERBOSE,
)
_ABOUT = re.compile(
    r"(?:Efficient|Effective|Accurate|Reliable|Deploying|Deployment|The|An?|Recent|Many|Most|Current|Existing|Modern)\s+"
)
_LITTLE = re.compile(r"^(?:the|an?|our|such|this|these|its|their)\s+", re.IGNORECASE)
_EMPTY = frozenset(
    {
        "",
        "it",
        "this",
        "them",
        "we",
        "work",
        "paper",
        "result",
        "results",
        "approach",
        "method",
        "set",
        "family",
        "variant",
    }
)


def find_task(paper: Paper, sentences: Sequence[Sentence], method: Sentence | None) -> str:
    """Return the task that `paper` is about, in words of its abstract; empty where none can be told."""
    candidates = chain(_keywords(paper), _candidates(sentences, method))
    return next(filter(None, map(_short, candidates)), "")


def _keywords(paper: Paper) -> Iterator[str]:
    abstract = paper.abstract.lower() if paper.keywords else ""
    for keyword in paper.keywords:
        start = abstract.find(keyword.lower())
        if start >= 0 and len(abstract) == len(paper.abstract):
            yield paper.abstract[start : start + len(keyword)]


def _candidates(sentences: Sequence[Sentence], method: Sentence | None) -> Iterator[str]:
    told = method.text if method is not None else ""
    yield from (match["task"] for pattern in (_FOR, _OF) for match in pattern.finditer(told))
    yield from (
        _PRAISE.sub("", match["task"])
        for match in _NOVEL.finditer(told)
        if len(_PRAISE.sub("", match["task"]).split()) > 1
    )
    for sentence in sentences[:2]:
        yield from (match["task"] for match in _OF.finditer(sentence.text))
        subject = _SUBJECT.match(sentence.text)
        if subject is not None:
            yield _ABOUT.sub("", subject["task"])


def _short(phrase: str) -> str:
    phrase = _LITTLE.sub("", phrase.strip(" ,."))
    return phrase if phrase.lower() not in _EMPTY and len(phrase.split()) <= _MOST_WORDS else ""
