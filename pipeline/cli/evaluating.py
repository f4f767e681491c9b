"""From files of cards and labels to an evaluation, and to its page."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from pipeline.cli.outcomes import left_at
from pipeline.cli.progress import tell
from pipeline.errors import InputError
from pipeline.evaluate import evaluate, meet
from pipeline.recordfiles import read_cards, read_failures, read_gold
from pipeline.write import write_file

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from pipeline.evaluate import Evaluation

_SEED = 0
"""Of the resampling: the same cards and labels give the same intervals."""


def evaluated(cards: Path, gold: Path, by: Literal["area", "file"] | None, page: Path | None) -> Evaluation:
    """Return the evaluation of the files, and write its page where one is wanted.

    Raises:
        InputError: a file cannot be read, or labels and cards do not belong together.
        MachineError: the page cannot be written.
    """
    left = left_at(cards)
    made = tuple(read_cards(left.cards))
    failed = tuple(read_failures(left.failures)) if left.failures.exists() else ()
    rows = tuple(read_gold(gold))
    if not rows:
        raise InputError.at(str(gold), "holds no labels", "Give a file with one gold row a line")
    meetings = meet(made, rows, failed)
    evaluation = evaluate(meetings, Random(_SEED), by)  # noqa: S311 - statistics, no secret
    unlabelled = len(made) - len({meeting.card.paper.id for meeting in meetings if meeting.card})
    if unlabelled:
        tell(f"{unlabelled} of {len(made)} cards have no label and count nowhere.")
    if page:
        from pipeline.pages.evaluation import render  # noqa: PLC0415 - only a page needs the template engine

        write_file(page, render(evaluation, meetings).encode())
    return evaluation
