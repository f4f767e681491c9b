r"""Readers of quantities on the cases of docs/quantities.md, and time on the seed abstracts.

    python bench/quantities.py

A case counts for a library when it reads the written form alone to its amounts and no wrong unit
(dollars for `3.67$\times$`); it need not know multiples, points, comparators or relations. A library
that is not installed is named and left out.
"""

from __future__ import annotations

import math
import re
import warnings
from importlib import import_module
from pathlib import Path
from time import perf_counter
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.table import Table

from pipeline.quantities import find_quantities

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[str], list[tuple[float, str]]]

ROOT = Path(__file__).parent.parent
ROUNDS = 3
BREAKS = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError, SyntaxError, AssertionError, TokenError)
"""What the libraries raise on forms that they do not know."""
UNITLESS: dict[str, tuple[str, ...]] = {"%": (), **dict.fromkeys(("–", "x", "pp", "points"), ("", "dimensionless"))}
"""What a library may call a unit that it has no name for; units of measure go by many names, and none is judged."""


class Case(NamedTuple):
    """A row of the table: how it is written, and what it amounts to."""

    written: str
    amounts: tuple[float, ...]
    unit: str


def cases() -> list[Case]:
    """Return the cases of the table in docs/quantities.md."""
    rows = re.findall(
        r"^\| `(.+?)` \| `.+?` \| (.+?) \| (.+?) \|",
        ROOT.joinpath("docs/quantities.md").read_text("utf-8"),
        re.MULTILINE,
    )
    return [
        Case(written, tuple(float(a) for a in amounts.split(", ") if a != "–"), unit) for written, amounts, unit in rows
    ]


def abstracts() -> list[str]:
    """Return the abstracts of the seed lists."""
    lists = sorted(ROOT.joinpath("seeds").glob("*.txt"))
    return [p for path in lists for p in re.split(r"\n\s*\n", path.read_text("utf-8-sig"))[1:] if p.strip()]


def ours(_: Any) -> Reader:  # noqa: ANN401 - modules that may be missing have no type
    """Return the project's reader."""
    return lambda text: [(amount, q.unit or "") for q in find_quantities(text) for amount in q.amounts]


def quantulum3(library: Any) -> Reader:  # noqa: ANN401
    """Return the reader of quantulum3."""
    return lambda text: [
        (found.value, "%" if found.unit.name == "percentage" else found.unit.name) for found in library.parse(text)
    ]


def pint(library: Any) -> Reader:  # noqa: ANN401
    """Return the reader of pint, which reads an expression and finds none in prose."""
    registry = library.UnitRegistry()

    def read(text: str) -> list[tuple[float, str]]:
        found = registry.parse_expression(text)
        unit = str(getattr(found, "units", ""))
        return [(float(getattr(found, "magnitude", found)), "%" if unit == "percent" else unit)]

    return read


def holds(reader: Reader, case: Case) -> bool:
    """Tell whether `reader` gets the amounts of `case`, and no wrong unit."""
    try:
        found = reader(case.written)
    except BREAKS:
        return False
    amounts = [amount for amount, _ in found]
    right = len(amounts) == len(case.amounts) and all(map(math.isclose, amounts, case.amounts))
    return right and all(unit in {case.unit, *UNITLESS.get(case.unit, (unit,))} for _, unit in found)


def main() -> None:
    """Print which library reads which case, and the time of each that finds quantities in prose."""
    warnings.simplefilter("ignore")
    readers, missing = {"ours": ours(None)}, []
    for name, module, make in (("quantulum3", "quantulum3.parser", quantulum3), ("pint", "pint", pint)):
        try:
            readers[name] = make(import_module(module))
        except ImportError:
            missing.append(name)
    told = [case for case in cases() if case.amounts]
    table = Table("written", *readers)
    held = {name: [holds(reader, case) for case in told] for name, reader in readers.items()}
    for row, case in enumerate(told):
        table.add_row(case.written, *("yes" if held[name][row] else "" for name in readers))
    table.add_row(f"of {len(told)}", *(str(sum(held[name])) for name in readers))
    Console(width=90, markup=False).print(table)
    for name in ("ours", "quantulum3"):
        if name in readers:
            print(f"{name}: {milliseconds(readers[name], abstracts()):.3f} ms per abstract")
    for name in missing:
        print(f"{name} is not installed: left out.")


def milliseconds(reader: Reader, texts: list[str]) -> float:
    """Return the best mean time of `ROUNDS` over `texts`, each of which is read anew."""
    times = []
    for _ in range(ROUNDS):
        find_quantities.cache_clear()
        began = perf_counter()
        for text in texts:
            reader(text)
        times.append(perf_counter() - began)
    return 1000 * min(times) / len(texts)


if __name__ == "__main__":
    main()
