"""From choices to explanations: which papers a run would ask about, why, and what that would come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.choices import asking, unkeyed_address
from pipeline.cli.estimating import estimated
from pipeline.errors import UsageError
from pipeline.explain import Explainer, by_cause
from pipeline.promptfiles import read_repair, read_taxonomy
from pipeline.recall import Recall
from pipeline.telling import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.choices import Choices
    from pipeline.paper import Paper


def explained(papers: Iterable[Paper], picked: str | None, choices: Choices) -> Iterator[str]:
    """Yield the lines that say which of `papers` a run with these choices would ask about, and why.

    Args:
        papers: those of the run; gone through more than once.
        picked: the one to explain, by its id or its number from 1; null: all, counted by cause.
        choices: those of the run.

    Raises:
        UsageError: the choices do not fit together, or no paper is called `picked`.
        MachineError: the cache cannot be used.
    """
    if picked is not None:
        papers = [_named(papers, picked)]
    form = asking(choices, read_taxonomy(choices.areas), unkeyed_address(choices))
    with Recall(choices.place) as recall:
        explainer = Explainer(form, recall, read_repair(), Rules(fixed_mode=choices.output_mode is not None))
        findings = map(explainer.finding, papers)
        yield from by_cause(findings) if picked is None else next(findings).lines
    yield f"A run: {estimated(papers, choices).summary}"


def _named(papers: Iterable[Paper], picked: str) -> Paper:
    for number, paper in enumerate(papers, start=1):
        if picked in {paper.id, str(number)}:
            return paper
    raise UsageError(f"no paper here is called {picked!r}. Give an id, or a number from 1, and the INPUT that has it.")
