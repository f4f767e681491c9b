"""The page of an evaluation: labels and cards side by side, the papers with misses open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.evaluate.report import HEADLINES, figure, interval, share
from pipeline.pages.page import rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.evaluate import Evaluation, Meeting


def render(evaluation: Evaluation, meetings: Sequence[Meeting]) -> str:
    """Return the page; `meetings` are those that were evaluated."""
    return rendered(
        "evaluation.html.j2",
        evaluation=evaluation,
        papers=tuple(zip(evaluation.judged, meetings, strict=True)),
        headlines=HEADLINES,
        figure=figure,
        interval=interval,
        share=share,
    )
