"""What a claim is measured by, against and on, by the words that introduce each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.clauses import _one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_STOP = (
    r"(?=\s*(?:[,;:(—]|\.(?:\s|$)|$)"
    r"|\s(?:while|whereas|when|which|that|by|without|thereby|because|since|despite|via|through|due\s+to|even|and\s+(?:\w+ly\s+)?(?:achiev|improv|reduc|show|is\b|are\b)\w*)\b"
)
_AT_PLACE = r"|\s(?:on|in|across|under|for|at|with|from|over|to|using|during|compared|relative|regardless)\b"

_BASELINE = re.compile(
    rf"""
    \b(?:compared\s+(?:to|with|against)|in\s+comparison\s+(?:to|with)|relative\s+to|than(?:\s+that\s+of)?|versus|vs\.?|against|on\s+par\s+with
      |comparable\s+(?:to|with)|competitive\s+with|(?:competitive\s+)?(?:or\s+)?superior\s+to|improv\w+\s+(?:up)?on|equivalent\s+to
      |{_one_of(verbs.BEAT)}(?:\s+both)?|(?<!by\s)(?<!of\s)match(?:es|ing)?)\s+
    (?P<name>(?!its\s+own\b)\S.*?){_STOP}|\s(?:on|in|across|under|for|at|with|over|using|during|compared|regardless)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OVER = re.compile(
    rf"\b(?:improv\w*|gains?|speed-?ups?|reductions?|increase\w*|advantages?|faster|better|accuracy|performance)\b[^,;]*?\bover\s+(?P<name>\S.*?){_STOP}|\s(?:on|in|across|under|for|at|with|using|during|compared)\b)",
    re.IGNORECASE,
)
_SETTING = re.compile(
    rf"\b(?:on|across|under|over\s+(?=\d|multiple|various|diverse|a\s+wide))\s+(?P<name>(?!par\b|average\b|the\s+one|top\b|the\s+other)\S.*?){_STOP}|\s(?:demonstrate|show|with|compared|in\s+terms|reveal|suggest|indicate|confirm|against|than|over|we|to|can|show)\b)",
    re.IGNORECASE,
)
_NOT_A_BASELINE = re.compile(
    r"^(?:\W|\d|ever\b|half\b|one\b|two\b|other\s+\w+$|expected\b|before\b|just\b|only\b|a\s+\d|chance\b)",
    re.IGNORECASE,
)


def baseline(text: str) -> str | None:
    """Return what a claim compares with, as the claim names it."""
    for match in (*_BASELINE.finditer(text), *_OVER.finditer(text)):
        name = _listed(text, match)
        if name and not _NOT_A_BASELINE.match(name):
            return name
    return None


def setting(*texts: str) -> str | None:
    """Return on what a result was reached, as the first of `texts` that tells it names it."""
    for text in texts:
        for match in _SETTING.finditer(text):
            name = _listed(text, match)
            if len(name) > 1 and not name[0].isdigit() or re.match(r"\d+\s\w", name):
                return name
    return None


# "strong unimodal, latent-fusion, and adapter-based baselines": one thing, however many commas.
_LIST_GOES_ON = re.compile(
    rf"(?:,\s+[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,3}}?){{0,4}},?\s+(?:and|or)\s+[\w‐‑.-]+(?:\s[\w‐‑.-]+){{0,4}}?{_STOP}{_AT_PLACE})"
)


def _listed(text: str, match: re.Match[str]) -> str:
    end = match.end("name")
    more = _LIST_GOES_ON.match(text, end) if text[end : end + 1] == "," else None
    if more is not None and not _ANY_VERB.search(more[0]):
        end = more.end()
    return _DANGLING.sub("", text[match.start("name") : end].strip(" ,."))


_ANY_VERB = re.compile(rf"\b(?:{_one_of(verbs.CLAIM | verbs.FIND)}|is|are|we|it)\b", re.IGNORECASE)
_DANGLING = re.compile(r"(?:\s+(?:and|or|while|both|but|respectively|to|can|further|also))+$", re.IGNORECASE)

