"""Text of an abstract that is no part of its science: orders to a model or a reviewer, and what none is to see."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.review.content import words_of
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.locate import Haystack

_OLD = r"(?:(?:all|any|every|the|your|my|of|these|those|previous|prior|above|earlier|preceding|other)\s+){1,5}"
_KIND = r"(?:positive|favou?rable|good|glowing|high(?:est)?|strong|excellent|perfect)"
_READER = (
    r"(?:(?:an?|the|any|all)\s+)?(?:ai|llms?|(?:large\s+)?language\s+models?|chat\s?bots?|assistants?"
    r"|(?:ai|llm|peer|automated)?[\s-]?reviewers?)\b"
)
_READERS = "ai llm llms model models chatbot chatbots assistant assistants reviewer reviewers"
_GIVE = "give write provide output produce return generate submit assign"
_JUDGEMENTS = "review reviews score scores rating ratings evaluation recommendation assessment feedback verdict"
_ORDERS = "instruction instructions prompt prompts rule rules guideline guidelines directions orders message messages"


class _Address(NamedTuple):
    """A way to address a reader: a pattern, in small letters, and sets of words of each of which it has one."""

    pattern: re.Pattern[str]
    words: tuple[frozenset[str], ...]
    begins: bool
    """Whether it is an order only where a sentence begins: a paper that speaks of orders has them inside sentences."""


def _address(pattern: str, *words: str, begins: bool = True) -> _Address:
    return _Address(re.compile(pattern), tuple(frozenset(group.split()) for group in words), begins)


def _one_of(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


_ADDRESSES = (
    _address(
        rf"(?:ignore|disregard|forget|override|bypass)\s+{_OLD}{_one_of(_ORDERS)}\b",
        "ignore disregard forget override bypass",
        _ORDERS,
    ),
    _address(
        rf"{_one_of(_GIVE)}\s+(?:(?:this\s+\w+|it|us|only|an?|the)\s+){{0,3}}{_KIND}\s+{_one_of(_JUDGEMENTS)}\b",
        _GIVE,
        _JUDGEMENTS,
    ),
    _address(
        r"(?:recommend|vote\s+for)\s+(?:(?:this\s+\w+|for|to|strong|an?|its)\s+){0,3}accept\w*",
        "recommend vote",
        "accept acceptance accepting",
    ),
    _address(
        r"(?:accept|rate|score|praise|recommend)\s+this\s+(?:paper|submission|work|manuscript)\b",
        "accept rate score praise recommend",
        "paper submission work manuscript",
    ),
    _address(
        r"do\s+not\s+(?:mention|highlight|list|report|point\s+out|raise|criticis?ze)\s+(?:(?:any|its|the)\s+)?"
        r"(?:negatives?|weakness(?:es)?|limitations?|flaws?|shortcomings?)",
        "mention highlight list report point raise criticize criticise",
        "negative negatives weakness weaknesses limitation limitations flaw flaws shortcoming shortcomings",
        "do",
    ),
    _address(
        r"you\s+(?:are\s+(?:now\s+)?(?:an?|the)\s+(?:helpful|ai|reviewer|assistant|language)"
        r"|must\s+(?:accept|recommend|give|rate|follow|obey))",
        "you",
        "are must",
    ),
    _address(
        rf"(?:note|instructions?|message|memo)\s*(?:to|for|:)\s*{_READER}",
        "note instruction instructions message memo",
        _READERS,
        begins=False,
    ),
    _address(
        rf"\bas\s+{_READER}\s*,?\s*(?:you|please|praise|recommend|ignore|say)\b",
        "you please praise recommend ignore say",
        _READERS,
        begins=False,
    ),
    _address(rf"\bif\s+you\s+are\s+{_READER}", "you", _READERS, begins=False),
    _address(r"\b(?:llm|ai)[\s-]?reviewers?\s*[:,]\s", "reviewer reviewers", "ai llm", begins=False),
    _address(
        rf"\b{_READER}\s+(?:must|should)\s+(?:accept|recommend|rate|praise|give\s+(?:this|a))",
        "must should",
        "accept recommend rate praise give",
        _READERS,
        begins=False,
    ),
    _address(r"<\|(?:im_start|system|user)\|>", "im start system user", begins=False),
    _address(r"\[/?inst\]|<</?sys>>", "inst sys", begins=False),
    _address(r"\#\#\#\s*(?:instruction|system)\b", "instruction system", begins=False),
)
_BEGINNING = re.compile(
    r"(?:\A\s*|[.!?:;>\]\n)*”\"]\s*)(?:(?:please|now|also|important|note|system|and|then|just)\W{1,3}){0,2}\Z"
)
_LOOK_BACK = 40
_LONGEST_QUOTATION = 200
_QUOTES = re.compile(r"[\"“”]")

_UNSEEN = re.compile(
    r"""
      \\(?:text)?color\s*(?:\[[a-z]+\])?\s*\{\s*
        (?:white|\#?f{3}(?:f{3})?|1\s*,\s*1\s*,\s*1|255\s*,\s*255\s*,\s*255)\s*\}\s*\{?[^{}]{0,400}\}?
    | \\fontsize\{\s*(?:0(?:\.\d+)?|\.\d+|1)\s*(?:pt)?\s*\}
    | \\(?:[hv]?phantom|transparent)\s*\{[^{}]{20,400}\}
    | style\s*=\s*["'][^"']{0,200}
        (?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|color\s*:\s*(?:white|\#f{3}(?:f{3})?))[^"']{0,200}["']
    | <!--.{0,200}?[A-Za-z]{2}\s[A-Za-z]{2}.{0,600}?-->
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_UNSEEN_SIGNS = ("color", "fontsize", "phantom", "transparent", "style", "<!--")
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff"
_ODD = re.compile(rf"[{_ZERO_WIDTH}\u202d\u202e\U000e0020-\U000e007e]")
_INVISIBLE = re.compile(
    rf"""
      (?:[A-Za-z .][{_ZERO_WIDTH}]+){{6,}}[A-Za-z .]?
    | [{_ZERO_WIDTH}]{{4,}}
    | (?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{{3,}}
    | [\u202d\u202e][^\u202c]{{0,200}}
    """,
    re.VERBOSE,
)
_CODED = re.compile(r"(?<![A-Za-z0-9+/=_.:-])[A-Za-z0-9+/]{40,}={0,2}(?![A-Za-z0-9+/=_-])")
_SHORT_WORDS = re.compile(r"(?:\S{0,39}+\s)*+\S{0,39}+")
"""A text without a word that is long enough to be a code."""
_READABLE = 0.95


def hidden_instructions(words: Haystack) -> tuple[Span, ...]:
    """Return where the abstract addresses a model or a reviewer, or hides text, in order.

    Orders are sought without markup and invisible characters, at the beginning of a sentence. What stands between
    quotation marks is what a paper studies.
    """
    return tuple(sorted({*_addresses(words), *_unseen(words.text)}))


def _addresses(words: Haystack) -> Iterator[Span]:
    lower = words.folded
    # The words sought are ASCII, and text that is so all through is taken apart many times faster.
    present = set(words_of(lower.encode("ascii", "replace").decode()))
    for address in _ADDRESSES:
        if any(map(present.isdisjoint, address.words)):
            continue
        for found in address.pattern.finditer(lower):
            start, end = found.span()
            opens = not address.begins or _begins_anew(words, start)
            if opens and not _is_quoted(words.plain.text, start, end):
                yield words.plain.span(start, end)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Tell whether a quotation is open at `start` and closed soon after `end`."""
    return len(_QUOTES.findall(text, 0, start)) % 2 == 1 and bool(_QUOTES.search(text, end, end + _LONGEST_QUOTATION))


def _begins_anew(words: Haystack, start: int) -> bool:
    """Tell whether a sentence or a line can begin at `start` of the plain form."""
    if _BEGINNING.search(words.folded, max(0, start - _LOOK_BACK), start):
        return True
    line = words.text[: words.plain.span(start, start + 1).start].rstrip(" \t")
    return line.endswith("\n")


def _unseen(text: str) -> Iterator[Span]:
    if any(map(text.__contains__, _UNSEEN_SIGNS)):
        yield from (Span(*found.span()) for found in _UNSEEN.finditer(text))
    if not text.isascii() and _ODD.search(text):
        yield from (Span(*found.span()) for found in _INVISIBLE.finditer(text))
    if not _SHORT_WORDS.fullmatch(text):
        yield from (Span(*found.span()) for found in _CODED.finditer(text) if _is_coded_text(found[0]))


def _is_coded_text(run: str) -> bool:
    """Tell whether `run` is base64 of something to be read."""
    try:
        told = base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return " " in told and sum(map(str.isprintable, told)) >= _READABLE * len(told)
