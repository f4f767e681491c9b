"""The page of a comparison: two runs side by side."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pipeline.compare.report import kappa, share
from pipeline.pages.page import rendered

if TYPE_CHECKING:
    from pipeline.compare import Comparison
    from pipeline.compare.report import Facts


def render(comparison: Comparison, a: Facts, b: Facts) -> str:
    """Return the page; `a` and `b` are what the records of the runs tell."""
    return rendered(
        "comparison.html.j2",
        comparison=comparison,
        facts=[(name, a.get(name), b.get(name)) for name in dict.fromkeys((*a, *b))],
        papers=[(paper, list(found)) for paper, found in groupby(comparison.changes, key=lambda c: c.paper)],
        kappa=kappa,
        share=share,
    )
