"""What stands before and after an abstract in its field, cut off and kept: each function cuts one kind once."""

from __future__ import annotations

import re
from typing import NamedTuple


class Cut(NamedTuple):
    """What is left of a text, what was cut off, and what kind of thing that was."""

    left: str
    cut: str
    kind: str


_LABEL = r"abstract|abstrakt|r[ée]sum[ée]|resumen|resumo|zusammenfassung|riassunto|аннотация|摘\s*要|要\s*旨|초\s*록"
_LEAD = re.compile(
    rf"""
    \A [\s,;]*+ (?: arXiv:\S+ \s+ Announce \s+ Type: \s* [\w-]+ \s+ )?+ (?:
        [\[(【〔<]? \s*+ (?: {_LABEL} ) [^\S\n]*+ [\])】〕>]?
            (?: (?<=[\])】〕>]) | [^\S\n]*+ (?: [:：.—–•|] | [-]{{1,2}}\s | \n ) )
      | summary [^\S\n]*+ (?: [:：] | \n )
      | (?-i: Abstract | ABSTRACT ) \s*+ (?= (?-i: We | In | This | The | Our | To | It | With | Although | While
            | Recent(?:ly)? | Here | Purpose | Background | Objectives? | Motivation
            | Introduction | Despite | Existing | Modern ) \b )
      | 摘要 (?= [\u3400-\u9fff] )
      | [<‹＜] 正 [>›＞]
    ) [\s:：.,;—–]*+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_KEYWORDS = re.compile(
    r"""
    (?: (?<=[.!?)\]。！？]) [ \t]*+ | \n \s*+ | \A \s*+ | (?<![ \t]) [ \t]{2,}+ )
    [\[(【〔*_]{0,3} (?: key[\s-]?words? (?: \s+ and \s+ phrases )? | index \s+ terms | subject \s+ headings
        | palabras \s+ claves? | mots[\s-]cl[ée]s | palavras[\s-]chave | schl[üu]sselw[öo]rter | parole \s+ chiave
        | ключевые \s+ слова | 关\s*键\s*词 | 關\s*鍵\s*[詞字] | キーワード | 핵심어 | 주제어 )
    [\])】〕*_]{0,3} (?: \s* [:：.—–?•|] | \s+ - \s | \s* [-]{1,2} \s | (?<=[\])】〕]) | \s* \n )
    \s*+ (?P<words> (?=\S) [^\n:：]{2,400} (?: \n [^\n]{1,200} ){0,4} ) (?<!\s) \s*+ \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST_KEYWORDS = 800
_KEYWORDS_WORDS = (
    "index", "subject", "palabras", "mots", "palavras", "schl", "parole", "ключевые", "关", "關", "キーワード",
    "핵심어", "주제어",
)  # fmt: skip
"""One of these, or "key" and "word", stands in whatever `_KEYWORDS` matches: a look for them is ten times as fast."""

_RIGHTS = (
    r"(?:(?:crown\s+)?copyright[\s:]*+(?:©|\(c\)|ⓒ)?\s*+(?:by\b|(?:19|20)\d\d|held\b|notice|\S+\s+(?:19|20)\d\d)"
    r"|(?:copyright[\s:]*+)?(?:©|\(c\)|ⓒ)\s*+(?-i:[A-Z])[^\n]{0,160}(?:19|20)\d\d\.?\s*\Z"
    r"|(?:©|\(c\)|ⓒ)\s*+(?:copyright|(?:19|20)\d\d"
    r"|the\s+authors?\b|author\(s\)|by\b|(?-i:[A-Z])[^.\n]{0,120}(?:19|20)\d\d|(?-i:[A-Z])[\w&.,\s]{0,60}\Z)"
    r"|\(?\s*+psycinfo\s+database\s+record\b"
    r"|this\s+(?:article|paper|chapter|work)\s+is\s+protected\s+by\s+copyright"
    r"|all\s+rights\s+reserved|published\s+by\s+(?:elsevier|wiley|springer|oxford|cambridge|ieee|acm|aip|the\s)"
    r"|版权所有|著作权)"
)
_RIGHTS_END = re.compile(rf"(?:\A|(?<=[.,;!?)\]%\"'”。！？\d])\s*+|(?<!\s)\s++)(?P<rights>{_RIGHTS})", re.IGNORECASE)
_RIGHTS_START = re.compile(
    rf"\A\s*+(?P<rights>{_RIGHTS}[^\n]{{0,160}}?(?:all rights reserved\.?|(?<![\s(][A-Z])\.(?![A-Z][.,])|\n)"
    r"(?:\s*+(?:all rights reserved\.?|licensee\s[^.\n]{1,80}\.))*+)\s*(?=(?-i:[A-Z])|[\"“(\[\u3400-\u9fff])",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"""
    (?: [^\W\da-z][\w&'’-]*+ | \d{4} | \([cs]\) | [©ⓒ(),.:;\s&-]
      | (?: all | and | article\s+is\s+protected | at | authors? | behalf | by | copyright | de | et | al | exclusive
          | for | in | la | licen[cs]e | licensee | of | on | published | reserved | rights | the | to | under ) \b )++
    """,
    re.VERBOSE,
)
"""Who owns it and nothing else: no word in small letters that could be of a sentence."""

