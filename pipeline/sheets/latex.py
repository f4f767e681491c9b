"""Crumbs of LaTeX in running text, resolved to the characters they print.

Abstracts are plain text with crumbs of LaTeX, so a parser of LaTeX documents is the wrong tool: it
takes a bare `%` for a comment and two dollar prices for a formula, and drops macros it does not
know. Here what is not understood stays as it was written; nothing is lost.
"""

from __future__ import annotations

import re
import unicodedata

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa mu nu xi pi rho sigma tau upsilon phi chi psi omega"
_SYMBOLS = {
    **{name: unicodedata.lookup(f"GREEK SMALL LETTER {name}") for name in _GREEK.split()},
    **{name.title(): unicodedata.lookup(f"GREEK CAPITAL LETTER {name}") for name in _GREEK.split()},
    "lambda": "λ", "Lambda": "Λ", "varepsilon": "ε", "varphi": "φ", "ell": "ℓ", "infty": "∞", "partial": "∂",
    "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "div": "÷", "ast": "*", "star": "⋆", "circ": "°", "bullet": "•",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "ll": "≪", "gg": "≫", "lesssim": "≲",
    "approx": "≈", "sim": "~", "simeq": "≃", "equiv": "≡", "propto": "∝", "to": "→", "rightarrow": "→", "mapsto": "↦",
    "leftarrow": "←", "Rightarrow": "⇒", "uparrow": "↑", "downarrow": "↓", "in": "∈", "notin": "∉", "subset": "⊂",
    "subseteq": "⊆", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "nabla": "∇", "sum": "∑", "prod": "∏",
    "int": "∫", "otimes": "⊗", "oplus": "⊕", "odot": "⊙", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
    "dots": "…", "ldots": "…", "cdots": "⋯", "prime": "′", "dagger": "†", "textendash": "–", "textemdash": "—",
    "left": "", "right": "", "quad": " ", "qquad": " ", "xspace": "", "noindent": "", "newline": " ", "par": " ",
}  # fmt: skip
_OPERATORS = frozenset({
    "log", "ln", "exp", "sin", "cos", "tan", "tanh", "max", "min", "sup", "inf", "lim", "arg", "argmax", "argmin",
    "det", "dim", "ker", "Pr",
})  # fmt: skip
_PLAIN = frozenset({
    "textbf", "textit", "textrm", "textsf", "texttt", "textsc", "textup", "textmd", "textnormal", "text", "emph",
    "underline", "uline", "mbox", "hbox", "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathscr",
    "mathfrak", "boldsymbol", "bm", "operatorname", "em", "bf", "it", "tt", "url", "ensuremath",
})  # fmt: skip
_SECOND_OF_TWO = frozenset({"textcolor", "colorbox"})
_CITES = frozenset({
    "cite", "citep", "citet", "citealp", "citealt", "citeauthor", "citeyear", "parencite", "textcite", "autocite",
})  # fmt: skip
_ACCENTS = {
    "tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304",
    "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c", "breve": "\u0306",
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "H": "\u030b", "c": "\u0327", "k": "\u0328", "v": "\u030c", "u": "\u0306", "r": "\u030a",
}  # fmt: skip
_BLACKBOARD = {"C": "ℂ", "E": "𝔼", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "S": "𝕊", "Z": "ℤ"}
_SUPERSCRIPT = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")

_ARGUMENT = r"\{((?:[^{}]|\\[{}])*)\}"
_DOUBLED = re.compile(r"\\\\(?=[A-Za-z%$&#_{}])")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[A-Za-z*]+\}")
_NAME = re.compile(r"(\w?)\\([A-Za-z]+)(?![A-Za-z\[{])")
_SWITCH = re.compile(r"\{\\(?:em|bf|it|tt|sc|rm)\s+([^{}]*)\}")
_ACCENT = re.compile(r"\\(['`^\"~=.])\{?([A-Za-z])\}?")
_SCRIPT = re.compile(rf"([\^_]){_ARGUMENT}")
_COMMAND = re.compile(rf"\\([A-Za-z]+)\*?(?:\[[^\[\]{{}}]*\])*{_ARGUMENT}(?:{_ARGUMENT})?")
# As pandoc reads dollars: no blank just inside, no digit just after, or they are money; a lone sign is none.
_MATH = re.compile(r"(?<!\\)\$(?:([^\s\w$]{1,3})|(?=\S)((?:[^$\\\n]|\\.){1,300}?)(?<=\S)\$(?!\d))(?(1)\$)")
_POWER = re.compile(r"\^([0-9n])(?![0-9A-Za-z])")
_ESCAPED = re.compile(r"\\([%$&#_{}])|\\[ ,;:!\\]")
_TIE = re.compile(r"(?<=[\w.,)\]])~(?=\w)")
_QUOTED = re.compile(r"``([^`']{1,300})''")
_DEEPEST = 8


def without_latex(text: str) -> str:
    """Return `text` with LaTeX commands, formulas and escapes as the characters they print."""
    text = _ENVIRONMENT.sub(" ", _DOUBLED.sub(r"\\", text))
    text = _NAME.sub(_named, text)
    for _ in range(_DEEPEST):
        before = text
        text = _COMMAND.sub(_commanded, _SCRIPT.sub(_scripted, _ACCENT.sub(_accented, _SWITCH.sub(r"\1", text))))
        if text == before:
            break
    text = _MATH.sub(_formula, text)
    text = _ESCAPED.sub(lambda m: m[1] or " ", _TIE.sub(" ", text))
    return _QUOTED.sub(r"“\1”", text).replace("---", "—").replace("--", "–")


def _named(match: re.Match[str]) -> str:
    before, name = match[1], match[2]
    if name in _OPERATORS:
        return f"{before} {name}" if before else name
    symbol = _SYMBOLS.get(name)
    return match[0] if symbol is None else before + symbol


def _accented(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", match[2] + _ACCENTS[match[1]])


def _scripted(match: re.Match[str]) -> str:
    mark, script = match[1], match[2]
    if mark == "^":
        raised = script.translate(_SUPERSCRIPT)
        if not set(raised) & set(script):
            return raised
    return mark + _grouped(script)


def _commanded(match: re.Match[str]) -> str:  # noqa: PLR0911 - one way out per kind of command
    name, first, second = match[1], match[2], match[3]
    rest = "" if second is None else f"{{{second}}}"
    if name == "frac" and second is not None:
        return f"{_grouped(first)}/{_grouped(second)}"
    if name == "href" and second is not None:
        return second if first == second else f"{second} ({first})"
    if name in _SECOND_OF_TWO and second is not None:
        return second
    if name in _CITES:
        return f"[{first}]{rest}"
    if name == "sqrt":
        return f"√{_grouped(first)}{rest}"
    if name == "mathbb":
        return "".join(_BLACKBOARD.get(letter, letter) for letter in first) + rest
    if name in _ACCENTS and len(first) == 1:
        return unicodedata.normalize("NFC", first + _ACCENTS[name]) + rest
    if name in _PLAIN or name in _ACCENTS:
        return first + rest
    return f"{name} {first}{rest}" if name in _OPERATORS else match[0]


def _grouped(part: str) -> str:
    return part if re.fullmatch(r"[\w.∞′]*", part) else f"({part})"


def _formula(match: re.Match[str]) -> str:
    inner = match[1] or re.sub(r"(?<!\\)[{}]", "", match[2])
    return _POWER.sub(lambda m: m[1].translate(_SUPERSCRIPT), inner)
