"""What a card says of a sentence: its words without markup, announcement and connectives."""

from __future__ import annotations

import re

from pipeline.engines.extractive.headings import heading_end
from pipeline.engines.extractive.subjects import Subject, said_of
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
    (?:(?:inspired|motivated|informed|guided)\s+by\b[^,]{{0,80}},\s*
      |(?:based|building|drawing)\s+(?:up)?on\s+(?:this|these|our)\b[^,]{{0,60}},\s*|using\s+this\s+\w+,\s*)?
    (?:(?:in|with)\s+{_PAPER}\s*,?\s*)?
    (?:(?:we|{_PAPER})\s+(?:(?:therefore|thus|hence|then|here|first|also|address\s+this\s+by)\s+)*
       (?:propose|introduce|present|describe|develop|provide|design|devise|formulate|provides|proposes|introduces|presents|describes|develops|introducing
         |proposing)\s+)
    (?=an?\s|the\s|(?-i:[A-Z0-9])|novel\b|two\b|three\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NAMED = re.compile(
    r"^(?P<name>[A-Z0-9][^\s,;:]*(?:\s[A-Z(][^\s,;:]*){0,5}?|[A-Z][^,;:()]{0,80}\([^()]{1,24}\))\s*,\s+(?=(?:an?|the)\s)"
)
_SENTENCE_ENDS = re.compile(r";(?=\s)")
_CLAUSE_ENDS = re.compile(r"[,:—](?=\s)|—")
_PHRASE_ENDS = re.compile(r"\s(?=(?:which|that|while|by|and|because|when)\s)")
_LAST_WORD = re.compile(r",\s+(?:however|but|and|so|yet)\s*[.,]?$|[,\s]+(?:e\.g|i\.e)\.?$", re.IGNORECASE)


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


def reword_claim(text: str, shared: str, who: Subject | None) -> str:
    """Return a claim as a sentence of its own.

    Args:
        text: the clause, without markup.
        shared: words before it that it shares with its neighbour.
        who: its subject, where it has none.
    """
    body = _CONNECTIVE.sub("", _spaced(text))
    return _finished(said_of(f"{_spaced(shared)} {body}" if shared else body, who))


def _spaced(text: str) -> str:
    return " ".join(text[heading_end(text) :].split()).strip(" ,;")


def _finished(text: str) -> str:
    text = _cut(text.rstrip(" ,;:—"))
    if text[:1].islower() and not any(map(str.isupper, text.partition(" ")[0])):
        text = text[0].upper() + text[1:]
    return text if not text or text[-1] in ".!?…。！？" else text + "."


def _cut(text: str) -> str:
    """Return about `MOST_WORDS` words of `text` at most, cut where a clause ends; an ellipsis tells of the rest."""
    words = text.split(" ")
    if len(words) <= MOST_WORDS:
        return text
    most = len(" ".join(words[:MOST_WORDS]))
    for ends, least in ((_SENTENCE_ENDS, 3), (_CLAUSE_ENDS, 2), (_PHRASE_ENDS, 2)):
        at = [end.start() for end in ends.finditer(text, most // least, most + 1) if _balanced(text[: end.start()])]
        if at:
            kept = _LAST_WORD.sub("", text[: at[-1]].rstrip(" ,;:—"))
            return kept + ("." if ends is _SENTENCE_ENDS and ":" not in kept else " …")
    return " ".join(words[:MOST_WORDS]) + " …"


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
