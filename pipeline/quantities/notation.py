"""How numbers and units are written: the fragments that the patterns are put together from, and their readings."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache

FRACTIONS = "¼½¾⅓⅔⅕⅖⅗⅘⅙⅛⅜⅝⅞"
_SUPERSCRIPTS = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")

SPACE = r"[ \u00a0\u2009\u202f]"
GAP = rf"(?:{SPACE}|~|\\[,;:!\ ])?"
_POWER = rf"10{GAP}(?:\^{GAP}(?:\{{\s?[-+−–]?\d{{1,3}}\s?\}}|[-+−–]?\d{{1,3}})|[⁻⁺]?[⁰¹²³⁴-⁹]{{1,3}})"
_THOUSANDS = rf"\d{{1,3}}(?:(?:,\d{{3}})+|(?:\{{,\}}\d{{3}})+|(?:(?:{SPACE}|\\,)\d{{3}})+)(?![\d])"
_MANTISSA = rf"""(?:
      (?: {_THOUSANDS} | \d+ ) (?: [.．٫]\d+ )? (?: [eE][-+−]?\d{{1,3}}(?!\w|\.\d) )? [{FRACTIONS}]?
    | \.\d+ | [{FRACTIONS}]
    )"""
# A German or French "3,5 %" is a decimal; "1,2" elsewhere is a list.
_DECIMAL_COMMA = r"\d{1,3},\d{1,2}(?=[ \u00a0\u202f]?\\?%|[x×](?!\w))"
_SCALE = rf"""(?:
      [KMBTk](?![A-Za-z0-9_]) | [-\ ](?:thousand|million|billion|trillion)\b | {GAP}[万亿]
    )"""
NUMBER = rf"""(?:
      {_POWER} | {_DECIMAL_COMMA}
    | {_MANTISSA} (?: {GAP}\$?(?:\\times|\\cdot|×|x){GAP}\$?{_POWER} )? {_SCALE}?
    )"""

_SCALES = {
    "k": 1e3, "thousand": 1e3, "万": 1e4, "m": 1e6, "million": 1e6, "亿": 1e8,
    "b": 1e9, "billion": 1e9, "t": 1e12, "trillion": 1e12,
}  # fmt: skip

COMPARATIVE = (
    r"(?=\s+(?:[a-z]+er|more|less|as|the|that|those|its|their|compared|over|speed\w*|acceleration|reduction"
    r"|improvement|increase|decrease|gain)\b)"
)
_MEASURES = (
    r"(?:[A-Za-z]{3,12}(?:[ ]per[ ](?:second|minute|hour|day|token|step|image|sample|query|request)"
    r"|/(?:s|sec|second|min|h|hour|day))"
    r"|dB|ms|[μµ]s|ns|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?"
    r"|[KMGTP]i?B|bytes?|bits?|FPS|fps|[kMG]?Hz|[mk]?W|kWh|m?J|[KMGTP]?FLOPs?|[kMGTP]?FLOPS|[μµnmck]?m|[μµmk]?g|m?L"
    r"|°C|m?V|m?eV)(?![A-Za-z0-9_])"
)
UNIT = rf"""(?:
      \$?{GAP} (?: \\{{0,2}}[%％٪] | per[ ]?cent\b ) (?:[- ]points?\b)? \$?
    | [-\ ](?:absolute[ ])?percentage[-\ ]points?\b
    | \$?{GAP}\$?{GAP} (?: \\times(?![A-Za-z]) | [×✕✖] ) (?:\{{\}})? \$? (?!{GAP}\$?\d)
    | {GAP}[xX](?!\w|{GAP}\d)
    | \$?[-‑\ ]?fold\b
    | \$?[-\ ]times\b{COMPARATIVE}
    | \$?[-\ ]orders?[-\ ]of[-\ ]magnitude\b
    | \$?{GAP} (?: pps?\b | p\.p\.(?!\w) )
    | \$?[-\ ](?!data|key|time|sample|anchor|grid|interest|check)(?:(?!point)[A-Za-z][A-Za-z0-9@]{{0,11}}[ ])?points?\b
    | {GAP}pts?\b
    | {GAP}(?: [个個]?百分[点點] | [个個]?[点點](?![云雲]) | 倍 | パーセント | ポイント | [个個]?[数數]量[级級] )
    | \$?[-‑]?{GAP}{_MEASURES}
    )"""

_UNIT_NAMES = (
    ("pp", re.compile(r"percentage|[%％]\W?point|cent.point|pp|p\.p\.|百分|ポイント")),
    ("%", re.compile(r"[%％٪]|per ?cent|パーセント")),
    ("orders", re.compile(r"magnitude|量")),
    ("x", re.compile(r"times\b|[×✕✖xX]|fold|倍")),
    ("points", re.compile(r"points?\Z|pts?\Z|[点點]")),
)


_RAISED = re.compile(rf"(?:10){GAP}\^?{GAP}\{{?\s?([-+−–]?\d+)\s?\}}?\Z")
_SCALED = re.compile(r"[-\s~\\]*([KMBTk万亿]|thousand|million|billion|trillion)\Z")
_LEADING = re.compile(rf"(?:[\d,.．٫{{}}]|{SPACE}|\\,)*(?:[eE][-+−]?\d+)?")
_COMMA_DECIMAL = re.compile(r"\d{1,3},\d{1,2}")


def read_number(written: str) -> float:
    """Return the value of what `NUMBER` matches; infinity where it is too large for a float."""
    plain = written.isascii() and written.replace(".", "", 1).isdigit()
    return float(written) if plain else _read_parts(written)


def _read_parts(written: str) -> float:
    factor = 1.0
    if "^" in written or any(ord(sign) in _SUPERSCRIPTS for sign in written):
        written, factor = _without_power(written)
    if scaled := _SCALED.search(written):
        written, factor = written[: scaled.start()], factor * _SCALES[scaled[1].lower()]
    vulgar = sum(unicodedata.numeric(sign) for sign in written if sign in FRACTIONS)
    leading = _LEADING.match(written)
    digits = _plain_digits(leading[0]) if leading else ""
    whole = float(digits) if digits else float(not vulgar)
    return (whole + vulgar) * factor


def _without_power(written: str) -> tuple[str, float]:
    """Part "1.5 x 10^{-3}" into "1.5 x " and 0.001."""
    raised = _RAISED.search(written.translate(_SUPERSCRIPTS))
    if raised is None:
        return written, 1.0
    exponent = raised[1].replace("−", "-").replace("–", "-")
    return written[: raised.start()], float(f"1e{exponent}")


def _plain_digits(written: str) -> str:
    plain = unicodedata.normalize("NFKC", written).replace("٫", ".").replace("−", "-")
    if _COMMA_DECIMAL.fullmatch(plain):
        return plain.replace(",", ".")
    return "".join(sign for sign in plain if sign.isdigit() or sign in ".eE+-")


@lru_cache(maxsize=1 << 10)  # few are written, and each of them often
def read_unit(written: str) -> str:
    """Return the unit that `UNIT` matched: a canonical name, "orders" (of magnitude), else the words as written."""
    for name, pattern in _UNIT_NAMES:
        if pattern.search(written):
            return name
    return written.strip("$~-‑\\,;:! \u00a0\u2009\u202f")


def in_unit(amounts: tuple[float, ...], unit: str | None) -> tuple[tuple[float, ...], str | None]:
    """Return orders of magnitude as multiples (2 as 100 x); other amounts and units as they are."""
    if unit != "orders":
        return amounts, unit
    return tuple(10.0**amount for amount in amounts if amount < sys.float_info.max_10_exp), "x"
