r"""What BibTeX writes for a character that its time could not: `{\"u}`, `\ss`, `\%`, `{--}`, `{MLSUM}`.

Only that is undone, for it is the format's and not the author's. Formulas (`$O(n^2)$`) and commands that say
something (`\textbf{…}`, `\citep{…}`) stay as written, as they do in abstracts from every other source.
"""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType

_ACCENTS = MappingProxyType({
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "G": "\u030f", "U": "\u030e",
})  # fmt: skip
_LETTERS = MappingProxyType({
    "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ",
    "ng": "ŋ", "NG": "Ŋ",
})  # fmt: skip
_SIGNS = MappingProxyType({
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`", "textless": "<",
    "textgreater": ">", "textbar": "|", "textbardbl": "‖", "textunderscore": "_", "textdollar": "$",
    "textbraceleft": "{", "textbraceright": "}", "textquotesingle": "'", "textquotedbl": '"', "textquoteleft": "‘",
    "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "quotesinglbase": "‚",
    "quotedblbase": "„", "guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹", "guilsinglright": "›",
    "textendash": "–", "textemdash": "—", "textellipsis": "…", "ldots": "…", "dots": "…", "textdegree": "°",
    "degree": "°", "textregistered": "®", "texttrademark": "™", "textcopyright": "©", "copyright": "©", "textpm": "±",
    "texttimes": "×", "textdiv": "÷", "textmu": "µ", "textperiodcentered": "·", "textbullet": "•", "textsection": "§",
    "S": "§", "textparagraph": "¶", "P": "¶", "pounds": "£", "textsterling": "£", "texteuro": "€", "euro": "€",
    "textyen": "¥", "textcent": "¢", "textexclamdown": "¡", "textquestiondown": "¿", "textordfeminine": "ª",
    "textordmasculine": "º", "textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾",
    "textonesuperior": "¹", "texttwosuperior": "²", "textthreesuperior": "³", "textlnot": "¬", "textdagger": "†",
    "dag": "†", "textdaggerdbl": "‡", "ddag": "‡", "textperthousand": "‰", "textnumero": "№", "lbrace": "{",
    "rbrace": "}", "textvisiblespace": "␣", "slash": "/",
})  # fmt: skip
_ASCII_FORMULAS = MappingProxyType({
    "<": "<", ">": ">", "|": "|", "\\backslash": "\\", "\\vert": "|", "\\{": "{", "\\}": "}", "\\_": "_", "\\%": "%",
    "\\lbrace": "{", "\\rbrace": "}", "\\sim": "∼", "^\\circ": "°", "^{\\circ}": "°",
})  # fmt: skip
"""Formulas that programs write for one character of plain text."""

_TOKEN = re.compile(
    r"""
      (?P<verbatim> \\\\ | \\\(.{0,2000}?\\\) | \\begin\{(?P<name>\w{1,20}\*?)\}.{0,4000}?\\end\{(?P=name)\} )
    | \$(?P<formula> (?:[^$\\]|\\.){1,2000}? )\$
    | \\(?: (?P<sign>[`'^~"=.]) | (?P<accent>[uvHckrdbGU])(?![A-Za-z]) ) \s*
        (?: \{\s* (?P<inner> \\[ij] | [^\W\d_] | ) \s*\} | (?P<base> \\[ij](?![A-Za-z]) | [^\W\d_] ) )
    | \\(?P<escaped> [%&_\#${}] )
    | \\(?P<space> [ ,;:\n] ) | \\(?P<nothing> [-/!] )
    | \\(?P<word> [A-Za-z]+ ) (?P<star>\*?)
    | \{(?P<dashes> ---? )\}
    | (?P<open> \{ ) | (?P<close> \} )
    | (?P<tie> (?<=[\w.,;:)\]}'"%])~(?=[\w\\${(\[`'"]) )
    """,
    re.VERBOSE | re.DOTALL,
)
_FIXED = MappingProxyType({"space": " ", "nothing": "", "tie": " "})
_SPECIAL = re.compile(r"[\\{}$~]")
_QUOTED = re.compile(r"``(.{1,1000}?)''", re.DOTALL)
_OPTIONS = re.compile(r"(?:\[[^\[\]{}]{0,200}\])*(?=\{)")
_DECLARATION = re.compile(r"\\([A-Za-z]+)[ ~\n]")
_END_OF_WORD = re.compile(r"\{\}|[ \t\n]*")
_ESCAPED_QUOTE = re.compile(r'\\"(?=[\s.,;:)!?}]|\Z)')
_ESCAPED_APOSTROPHE = re.compile(r"(?<=[A-Za-z])\\'(?=(?:s|t|re|ve|ll)(?![^\W\d_]))")
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_BLANKS = re.compile(r"[ \t\r\f\v]*\n[ \t\r\f\v]*|[ \t]{2,}|\t")


def plain(text: str) -> str:
    """Return a value of BibTeX with its signs as characters and its white space as BibTeX sees it.

    Lines that are wrapped become one; a blank line parts paragraphs.
    """
    if _SPECIAL.search(text):
        text = _Reading(_unescaped(text)).result()
    if "``" in text:
        text = _QUOTED.sub(r"“\1”", text)
    if "\n" in text or "  " in text or "\t" in text:
        text = "\n\n".join(_BLANKS.sub(" ", paragraph) for paragraph in _PARAGRAPH.split(text.strip()))
    return text.strip()


def _unescaped(text: str) -> str:
    r"""Undo the escapes of a programming language, where a quote is no accent: `\"so\" `, `it\'s`."""
    if _ESCAPED_QUOTE.search(text):
        text = text.replace('\\"', '"')
    return _ESCAPED_APOSTROPHE.sub("'", text) if "\\'" in text else text


class _Reading:
    """One pass over a text: what was read, and which of the braces that are open stay with their closing ones."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._kept: list[bool] = []
        self._argument = -1

    def result(self) -> str:
        position = 0
        while special := _SPECIAL.search(self._text, position):
            self._parts.append(self._text[position : special.start()])
            found = _TOKEN.match(self._text, special.start())
            position = found.end() if found else special.end()
            if not found:
                self._parts.append(special[0])
            elif found.lastgroup == "star":
                position = self._word(found)
            else:
                self._parts.append(self._read(found))
        self._parts.append(self._text[position:])
        return "".join(self._parts)

    def _read(self, found: re.Match[str]) -> str:
        """Return what a token stands for."""
        kind = found.lastgroup or ""
        if kind in ("inner", "base"):
            return _accented(found["sign"] or "", found["accent"] or "", found[kind])
        if kind == "formula":
            return _ASCII_FORMULAS.get(found["formula"].strip(), found[0])
        if kind == "open":
            return self._open(found.start())
        if kind == "close":
            return self._close(found.end())
        if kind in _FIXED:
            return _FIXED[kind]
        return found["escaped"] or {"--": "–", "---": "—"}.get(found["dashes"] or "", found[0])

    def _word(self, found: re.Match[str]) -> int:
        """Take a command: one that names a sign gives it, any other stays with its arguments."""
        word, end = found["word"], found.end()
        if word in _LETTERS or word in _SIGNS:
            ends = _END_OF_WORD.match(self._text, end)
            self._parts.append(_LETTERS.get(word) or _SIGNS[word])
            return ends.end() if ends and (word in _LETTERS or ends[0] == "{}") else end
        self._parts.append(found[0])
        options = _OPTIONS.match(self._text, end)
        self._argument = options.end() if options else -1
        return end

    def _open(self, at: int) -> str:
        declared = _DECLARATION.match(self._text, at + 1)
        stays = at == self._argument or self._text[at - 1 : at] in ("_", "^") or bool(declared and _stays(declared[1]))
        self._kept.append(stays)
        return "{" if stays else ""

    def _close(self, end: int) -> str:
        if not self._kept:
            return "}"
        stays = self._kept.pop()
        self._argument = end if stays else -1
        return "}" if stays else ""


def _stays(word: str) -> bool:
    return word not in _LETTERS and word not in _SIGNS and word not in _ACCENTS


def _accented(sign: str, accent: str, letter: str) -> str:
    """Return a letter with its accent in one character where there is one; a lone accent is its sign."""
    base = letter.lstrip("\\")
    return unicodedata.normalize("NFC", base + _ACCENTS[sign or accent]) if base else sign
