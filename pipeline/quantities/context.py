"""What stands around a number: whether it is a figure at all, and what bounds it."""

from __future__ import annotations

import re
from typing import NamedTuple

from pipeline.quantities.notation import COMPARATIVE

_LOOK_BACK = 40
_LONGEST_SYMBOLS = 12

_WORDED = {
    ">=": "at least, no less than, not less than, minimum of",
    "<=": "up to, at most, no more than, not more than, as much as, as high as, as many as, maximum of",
    ">": "more than, greater than, higher than, larger than, better than, over, above, exceeds, beyond",
    "<": "less than, fewer than, lower than, smaller than, under, below, within",
    "~": "about, around, roughly, approximately, approx., nearly, almost, close to, ca., circa",
}
_BY_WORDS = {phrase: sign for sign, phrases in _WORDED.items() for phrase in phrases.split(", ")}
_LONGEST_PHRASE = 3
_LAST_WORDS = frozenset(phrase.rpartition(" ")[2] for phrase in _BY_WORDS)
_CJK = {
    ">=": ("至少", "不低于", "不少于"),
    "<=": ("高达", "最多", "最高", "至多", "多达", "最大で"),
    ">": ("超过", "超過", "高于", "大于", "逾"),
    "<": ("不到", "低于", "小于", "未満"),
    "~": ("约", "約", "近", "接近", "左右"),
}
_BY_SYMBOL = {
    "≥": ">=", "\\geq": ">=", "\\ge": ">=", ">=": ">=", "\\geqslant": ">=", "≤": "<=", "\\leq": "<=", "\\le": "<=",
    "<=": "<=", "\\leqslant": "<=", ">": ">", "\\gt": ">", "<": "<", "\\lt": "<", "~": "~", "∼": "~", "≈": "~",
    "\\approx": "~", "\\sim": "~", "≲": "<=", "≳": ">=", "\\lesssim": "<=", "\\gtrsim": ">=", "±": None,
}  # fmt: skip

# Symbols that belong to the figure: "$\sim$ 7", "> 90", "+1.7", "p < 0.05", "$35". A "~" after a letter is a tie.
_SYMBOLS = re.compile(
    r"""
    (?P<start>
        (?: (?<![^\W\d_]) \$? [pP] (?:[-\ ]?val(?:ue)?s?)? \$? \s? (?=[$<>=≤≥\\]) )?
        (?: \$(?!\s) )? \s?
        (?: (?P<comparator> [<>]=? | [≥≤≈≲≳∼] | (?<![\w.,)]) ~
              | \\(?:geqslant|leqslant|gtrsim|lesssim|approx|geq?|leq?|sim|gt|lt) ) \s? \$? \s?
          | = \s? (?=\S{0,2}\Z) )?
        (?: (?<![\w)\]}]) [-+−±] )?
        \$?
    ) \Z
    """,
    re.VERBOSE,
)
_LAST_OF_SYMBOLS = frozenset("$<>=≥≤≈≲≳∼~+−±-")
_LAST_OF_OPENERS = frozenset("{*_([$")
_OPENERS = re.compile(r"(?:\\[a-z]+\{|[*_{(\[]|\$(?=\())+\Z")
_LABELS = frozenset({
    "table", "tab.", "fig.", "figure", "figures", "section", "sec.", "eq.", "equation", "algorithm", "alg.", "theorem",
    "lemma", "corollary", "proposition", "definition", "appendix", "chapter", "ref.", "version", "track", "task",
    "phase", "stage", "step", "type", "level", "part", "line", "player", "question", "round", "vol.", "no.", "pp.",
    "gpt", "claude", "gemini", "gemma", "llama", "qwen", "phi", "mistral", "mixtral", "grok", "whisper", "palm",
    "sam",
})  # fmt: skip
_DATING = frozenset({"in", "since", "until", "by", "during", "©", "year", "before", "after", "al.", "al.,"})
_YEAR = re.compile(r"19[5-9]\d|20[0-4]\d")
_DIMENSION_AFTER = re.compile(r"\s?\$?(?:\\times|[×xX])\s?\$?\d")
_DIMENSION_BEFORE = re.compile(r"\d\s?\$?(?:\\times|[×xX])\s?\$?\Z")
_COMPARED = re.compile(COMPARATIVE)
_LAST_LATIN = "\u052f"


class Lead(NamedTuple):
    """What goes before a number: where the figure starts with it, its bound, and the words before."""

    start: int
    comparator: str | None
    words: tuple[str, ...]


_NO_LEAD = Lead(0, None, ())