_OWNER = re.compile(r"(?<=[.!?])\s++(?P<rights>IEEE|ACM|CC ?BY|Authors?|Author\(s\))\.?\s*\Z")
"""All that some exports leave of a copyright line."""

_OWNERS = ("IEEE", "ACM", "CCBY", "CC BY", "Author", "Authors", "Author(s)")

_RIGHTS_WORDS = ("copyright", "©", "(c)", "ⓒ", "rights", "published", "psycinfo", "版权所有", "著作权")
"""One of these stands in whatever `_RIGHTS` matches."""

_RIGHTS_BEGIN = frozenset("cC©(ⓒⒸpPaA版著")

_DATABASE = re.compile(
    r"""
    (?<=[.!?)\]"”。！？]) [;,]?+ \s*+
    (?: abstract \s+ from \s+ (?: authors? | publisher ) \s* \]
      | [\[(] \s*
            (?: abstract \s+ (?: from | by | provided \s+ by ) \s+ (?:the \s+)?
                (?: authors? | publisher | journal ) [^\])]{0,40}
            | (?: authors?['’]?s? | publisher(?:['’]s)? | publication | journal | from \s+ the \s+ journal )
                \s+ abstract
            | authors? (?: / [A-Z]{2,4} )? | from \s+ (?:the \s+)? authors? | as \s+ provided | AU )
        \s* [\])] \.?
      | -- \s* (?: provided \s+ by \s+ publisher | publisher['’]s \s+ description | (?:back \s+)? cover | jacket ) \.?
      | copyright \s+ of \s+ [^\n]{2,200}? \s is \s+ the \s+ property \s+ of \s [^\n]* )
    \s*+ \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST_DATABASE, _LONGEST_CATALOGUE = 900, 40
_PROPERTY = "is the property of"
_LONGEST_OWNER, _LONGEST_RIGHTS, _LONGEST_LICENCE = 20, 400, 800
"""Characters of who owns it at the end; behind a © a whole licence may stand."""

_BOUNDARY = tuple(".,;!?)]%\"'”。！？")
# Possessive throughout: a run of white space is looked at once, however long it is.
_GAP = re.compile(r"(?<=\S)\s++(?=[1I])")
_HEADING_OF_BODY = re.compile(
    r"1[^\S\n]*+\n\s*+[A-Z][^\n]{2,80}\n|(?:1|I)[.)]?\s++(?:Introduction|INTRODUCTION)\b|(?:Introduction|INTRODUCTION)[^\S\n]*+\n"
)
_SHORTEST_ABSTRACT = 200
_SHORTEST_BODY = 1_500
_FEWEST_WORDS = _FEWEST_TITLE_WORDS = 4
_FEWEST_TITLE_SIGNS = 8
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def lead(text: str) -> Cut | None:
    """Cut off the word "Abstract" that names the field."""
    found = _LEAD.match(text)
    if found is None or not text[found.end() :].strip():
        return None
    return Cut(text[found.end() :], found.group().strip(), "heading of the abstract")


def keywords(text: str) -> Cut | None:
    """Cut off keywords that run in at the end."""
    tail = text[-_LONGEST_KEYWORDS:].lower()
    if not ("key" in tail and "word" in tail) and not any(map(tail.__contains__, _KEYWORDS_WORDS)):
        return None
    found = _KEYWORDS.search(text, max(0, len(text) - _LONGEST_KEYWORDS))
    if found is None or found.start() == 0:
        return None
    return Cut(text[: found.start()].rstrip(), text[found.start() :].strip(), "keywords")


def words_of(cut: str) -> tuple[str, ...]:
    """Return the keywords of what `keywords` cut off."""
    found = _KEYWORDS.search(f"\n{cut}")
    items = re.split(r"\s*[;；、|·•]\s*|\s*[,，]\s+|，", found["words"] if found else "")
    return tuple(word for item in items if (word := " ".join(item.split()).strip(" .。")))


def rights(text: str) -> Cut | None:
    """Cut off who owns it, at the end or the beginning."""
    owner = _OWNER.search(text, max(0, len(text) - _LONGEST_OWNER)) if text.rstrip(" .\n").endswith(_OWNERS) else None
    if owner:
        return Cut(text[: owner.start()], owner["rights"], "copyright line")
    head = text[:_LONGEST_RIGHTS] if text.lstrip()[:1] in _RIGHTS_BEGIN else ""
    ends = (head + text[-_LONGEST_RIGHTS:]).lower()
    if not any(map(ends.__contains__, _RIGHTS_WORDS)) and not _is_signed(text[-_LONGEST_LICENCE:]):
        return None
    first = _RIGHTS_START.match(text)
    if first and _is_notice(first["rights"], text[first.end() :]):
        return Cut(text[first.end() :], first["rights"].strip(), "copyright line")
    for found in _RIGHTS_END.finditer(text, max(0, len(text) - _LONGEST_LICENCE)):
        before = text[: found.start()].rstrip()
        signed = found["rights"][0] in "©ⓒ" or (found["rights"][:3] in {"(c)", "(C)"} and before[-1:].isdigit())
        near = len(text) - found.start() <= _LONGEST_RIGHTS or found["rights"][0] in "©ⓒ"
        if before and near and (signed or before.endswith(_BOUNDARY) or "\n" in found.group()):
            return Cut(before.rstrip(",;"), text[found.start("rights") :].strip(), "copyright line")
    return None


def _is_notice(rights: str, rest: str) -> bool:
    """Return whether this is a notice, nothing else where little follows, and a sentence follows it."""
    if _is_signed(rights) and len(rest) > _SHORTEST_ABSTRACT // 2:
        return True
    return _NOTICE.fullmatch(rights) is not None and len(rest.split()) >= _FEWEST_WORDS


def _is_signed(text: str) -> bool:
    return "©" in text or "ⓒ" in text


def database(text: str) -> Cut | None:
    """Cut off what a database says at the end: who wrote the abstract, and whose property it is."""
    # Whatever the pattern matches has one of these; looking for them first is ten times as fast.
    ends_so = text.rstrip(" .\n")[-1:] in {")", "]"} or "--" in text[-_LONGEST_CATALOGUE:]
    if not ends_so and _PROPERTY not in text:
        return None
    found = _DATABASE.search(text, max(0, len(text) - _LONGEST_DATABASE))
    return Cut(text[: found.start()], found.group().strip(), "note of the database") if found else None


def title(text: str, known: str) -> Cut | None:
    """Cut off the title of the paper where it is glued on before the abstract."""
    signs = 0 if known.isascii() else len(_WIDE.findall(known))
    if len(known.split()) < _FEWEST_TITLE_WORDS and signs < _FEWEST_TITLE_SIGNS:
        return None
    # A pattern is made for each title, which costs more than all the rest: only where the first word is there.
    first = known.split(maxsplit=1)[0]
    if text.lstrip()[: len(first)].lower() != first.lower():
        return None
    found = re.match(r"\s*" + r"\s+".join(map(re.escape, known.split())) + r"(?P<end>\W*)", text, re.IGNORECASE)
    if found is None:
        return None
    after = text[found.end() :]
    parted = re.search(r"[.:!?\n|—–。：]|\s-\s", found["end"]) or known.endswith((".", "?", "!"))
    follows = after[:1].isupper() or _WIDE.match(after)
    if not follows or not (parted or (found["end"].isspace() and not _WIDE.match(after))):
        return None
    return Cut(after, found.group().strip(), "title")


def body(text: str) -> Cut | None:
    """Cut off the text of the paper itself where it follows its abstract."""
    if len(text) < _SHORTEST_ABSTRACT + _SHORTEST_BODY or "\n" not in text:
        return None
    for gap in _GAP.finditer(text, _SHORTEST_ABSTRACT, len(text) - _SHORTEST_BODY):
        if gap.group().count("\n") > 1 and _HEADING_OF_BODY.match(text, gap.end()):
            return Cut(text[: gap.start()], text[gap.end() :].strip(), "text of the paper")
    return None