_NOUN_PHRASE = r"(?P<name>(?:(?!\b(?:by|from|to|over|compared|than|while|and\s+\w+ing|with|on|across|under|of\s+up|up\s+to|for|at|through|via|without|relative|in\s+(?=all|both|various|multiple)|when|which|that|using)\b)[^,;:()%\d]){2,80}?)(?=\s*(?:[,;:()%]|\.$|$)|\s(?:by|from|to|over|compared|than|while|with|on|across|under|of|up|for|at|through|via|without|relative|when|which|that|using|\d|~)\b|\s\d|\s~)"
_CHANGED = re.compile(rf"\b{_one_of(verbs.CHANGE)}\s+(?:the\s+|its\s+|their\s+|both\s+)?{_NOUN_PHRASE}", re.IGNORECASE)
_CHANGE_IN = re.compile(
    rf"\b(?:improvements?|reductions?|increases?|gains?|decreases?|drops?|savings?|speed-?ups?|degradations?|boosts?)\s+(?:of\s+[^a-z]{{1,30}}\s*)?(?:in|of)\s+(?:the\s+)?{_NOUN_PHRASE}",
    re.IGNORECASE,
)
_IN_TERMS = re.compile(
    rf"\b(?:in\s+terms\s+of|w\.?r\.?t\.?|with\s+respect\s+to)\s+(?:both\s+)?{_NOUN_PHRASE}", re.IGNORECASE
)
_ATTAINED = re.compile(
    rf"\b(?:{_one_of(verbs.ATTAIN | verbs.KEEP | frozenset({'demonstrates', 'shows', 'demonstrate', 'show'}))})\s+(?:an?\s+|the\s+)?(?:average\s+|new\s+|strong\s+|superior\s+|comparable\s+|competitive\s+|better\s+|high(?:er)?\s+|state[-‐‑]of[-‐‑]the[-‐‑]art\s+|best\s+|top\s+|SOTA\s+|significant\s+|consistent\s+|substantial\s+)*{_NOUN_PHRASE}",
    re.IGNORECASE,
)
_BEATEN_IN = re.compile(rf"\b{_one_of(verbs.BEAT)}\b[^,;]*?\s(?:in|at)\s+(?:both\s+)?{_NOUN_PHRASE}", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?P<name>(?:faster|slower|smaller|larger|better|cheaper|fewer|lower|higher|less|more)(?:\s+[a-z]+){0,3}?)\s+than\b",
    re.IGNORECASE,
)
_AFTER_FIGURE = re.compile(
    r"^\s*(?:absolute\s+|relative\s+|average\s+|higher\s+|lower\s+|improvement\s+in\s+|reduction\s+in\s+|gain\s+in\s+|in\s+|of\s+(?:the\s+)?)?(?P<name>[A-Za-z][\w/@-]*(?:\s+(?!on\b|in\b|and\b|with\b|over\b|by\b|than\b|compared\b|while\b|across\b|for\b|at\b|to\b|under\b)[A-Za-z][\w/@-]*){0,3})"
)
_BEFORE_FIGURE = re.compile(
    r"(?P<name>[A-Za-z][\w/@-]*(?:\s+[A-Za-z][\w/@-]*){0,2})\s+(?:of|is|at|:|=)\s*(?:up\s+to\s+|about\s+|only\s+)?$"
)


def metric(text: str, figures: Sequence[tuple[int, int]]) -> str | None:
    """Return by what a claim is measured, as the claim names it; `figures` are spans in `text`."""
    for pattern in (_IN_TERMS, _CHANGE_IN, _CHANGED, _BEATEN_IN):
        match = pattern.search(text)
        if match is not None and (name := _named(match["name"])):
            return name
    for start, end in figures[:1]:
        for match in (_BEFORE_FIGURE.search(text[:start]), _AFTER_FIGURE.match(text[end:])):
            if match is not None and (name := _named(match["name"])):
                return name
    for pattern in (_ATTAINED, _COMPARED):
        match = pattern.search(text)
        if match is not None and (name := _named(match["name"])):
            return name
    return None


def _named(phrase: str) -> str | None:
    name = _DANGLING.sub("", phrase.strip(" .,-—"))
    return (
        name
        if name.lower()
        not in {
            "",
            "up",
            "the",
            "it",
            "them",
            "of",
            "an average",
            "average",
            "a",
            "improvement",
            "on",
            "in",
            "results",
            "result",
            "over",
            "than",
            "respectively",
        }
        else None
    )
