"""JATS, HTML and MathML inside a text, and entities, to plain text.

Only elements that these vocabularies know are taken for tags: `<unk>` and `a < b` stay. A lowered
number stays beside its word (`CO2`), unless it would run into another number; a raised one gets its
sign (`10^6`), for 106 would be another number.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pipeline.paper import Change

_BLOCKS = frozenset({
    "abstract", "abstracttext", "blockquote", "body", "br", "caption", "disp-formula", "disp-quote", "div", "dd",
    "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "label", "li", "list", "list-item", "ol", "p", "sec",
    "section", "table", "td", "th", "title", "tr", "ul",
})  # fmt: skip
_INLINE = frozenset({
    "a", "abbr", "b", "big", "bold", "cite", "code", "em", "ext-link", "fn", "font", "i", "inf", "inline-formula",
    "inline-graphic", "italic", "kbd", "mark", "monospace", "named-content", "nobr", "overline", "q", "roman", "s",
    "sans-serif", "sc", "scp", "small", "span", "strike", "string-name", "strong", "styled-content", "tt", "u",
    "underline", "uri", "var", "xref", "alternatives", "kwd", "kwd-group", "trans-abstract", "article-title",
    "formula", "sup", "sub", "tex-math", "tex", "script", "style",
})  # fmt: skip
_MATH = frozenset({
    "math", "maction", "menclose", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd",
    "mtext", "mtr", "munder", "munderover", "none", "semantics", "annotation", "annotation-xml",
})  # fmt: skip
_KNOWN = _BLOCKS | _INLINE | _MATH
_DROPPED = frozenset({"script", "style", "annotation", "annotation-xml", "inline-graphic", "mphantom"})
_EMPTY = frozenset({"br", "hr", "mspace", "none", "inline-graphic"})

_TAG = re.compile(
    r"""<(/?)([A-Za-z][A-Za-z0-9]*:)?([A-Za-z][\w-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*)\s*(/?)>"""
    r"|<!--(?:(?!<!--).){0,5000}?-->|<!\[CDATA\[|\]\]>",
    re.DOTALL,
)
_HIGH, _LOW = r"<(?:[A-Za-z]+:)?(?i:sup)>\s*+", r"<(?:[A-Za-z]+:)?(?i:sub|inf)>\s*+"
_SHUT = r"\s*+</[A-Za-z:]+>"
_MINUS = "(?:[-−–]|&minus;|&#8722;|&#x2212;)"
_GAP = re.compile(
    rf"(?<!\s)\s++(?=<)(?=(?:(?P<signed>{_HIGH}{_MINUS}\d++)|(?P<high>{_HIGH}\+?\d++)|(?P<low>{_LOW}\d++))"
    rf"{_SHUT}(?![^\W\d_]))"
)
"""White space before a number set high or low; in `the <sup>13</sup>C` it belongs to what follows."""

_BASES = MappingProxyType({
    "signed": re.compile(r"[^\W_]\Z"),
    "high": re.compile(r"(?:\d|(?<![\w'’])(?:[^\W\d_aA]|[cdkmnµμ]m))\Z"),
    "low": re.compile(r"(?<![\w'’])(?:(?:[A-Z][a-z]?){1,4}|[^\W\d_aA]|log)\Z"),
})  # fmt: skip
"""What such a number belongs to though white space parts them: a number, a letter, a unit, a formula."""

_LONGEST_BASE = 10
_FOLLOWED = re.compile(rf"(<(?:[A-Za-z]+:)?(?i:sup|sub|inf)>)\s*+([-−–]?\d++)({_SHUT})(?=\d)")
"""A number set high or low that would run into the number behind it."""

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ROUNDS = 3
_BREAK = "\x1e"
_PREAMBLE = re.compile(r"\\documentclass.*?\\begin\{document\}|\\end\{document\}", re.DOTALL)


def plain(text: str) -> tuple[str, list[Change]]:
    """Return the text without tags and entities, and how many of them there were."""
    tags = entities = 0
    for turn in range(_ROUNDS):
        stripped, met = _without_tags(text, paired=turn > 0) if "<" in text else (text, 0)
        decoded, named = _ENTITY.subn(_decoded, stripped) if "&" in stripped else (stripped, 0)
        named = named if decoded != stripped else 0
        tags, entities = tags + met, entities + named
        text = decoded
        if not named:
            break
    counts = (("JATS or HTML tags", tags), ("HTML entities", entities))
    return text, [Change(kind=kind, count=count) for kind, count in counts if count]


def _decoded(found: re.Match[str]) -> str:
    written = found.group()
    character = html.unescape(written)
    return written if "\ufffd" in character or "\0" in character else character


def _without_tags(text: str, *, paired: bool) -> tuple[str, int]:
    """Return the text and how many tags it had; `paired`: only of elements that are closed somewhere."""
    text = _FOLLOWED.sub(r"\1{\2}\3", _GAP.sub(_closed, text))
    closed = {found[3].lower() for found in _TAG.finditer(text) if found[1]}
    builder = _Builder()
    end = tags = 0
    for found in _TAG.finditer(text):
        name = (found[3] or "").lower()
        # `a<b>c` is a comparison unless something closes the `b`.
        alone = name not in closed and name not in _EMPTY
        if name and (name not in _KNOWN or (alone and (paired or name not in _BLOCKS or len(name) == 1))):
            continue
        builder.text(text[end : found.start()])
        end = found.end()
        tags += 1
        if name:
            builder.tag(name, closing=bool(found[1]), empty=bool(found[5]) or found[4].endswith("/") or name in _EMPTY)
    if not tags:
        return text, 0
    builder.text(text[end:])
    return builder.result(), tags


def _closed(gap: re.Match[str]) -> str:
    before = gap.string[max(0, gap.start() - _LONGEST_BASE) : gap.start()]
    return "" if _BASES[gap.lastgroup or ""].search(before) else gap[0]


@dataclass(slots=True)
class _Node:
    """An element that is open: what is written into it so far."""

    name: str
    parts: list[str] = field(default_factory=list)


class _Builder:
    """Builds the plain text of a sequence of tags and texts, however badly they are nested."""

    def __init__(self) -> None:
        self._open = [_Node("")]
        self._blocks = False

    def text(self, text: str) -> None:
        if not text:
            return
        node = self._open[-1]
        if node.name in _MATH and node.name not in {"mtext", "ms"}:
            text = "".join(text.split())
        if text:
            node.parts.append(text.replace(_BREAK, ""))

    def tag(self, name: str, *, closing: bool, empty: bool) -> None:
        if name in _BLOCKS:
            self._blocks |= name not in _EMPTY
            self._open[-1].parts.append(_BREAK)
        if empty:
            return
        if not closing:
            self._open.append(_Node(name))
        elif any(node.name == name for node in self._open):
            while self._close() != name:
                pass

    def result(self) -> str:
        while len(self._open) > 1:
            self._close()
        text = "".join(self._open[0].parts)
        if not self._blocks:
            return text.replace(_BREAK, "\n")
        # Line breaks of the markup are blanks; only blocks part lines.
        return "\n".join(line for part in text.split(_BREAK) if (line := " ".join(part.split())))

    def _close(self) -> str:
        node = self._open.pop()
        parent = self._open[-1]
        if node.name in _DROPPED:
            return node.name
        written = _LAYOUT.get(node.name, _joined)(node.parts, "".join(parent.parts[-1:]))
        if node.name == "alternatives" and "$" in written:
            written = _PREAMBLE.sub("", written)
        if parent.name == "alternatives" and parent.parts and node.name in {"math", "tex-math"}:
            return node.name
        # Layouts of mathematics count their children, so an empty one counts too.
        if written or parent.name in _LAYOUT:
            parent.parts.append(written)
        if node.name in _BLOCKS:
            parent.parts.append(_BREAK)
        return node.name


def _joined(parts: list[str], _: str) -> str:
    return "".join(parts)


def _raised(parts: list[str], before: str) -> str:
    """Return an exponent with its sign; what is only set high (a mark, an ordinal) stays as it is."""
    text = "".join(parts).strip()
    if not before or before[-1].isspace() or not re.search(r"[\d+\-−–]", text):
        return text
    return f"^{text}" if len(text) == 1 or re.fullmatch(r"[-−–+]?\d+|\{.*\}", text) else f"^{{{text}}}"


def _lowered(parts: list[str], before: str) -> str:
    text = "".join(parts).strip()
    return f"_{text}" if text[:1] == "{" or (before[-1:].isdigit() and text[:1].isdigit()) else text


def _power(parts: list[str], _: str) -> str:
    return f"{parts[0]}^{_grouped(''.join(parts[1:]))}" if len(parts) > 1 else "".join(parts)


def _index(parts: list[str], _: str) -> str:
    return f"{parts[0]}_{_grouped(''.join(parts[1:]))}" if len(parts) > 1 else "".join(parts)


def _both(parts: list[str], _: str) -> str:
    if len(parts) != 3:  # noqa: PLR2004 - base, below, above
        return "".join(parts)
    return f"{parts[0]}_{_grouped(parts[1])}^{_grouped(parts[2])}"


def _fraction(parts: list[str], _: str) -> str:
    return "/".join(f"({part})" if re.search(r"[-+\s/]", part) else part for part in parts)


def _root(parts: list[str], _: str) -> str:
    return f"√({''.join(parts)})" if len("".join(parts)) > 1 else f"√{''.join(parts)}"


def _fenced(parts: list[str], _: str) -> str:
    return f"({', '.join(parts)})"


def _grouped(text: str) -> str:
    return text if len(text) == 1 or re.fullmatch(r"[-−]?\d+", text) else f"{{{text}}}"


def _tex(parts: list[str], _: str) -> str:
    text = _PREAMBLE.sub("", "".join(parts)).strip()
    return re.sub(r"^\$\$\s*(.*?)\s*\$\$$", r"$\1$", text, flags=re.DOTALL)


_LAYOUT: Mapping[str, Callable[[list[str], str], str]] = MappingProxyType(
    {
        "sup": _raised,
        "sub": _lowered,
        "inf": _lowered,
        "msup": _power,
        "mover": _power,
        "msub": _index,
        "munder": _index,
        "msubsup": _both,
        "munderover": _both,
        "mfrac": _fraction,
        "msqrt": _root,
        "mfenced": _fenced,
        "tex-math": _tex,
    }
)
