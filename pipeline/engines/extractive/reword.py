"""What a card says of a sentence: its words without markup, announcement and connectives."""

from __future__ import annotations

import re

from pipeline.engines.extractive.headings import heading_end
from pipeline.engines.extractive.verbs import one_of

MOST_WORDS = 40

_CONNECTIVES = (
    "however",
    "therefore",
    "thus",
    "hence",
    "moreover",
    "furthermore",
    "additionally",
    "specifically",
    "unfortunately",
    "nevertheless",
    "nonetheless",
    "consequently",
    "besides",
    "meanwhile",
    "notably",
    "remarkably",
    "importantly",
    "finally",
    "lastly",
    "first",
    "firstly",
    "second",
    "secondly",
    "third",
    "thirdly",
    "next",
    "indeed",
    "yet",
    "still",
    "also",
    "in particular",
    "in addition",
    "more specifically",
    "most notably",
    "in contrast",
    "by contrast",
    "on the other hand",
    "to this end",
    "as a result",
    "for example",
    "for instance",
    "in fact",
)
_CONNECTIVE = re.compile(
    rf"^(?:{one_of(_CONNECTIVES)}\s*,\s*|(?:but|and|yet|so|thus|which|thereby)\s+)+", re.IGNORECASE
)
_PAPER = r"(?:this|our|the\s+present)\s+(?:paper|work|article|study)"
_ANNOUNCEMENT = re.compile(
    rf"""
    ^(?:(?:in|with|through)\s+{_PAPER}\s*,?\s*)?
    (?:to\s+(?:this\s+end|address|bridge|overcome|tackle|rectify|mitigate|solve|fill)\b[^,]{{0,80}}\b(?:this|these
      |the|such)\b[^,]{{0,50}},\s*|to\s+this\s+end,\s*)?
    (?:(?:in|with)\s+{_PAPER}\s*,?\s*)?
    (?:(?:we|{_PAPER})\s+(?:(?:therefore|thus|hence|then|here|first|also|address\s+this\s+by)\s+)*
       (?:propose|introduce|present|describe|develop|proposes|introduces|presents|describes|develops|introducing
         |proposing)\s+)
    (?=an?\s|the\s|(?-i:[A-Z0-9])|novel\b|two\b|three\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NAMED = re.compile(
    r"^(?P<name>[A-Z0-9][^\s,;:]*(?:\s[A-Z(][^\s,;:]*){0,5}?)\s*,\s+(?=(?:an?|the|which)\s)(?:which\s+)?"
)
_CLAUSE_ENDS = re.compile(r"[,;:—](?=\s)|\s(?=which\b|that\b|while\b|by\b|and\s)")


def reword_problem(text: str) -> str:
    """Return the gap that a sentence without markup states."""
    return _finished(_CONNECTIVE.sub("", _spaced(text)))


def reword_method(text: str) -> str:
    """Return the proposal that a sentence without markup states: "we propose X, a ..." becomes "X: a ..."."""
    text = _CONNECTIVE.sub("", _spaced(text))
    body, announced = _ANNOUNCEMENT.subn("", text, count=1)
    if announced:
        body = _NAMED.sub(lambda match: match["name"] + ": ", body, count=1)
    return _finished(body)


def reword_claim(text: str, shared: str) -> str:
    """Return a claim as a sentence of its own; `shared` holds the words that it shares with its neighbour."""
    body = _CONNECTIVE.sub("", _spaced(text))
    return _finished(f"{_spaced(shared)} {body}" if shared else body)


def _spaced(text: str) -> str:
    return " ".join(text[heading_end(text) :].split()).strip(" ,;")


def _finished(text: str) -> str:
    text = _cut(text).rstrip(" ,;:—")
    if text[:1].islower() and not any(map(str.isupper, text.partition(" ")[0])):
        text = text[0].upper() + text[1:]
    return text if not text or text[-1] in ".!?…。！？" else text + "."


def _cut(text: str) -> str:
    """Return at most about `MOST_WORDS` words of `text`, cut where a clause ends."""
    words = text.split(" ")
    if len(words) <= MOST_WORDS:
        return text
    most = len(" ".join(words[:MOST_WORDS]))
    ends = [
        match.start() for match in _CLAUSE_ENDS.finditer(text, most // 2, most + 1) if _balanced(text[: match.start()])
    ]
    return text[: ends[-1]] if ends else " ".join(words[:MOST_WORDS]) + " …"


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
