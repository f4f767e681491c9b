"""Markup of abstracts (LaTeX, Markdown) taken off, with the way back to the text as read."""

from __future__ import annotations

import re
from typing import NamedTuple

_MARK = re.compile(r"[\\$*_{}`~<]")

# The look-ahead spares all other characters the alternatives.
_MARKUP = re.compile(
    r"""
    (?=[\\$*_{}`~<]) (?:
      (?P<math>\$[^$]{0,300}\\(?!times|sim|approx|text|math|[%,;!])[a-zA-Z]+[^$]{0,300}\$)
    | \\(?:cite\w*|ref|label|footnote|url)\*?(?:\[[^\]]{0,200}\]){0,3}\{[^{}]{0,500}\}   # citations say nothing here
    | \\(?:begin|end)\{\w+\}\s*
    | </?(?:jats:)?(?:p|i|b|u|sub|sup|em|strong|italic|bold|title|sec|span)\b[^<>]{0,200}>
    | \\href\{[^{}]{0,500}\}
    | \\textcolor\{[^{}]{0,50}\}
    | (?P<times>\\times(?![a-zA-Z]))
    | (?P<sim>\\(?:sim|approx)(?![a-zA-Z]))
    | \\(?:text\w*|emph|math\w+|underline|mbox|rm|it|bf|tt)(?![a-zA-Z])\s?
    | \\+(?P<escaped>[%&\#_$])
    | \\[,;:! ]
    | [${}`]
    | (?P<tie>(?<!\d)~|~(?!\d))
    | \*{1,3}(?=\S)(?![\s*]) | (?<=\S)\*{1,3}
    | (?<![^\W_])_{1,2}(?=[^\W_]) | (?<=[^\W_])_{1,2}(?![^\W_])
    )
    """,
    re.VERBOSE,
)


class Plain(NamedTuple):
    """A text without its markup; `origin[i]` is where character `i` stands in the marked text."""

    text: str
    origin: tuple[int, ...] | range

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the marked text of `text[start:end]`, which must not be empty."""
        return self.origin[start], self.origin[end - 1] + 1


def demark(marked: str) -> Plain:
    """Return `marked` without its markup, which changes no word."""
    if _MARK.search(marked) is None:
        return Plain(marked, range(len(marked)))
    parts: list[str] = []
    origin: list[int] = []
    at = 0
    for mark in _MARKUP.finditer(marked):
        if mark.lastgroup == "math":
            continue
        parts.append(marked[at : mark.start()])
        origin.extend(range(at, mark.start()))
        instead = _instead(mark)
        parts.append(instead)
        origin.extend([mark.end() - 1] * len(instead))
        at = mark.end()
    parts.append(marked[at:])
    origin.extend(range(at, len(marked)))
    return Plain("".join(parts), tuple(origin))


def _instead(mark: re.Match[str]) -> str:
    match mark.lastgroup:
        case "times":
            return "×"
        case "sim":
            return "~"
        case "tie":
            return " "
        case "escaped":
            return mark["escaped"]
        case _:
            return ""
