"""Text of an abstract that is no part of its science: orders to a model or a reviewer, and what none is to see."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.presence import holds, holds_any
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.locate import Haystack

_OLD = r"(?:(?:all|any|every|the|your|my|of|these|those|previous|prior|above|earlier|preceding|other)\s+){1,5}"
_KIND = r"(?:positive|favou?rable|good|glowing|high(?:est)?|strong|excellent|perfect)"
_READER = (
    r"(?:(?:an?|the|any|all)\s+)?(?:ai|llms?|(?:large\s+)?language\s+models?|chat\s?bots?|assistants?"
    r"|(?:ai|llm|peer|automated)?[\s-]?reviewers?)\b"
)
_ANY_READER = "(?:ai|llms?|models?|bots?|assistants?|reviewers?)"
_GIVE = "(?:give|write|provide|output|produce|return|generate|submit|assign)"
_JUDGEMENT = "(?:reviews?|scores?|ratings?|evaluation|recommendation|assessment|feedback|verdict)"
_ORDERS = "(?:instructions?|prompts?|rules?|guidelines?|directions|orders|messages?)"


class _Address(NamedTuple):
    """A way to address a reader: a pattern, in small letters, and what tells whether a text may hold it at all."""

    pattern: re.Pattern[str]
    may_stand: Callable[[str], bool]
    begins: bool
    """Whether it is an order only where a sentence begins: a paper that speaks of orders has them inside sentences."""


def _address(pattern: str, core: str, *, begins: bool = True) -> _Address:
    """Return the address of `pattern`; what is rare in it is its `core`, with nothing but blanks for white space."""
    return _Address(re.compile(pattern), holds(core), begins)


ADDRESSES = (
    _address(
        rf"(?:ignore|disregard|forget|override|bypass)\s+{_OLD}{_ORDERS}\b",
        "(?:ignore|disregard|forget|override|bypass) ",
    ),
    _address(
        rf"{_GIVE}\s+(?:(?:this\s+\w+|it|us|only|an?|the)\s+){{0,3}}{_KIND}\s+{_JUDGEMENT}\b",
        f"{_KIND} +{_JUDGEMENT}",
    ),
    _address(
        r"(?:recommend|vote\s+for)\s+(?:(?:this\s+\w+|for|to|strong|an?|its)\s+){0,3}accept(?:ance|ing)?\b",
        "accept",
    ),
    _address(
        r"(?:accept|rate|score|praise|recommend)\s+this\s+(?:paper|submission|work|manuscript)\b",
        "(?:accept|rate|score|praise|recommend) +this ",
    ),
    _address(
        r"do\s+not\s+(?:mention|highlight|list|report|point\s+out|raise|criticis?ze)\s+(?:(?:any|its|the)\s+)?"
        r"(?:negatives?|weakness(?:es)?|limitations?|flaws?|shortcomings?)\b",
        "do +not +(?:mention|highlight|list|report|point|raise|critici)",
    ),
    _address(
        r"you\s+(?:are\s+(?:now\s+)?(?:an?|the)\s+(?:helpful|ai|reviewer|assistant|language)"
        r"|must\s+(?:accept|recommend|give|rate|follow|obey))",
        "you +(?:are|must) ",
    ),
    _address(
        rf"(?<![a-z])(?:note|instructions?|message|memo)\s*(?:to|for|:)\s*{_READER}",
        "(?:note|instructions?|message|memo) *(?:to|for|:)",
        begins=False,
    ),
    _address(
        rf"\bas\s+{_READER}\s*,?\s*(?:you|please|praise|recommend|ignore|say)\b",
        f"{_ANY_READER} *,? *(?:you|please|praise|recommend|ignore|say)",
        begins=False,
    ),
    _address(rf"\bif\s+you\s+are\s+{_READER}", "you +are ", begins=False),
    _address(r"\b(?:llm|ai)[\s-]?reviewers?\s*[:,]\s", "reviewers? *[:,] ", begins=False),
    _address(
        rf"\b{_READER}\s+(?:must|should)\s+(?:(?:accept|recommend|rate|praise)\b|give\s+(?:this|a))",
        f"{_ANY_READER} +(?:must|should) +(?:accept|recommend|rate|praise|give)",
        begins=False,
    ),
    _address(r"<\|(?:im_start|system|user)\|>", r"<\|", begins=False),
    _address(r"\[/?inst\]|<</?sys>>", r"inst\]|sys>>", begins=False),
    _address(r"\#\#\#\s*(?:instruction|system)\b", "###", begins=False),
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
_may_be_unseen = holds_any("color", "fontsize", "phantom", "transparent", "style", "<!--")
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff"
_may_be_invisible = holds(rf"[{_ZERO_WIDTH}\u202d\u202e\U000e0020-\U000e007e]")
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
_may_be_coded = holds(r"[A-Za-z0-9+/]{40}")
_READABLE = 0.95


def hidden_instructions(words: Haystack) -> tuple[Span, ...]:
    """Return where the abstract addresses a model or a reviewer, or hides text, in order.

    Orders are sought without markup and invisible characters, at the beginning of a sentence. What stands between
    quotation marks is what a paper studies.
    """
    return tuple(sorted({*_addresses(words), *_unseen(words.text)}))


def _addresses(words: Haystack) -> Iterator[Span]:
    lower = words.folded
    for address in ADDRESSES:
        if not address.may_stand(lower):
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
    if _may_be_unseen(text):
        yield from (Span(*found.span()) for found in _UNSEEN.finditer(text))
    if not text.isascii() and _may_be_invisible(text):
        yield from (Span(*found.span()) for found in _INVISIBLE.finditer(text))
    if _may_be_coded(text):
        yield from (Span(*found.span()) for found in _CODED.finditer(text) if _is_coded_text(found[0]))


def _is_coded_text(run: str) -> bool:
    """Tell whether `run` is base64 of something to be read."""
    try:
        told = base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return " " in told and sum(map(str.isprintable, told)) >= _READABLE * len(told)
