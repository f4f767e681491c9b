"""Why a text is no abstract: the words that exports put where there is none, and what is left of one."""

from __future__ import annotations

import re

_PLACEHOLDERS = frozenset(
    {
        "", "nan", "none", "null", "nil", "n/a", "n.a", "na", "-", "--", "---", "–", "—", "_", "?", ".", "…", "tbd",
        "tba", "to appear", "unknown", "undefined", "missing", "empty", "abstract", "no abstract",
        "abstract unavailable", "abstract not available", "no abstract available", "abstract not provided",
        "no abstract provided", "no abstract found", "not available", "not provided", "not applicable", "unavailable",
        "none available", "no description",
        "no description available", "abstract missing", "abstract is not available", "no abstract is available",
        "there is no abstract", "this article has no abstract", "without abstract", "abstract to follow",
        "see pdf", "see paper", "see the paper", "see full text", "see attached", "please see pdf", "click to read",
        "[no abstract available]", "(no abstract)", "#n/a", "#name?", "#value!", "#ref!", "#null!",
        "暂无摘要", "无摘要", "无", "暂无", "摘要", "略", "なし", "要旨なし", "없음", "초록 없음",
        "sin resumen", "kein abstract", "pas de résumé", "нет аннотации", "lorem ipsum",
    }
)  # fmt: skip
_WITHDRAWN = re.compile(
    r"""
    \A \W* (?: (?:this|the|our) \s+ )? (?:arxiv\s+)?
    (?: paper | article | submission | manuscript | preprint | work | version | note | abstract ) \s+
    (?: has \s+ been | is | was | have \s+ been | had \s+ been ) \s+ (?:now \s+)? (?: withdrawn | retracted | removed )
    | \A \W* (?: withdrawn | retracted | retraction | withdrawal )
        (?: \s+ (?: by | due | because | article | paper | submission | notice ) \b .* )? \W* \Z
    | \A \W* 本?(?:论文|文章|稿件|文)已?(?:被)?(?:撤回|撤稿|撤销)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_LONGEST_PLACEHOLDER = 200
_LONGEST_NOTICE = 600
_LONGEST_CUT = 100
_CUT = re.compile(
    r"(?:\.{3,}|…|\[(?:\.\.\.|…|truncated|more)\]|\((?:truncated|cut)\)|\b(?:read|show) more)\W*\Z", re.IGNORECASE
)
_CUT_SIGNS = ("...", "…", "more", "truncated", "cut")
"""One of these stands in whatever `_CUT` matches."""

_ON_PURPOSE = re.compile(r"(?:\betc|\band so on|\band more|等)\W*\Z", re.IGNORECASE)
_PARTS = re.compile(r"\s*(?:[;,；，、|•·]|\s[-–—]\s|\n)\s*")
_SENTENCE_WORDS = re.compile(
    r"\b(?:we|is|are|was|were|be|been|the|this|these|that|our|has|have|can|which|it|its|their|not|by|from|using)\b"
    r"|[。！？!?]|[.:]\s|的是|我们|本文|提出|する|した|です|이다|합니다",
    re.IGNORECASE,
)
_FEWEST_KEYWORDS = 3
_LONGEST_KEYWORD = 5
_LONGEST_KEYWORDS = 600
_FEWEST_WORDS = 4
_FEWEST_CHARACTERS = 9
_SENTENCE_END = tuple(".!?。！？．")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NO_LETTER = re.compile(r"[\W\d_]*")


def missing_reason(text: str, title: str | None = None) -> str | None:
    """Return why the text is no abstract, as a whole sentence without its stop, or None if it is one."""
    reason = placeholder_reason(text)
    if reason:
        return reason
    written = text.strip()
    # Folding changes lengths a little: what is much longer than the title is more than it.
    if title and len(written) < 3 * len(title) and written.casefold() == title.strip().casefold():
        return "the field for the abstract holds only the title"
    if _NO_LETTER.fullmatch(text) or _is_fragment(written):
        return f"the abstract is only a fragment, {_shown(text)}"
    return None


def placeholder_reason(text: str) -> str | None:
    """Return why the text is no abstract when its own words say so; a short one is not held against it."""
    written = text.strip()
    if not written:
        return "the source gives no abstract"
    if len(written) <= _LONGEST_PLACEHOLDER and _bare(written) in _PLACEHOLDERS:
        return f"the source gives {_shown(written)} in place of an abstract"
    if len(written) <= _LONGEST_NOTICE and _WITHDRAWN.match(written):
        return f"the paper is withdrawn: {_shown(written)}"
    if _is_cut(written):
        return f"the abstract is cut off, it ends in {_shown(written, end=True)}"
    if _is_keywords(written):
        return f"the abstract is only a list of keywords, {_shown(written)}"
    return None


def _is_cut(text: str) -> bool:
    if not any(map(text[-_LONGEST_CUT:].lower().__contains__, _CUT_SIGNS)):
        return False
    cut = _CUT.search(text, max(0, len(text) - _LONGEST_CUT))
    return cut is not None and not _ON_PURPOSE.search(_CUT.sub("", text))


def _bare(text: str) -> str:
    bare = " ".join(text.casefold().split())
    return bare if bare in _PLACEHOLDERS else bare.strip(" .:!()[]<>*\"'。")


def _is_fragment(text: str) -> bool:
    if text.endswith(_SENTENCE_END):
        return False
    if _WIDE.search(text):
        return len(text) < _FEWEST_CHARACTERS
    return len(text.split()) < _FEWEST_WORDS


def _is_keywords(text: str) -> bool:
    """Return whether the text is short items with something between them and no word that makes a sentence."""
    if len(text) > _LONGEST_KEYWORDS or _SENTENCE_WORDS.search(text.rstrip(".")):
        return False
    items = [item for item in _PARTS.split(text.strip(" .;,")) if item]
    a_sentence = text.endswith(_SENTENCE_END) and not re.search("[;；]", text)
    if len(items) < _FEWEST_KEYWORDS or a_sentence or items[-1].lower().startswith(("and ", "or ")):
        return False
    longest = max(len(item) if _WIDE.search(item) else len(item.split()) for item in items)
    return longest <= (2 * _LONGEST_KEYWORD if _WIDE.search(text) else _LONGEST_KEYWORD)


def _shown(text: str, *, end: bool = False) -> str:
    """Return the text on one line, cut to what a message bears."""
    line = " ".join(text.split())
    most = 60
    if len(line) > most:
        line = f"…{line[-most:]}" if end else f"{line[:most]}…"
    return f'"{line}"'
