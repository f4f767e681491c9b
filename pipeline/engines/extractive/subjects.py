"""Who does what a clause without a subject says: "FOO beats BAR, reaching 90%" also says that FOO reaches 90%."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.wordset import wordset

_FINITE = frozenset(verb for verb in verbs.CLAIM if not verb.endswith("ing"))
_SHOWING = wordset("""
    demonstrate demonstrates show shows exhibit exhibits perform performs generalize generalizes offer offers run runs
    is are remain remains
    """)
_ADVERBS = r"(?:(?:\w+ly|can|also|further|not|only|even|still|often)\s+)*"
_WE = re.compile(r"(?:[^,;]{0,100},\s+)?[Ww]e\s")
_SUBJECT = re.compile(
    rf"""
    (?:(?:[Oo]n|[Ii]n|[Aa]cross|[Uu]nder|[Ww]ith|[Ff]or|[Dd]espite|[Cc]ompared|[Ee]mpirically)\b[^,;]{{0,100}},\s+)?
    (?P<subject>(?:[^\s,;:()—]+\s+){{1,5}}?) (?P<adverbs>{_ADVERBS}) (?P<verb>{verbs.one_of(_FINITE | _SHOWING)})\s
    """,
    re.VERBOSE,
)
_BEGINS = wordset("our the this these it we they its both a an all")
_NO_PART = wordset("""
    and or that which while by when if as than to who whose because since although but how where not in on at
    across under with for we they
    results experiments evaluation evaluations analysis analyses findings study studies simulations
    """)
_FIRST_VERB = re.compile(
    r"(?P<before>(?:(?:\w+ly|also|further|only|even|still|often|not)\s+)*)(?P<can>can\s)?(?P<verb>[a-z]+)\b"
)
_AND_FIRST_VERB = re.compile(
    r"(?P<before>(?:(?:\w+ly|also|further|only|even|still|often|not)\s+)*)(?P<can>can\s)?(?P<verb>[a-z]+)\b"
)
_AND_PARTICIPLE = re.compile(r"\band\s+(?:\w+ly\s+)?\w+ing\s")
_IS = re.compile(r"(?P<be>is|are)\s")
COMPARED = r"(?:up\s+to\s+)?(?:\d\S*\s+(?:times\s+)?)?(?:\w+ly\s+)?(?:(?!rath|oth)\w+er|more\s\w+|less\s\w+)\s+than\b"
"""What a thing is, compared with another: "5x faster than"."""
_COMPARED = re.compile(COMPARED)
_PRONOUN = frozenset({"we", "it", "they"})
_PRONOUNS = {"is": "It", "are": "They"}


class Number(StrEnum):
    """How the verb of a subject goes: "it reaches", "they reach", "it can reach", or in the past: unknown."""

    ONE = "one"
    MANY = "many"
    ABLE = "able"
    UNKNOWN = "unknown"


class Subject(NamedTuple):
    """The words that a clause begins with, and how their verb goes."""

    words: str
    number: Number


def subject(text: str, start: int) -> Subject | None:
    """Return the subject of the clause at `start`, None where it is not plain, or not one that can be repeated."""
    if _WE.match(text, start) is not None:
        return Subject("We", Number.MANY)
    match = _SUBJECT.match(text, start)
    if match is None:
        return None
    words = match["subject"].split()
    if not _NO_PART.isdisjoint(map(str.lower, words)) or not (words[0].lower() in _BEGINS or _is_name(words[0])):
        return None
    return Subject(" ".join(words), Number.ABLE if "can " in match["adverbs"] else _number(match["verb"]))


def _number(verb: str) -> Number:
    if verb.endswith("ed"):
        return Number.UNKNOWN
    return Number.ONE if verb.endswith("s") else Number.MANY


def named(name: str) -> Subject:
    """Return a single thing as a subject."""
    return Subject(name, Number.ONE)


def said_of(clause: str, who: Subject | None) -> str:
    """Return a clause that begins with its verb as a sentence about `who`, as it is where that would be wrong."""
    if who is None:
        be = _IS.match(clause)
        return f"{_PRONOUNS[be['be']]} {clause}" if be is not None else clause
    if who.number is Number.ONE and _COMPARED.match(clause) is not None:
        return f"{who.words} is {clause}"
    first = _FIRST_VERB.match(clause)
    if first is None or first["verb"] in _PRONOUN:
        return clause
    verb = first["verb"]
    if verb.endswith("ing"):
        return _finite(clause, first, who)
    if first["can"] is not None or verb.endswith("ed") or _number(verb) is who.number:
        return f"{who.words} {clause}"
    return f"{who.words} can {clause}" if who.number is Number.ABLE and _number(verb) is Number.MANY else clause


def _finite(clause: str, first: re.Match[str], who: Subject) -> str:
    """Return a clause that begins with a participle with its verb in the present, where both are known."""
    forms = verbs.INFLECTED.get(first["verb"])
    if forms is None or who.number not in _PRESENT or _AND_PARTICIPLE.search(clause, first.end()) is not None:
        return clause
    return f"{who.words} {first['before']}{forms[_PRESENT[who.number]]}{clause[first.end() :]}"


def _is_name(word: str) -> bool:
    return any(map(str.isupper, word))


_PRESENT = {Number.MANY: 0, Number.ONE: 1}
"""Which of the two present forms goes with a number."""