def read_lead(text: str, start: int) -> Lead:
    """Return what bounds the number at `start`."""
    if not start:
        return _NO_LEAD
    symbols = _symbols(text, start)
    begin = start - len(text[symbols.start() : start].lstrip().removeprefix("=").lstrip()) if symbols else start
    may_open = text[begin - 1 : begin] in _LAST_OF_OPENERS
    opened = _OPENERS.search(text, max(0, begin - _LOOK_BACK), begin) if may_open else None
    outer = opened.start() if opened else begin
    before = text[max(0, outer - _LOOK_BACK) : outer].rstrip(" $~\n\t\u00a0\u2009\u202f")
    words = tuple([word.lstrip("([“\"'$") for word in before.rsplit(None, _LONGEST_PHRASE)[-_LONGEST_PHRASE:]])
    if opened and not (symbols and symbols["comparator"]):
        symbols = _symbols(text, outer)
    symbol = symbols["comparator"] if symbols else None
    return Lead(begin, _BY_SYMBOL.get(symbol) if symbol else worded(words), words)


def _symbols(text: str, end: int) -> re.Match[str] | None:
    """Return the symbols that end at `end`; the pattern is tried only where a symbol or a command may end."""
    start = max(0, end - _LONGEST_SYMBOLS)
    before = text[start:end]
    last = before.rstrip()[-1:]
    may_end = last in _LAST_OF_SYMBOLS or (last.isalpha() and "\\" in before)
    return _SYMBOLS.search(text, start, end) if may_end else None


def worded(words: tuple[str, ...]) -> str | None:
    """Return the comparator that the last of `words` say."""
    last = words[-1] if words else ""
    if last.lower() in _LAST_WORDS:
        for count in range(min(_LONGEST_PHRASE, len(words)), 0, -1):
            if sign := _BY_WORDS.get(" ".join(words[-count:]).lower()):
                return sign
    return None if last.isascii() else next((sign for sign, ends in _CJK.items() if last.endswith(ends)), None)


def multiplies(text: str, end: int, lead: Lead) -> bool:
    """Tell whether the "times" that ends at `end` is of a multiple ("three times faster"), not of a count of runs."""
    return "by" in lead.words or _COMPARED.match(text, end) is not None


def is_label(text: str, start: int, end: int, words: tuple[str, ...]) -> bool:
    """Tell whether the digits at `text[start:end]`, without a unit, are a name's, a mark's, a date's or a dimension's.

    `words` are the last ones before them.
    """
    return (
        runs_on(text, end)
        or _is_part(text, start, end)
        or _is_named(text, start, end, words[-1] if words else "")
        or _DIMENSION_AFTER.match(text, end) is not None
        or _DIMENSION_BEFORE.search(text, max(0, start - 10), start) is not None
    )


def is_glued(text: str, start: int) -> bool:
    """Tell whether a name or a longer number leads into `start`: GPT-4, x_1, v2.5, a/3, the end of 1-2-3."""
    last = text[start - 1 : start]
    return bool(last) and last != " " and _leads_in(last, text[max(0, start - 2) : start - 1])


def _leads_in(last: str, before_last: str) -> bool:
    if last.isalpha():
        return last <= _LAST_LATIN
    if last == "{":
        return before_last in {"^", "_"}
    if last in {"-", "‐", "‑", "–"}:
        return (before_last.isalnum() and before_last <= _LAST_LATIN) or before_last in {")", "-", "–"}
    if last == "/":
        return before_last == "/" or (before_last.isalpha() and before_last <= _LAST_LATIN)
    if last in {".", ":"}:
        return before_last.isalnum()
    return last.isdigit() or last in {"_", "^", "#", "@", "&", "\\"}


def runs_on(text: str, end: int) -> bool:
    """Tell whether the digits go on as something else: 3D, 2nd, 2^{10}, 1.2.3, 12:30, <sub>2</sub>."""
    following, second = text[end : end + 1], text[end + 1 : end + 2]
    if following.isalpha():
        return following <= _LAST_LATIN
    return following in {"^", "_"} or (following in {".", ":"} and second.isdigit()) or following + second == "</"


def _is_part(text: str, start: int, end: int) -> bool:
    """Tell whether a whole number is one side of a stroke: 1/2, 24/7. "92.3/89.1" are two figures."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    divided = (before[-1:] == "/" and before[:1].isdigit()) or (after[:1] == "/" and after[1:].isdigit())
    return divided and text[start:end].isdigit()


def _is_named(text: str, start: int, end: int, word: str) -> bool:
    """Tell whether the word before makes the digits its own: Table 3, Llama 3, in 2025, or a list's "1. We"."""
    written, following = text[start:end], text[end : end + 2]
    goes_on = following[:1] == " " and following[1:].islower()
    if word.lower() in _LABELS:
        return True
    if not written.isdigit():
        return False
    if _YEAR.fullmatch(written):
        return not goes_on or word.lower() in _DATING
    if following[:1] == "." and following[1:].isspace() and word[-1:] in {"", ".", ":", ";", "!", "?"}:
        return True
    return word[:1].isupper() and word[1:].islower() and not goes_on
