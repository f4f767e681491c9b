"""The task of a paper as a short noun phrase, in the words of its abstract.

A task is something that is done: its name ends in a noun of doing ("road detection", "speculative
decoding", "federated fine-tuning of language models"). Of all such phrases in title, first sentences
and proposal, the one that is told most, and in the most telling places, is taken.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.engines.extractive import cues
from pipeline.engines.extractive.doings import HEADS, NO_TASK, Candidate, doings
from pipeline.engines.extractive.verbs import one_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence
    from pipeline.paper import Paper

_FOR = re.compile(
    rf"\b{one_of(cues.KIND_NOUNS)}\s+for\s+(?:the\s+|an?\s+)?(?P<task>[^\s,;:()—]+(?:\s[^\s,;:()—]+){{0,5}}?)"
    r"(?=\s*(?:[,;:.()—]|$)|\s(?:that|which|by|using|with|via|based|in\s|where|when|while|on|to|and\s(?:we|show)|through"
    r"|from|under|without|featuring|as|is|are)\b)"
)
_PROBLEM_OF = re.compile(
    r"\b(?:problem|task|challenge)s?\s+of\s+(?P<task>[^\s,;:()—]+(?:\s[^\s,;:()—]+){0,5}?)"
    r"(?=\s*(?:[,;:.()—]|$)|\s(?:that|which|by|using|with|via|where|when|while|on|from|under|without|as|is|are|in\s(?:the|a))\b)"
)
_DEFINED = re.compile(
    r"(?P<task>[A-Z][\w‐‑-]*(?:\s(?!is\b|are\b)[\w‐‑-]+){0,4})(?:\s\([^()]{1,20}\))?\s(?:is|are|remains?|has\sbeen|has\semerged\sas)\s"
    r"(?:an?|one\sof\sthe|the)\s(?:[\w-]+\s){0,4}?(?:tasks?|problems?|challenges?|techniques?|area|field|topic|paradigm)\b"
)
_GERUND = re.compile(
    r"(?P<task>[A-Z][a-z]+ing\s(?!is\b|are\b|has\b|remains?\b)(?:the\s|an?\s)?(?:[\w‐‑/-]+\s){0,3}?[\w‐‑/-]+)(?:\s\([^()]{1,20}\))?"
    r"(?=,|\s(?:is|are|has|have|remains?|requires?|in|from|for|on|can|plays?|often|typically|with)\b)"
)
_GERUND_WEIGHS = 1.6
_TITLE = 2.0
_EARLY = 0.5
_AGAIN = 0.6
_ENOUGH = 1.0
_MOST_WORDS = 7
_LAST_READ = 6
"""No more sentences are read than these and the proposal: the task is told by then."""


def find_task(paper: Paper, sentences: Sequence[Sentence], method: Sentence | None) -> str:
    """Return the task that `paper` is about, in words of its abstract; empty where none can be told."""
    told = chain(
        _keywords(paper), _purpose(method), (_heaviest(_candidates(paper, sentences, method)),), _named(sentences)
    )
    return " ".join(next(filter(None, told), "").split())


def _keywords(paper: Paper) -> Iterator[str]:
    abstract = paper.abstract.lower() if paper.keywords else ""
    for keyword in paper.keywords:
        start = abstract.find(keyword.lower())
        if start >= 0 and len(abstract) == len(paper.abstract) and not NO_TASK.match(keyword):
            yield paper.abstract[start : start + len(keyword)]


def _purpose(method: Sentence | None) -> Iterator[str]:
    """Yield what the proposal is for: "a framework for road detection"."""
    if method is not None and "for" in method.bag:
        yield from (_short(match["task"]) for match in _FOR.finditer(method.text))


def _candidates(paper: Paper, sentences: Sequence[Sentence], method: Sentence | None) -> Iterator[Candidate]:
    until = min(method.number if method is not None else len(sentences), _LAST_READ)
    if sentences and (gerund := _GERUND.match(sentences[0].text)) is not None:
        yield Candidate(_short(gerund["task"]), _GERUND_WEIGHS)
    proposal = (method,) if method is not None and method.number > until else ()
    for sentence in (*sentences[:until], *proposal):
        early = _EARLY * (sentence.number == 1)
        yield from (Candidate(phrase, weight + early) for phrase, weight in doings(sentence.text, sentence.bag))
    if paper.title:
        yield from _titled(paper.title, " ".join(sentence.text for sentence in sentences))


def _titled(title: str, text: str) -> Iterator[Candidate]:
    """Yield what is done in the title, where the abstract says it too, as the abstract writes it."""
    low = text.lower()
    for phrase in sorted({candidate.phrase.lower() for candidate in doings(title, HEADS)}):
        at = low.find(phrase) if len(low) == len(text) else -1
        if at >= 0:
            yield Candidate(text[at : at + len(phrase)], _TITLE)


def _heaviest(candidates: Iterator[Candidate]) -> str:
    weights: dict[str, float] = {}
    written: dict[str, str] = {}
    for phrase, weight in candidates:
        key = phrase.lower()
        if not phrase or len(phrase.split()) > _MOST_WORDS:
            continue
        known = weights.get(key)
        weights[key] = weight if known is None else max(known, weight) + _AGAIN
        written.setdefault(key, phrase)
    for phrase in [phrase for phrase in weights if " " in phrase]:
        weights[phrase] += _AGAIN * weights.get(phrase.rpartition(" ")[2], 0.0)
    best = max(weights, key=weights.__getitem__, default="")
    return written[best] if best and weights[best] >= _ENOUGH else ""


def _named(sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield what the first sentences call a task or a problem."""
    for sentence in sentences[:2]:
        yield from (_short(match["task"]) for match in _PROBLEM_OF.finditer(sentence.text))
        defined = _DEFINED.match(sentence.text)
        if defined is not None:
            yield _short(defined["task"])


_TASK_LAST = re.compile(r"\s(?:tasks?|problems?)$")
_ARTICLE = re.compile(r"^(?:the|an?|our|such|this|these|its|their)\s+", re.IGNORECASE)


def _short(phrase: str) -> str:
    phrase = _ARTICLE.sub("", phrase.strip(" ,."))
    phrase = _TASK_LAST.sub("", phrase)
    return phrase if phrase and len(phrase.split()) <= _MOST_WORDS and not NO_TASK.match(phrase) else ""
