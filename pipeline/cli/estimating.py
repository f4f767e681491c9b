"""From choices to an estimate: the same inputs, form, cache and price as a run, and no key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.choices import asking, unkeyed_address
from pipeline.estimate import Pace
from pipeline.price import given_price, price_of
from pipeline.promptfiles import read_repair, read_taxonomy
from pipeline.recall import Recall
from pipeline.survey import survey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.choices import Choices
    from pipeline.estimate import Estimate
    from pipeline.paper import Paper
    from pipeline.shelf import Shelf


def estimated(papers: Iterable[Paper], choices: Choices, shelf: Shelf | None = None) -> Estimate:
    """Return what a run with these choices would come to.

    Args:
        papers: those of the run.
        choices: those of the run.
        shelf: that of the run, where one follows.

    Raises:
        UsageError: the choices do not fit together.
        MachineError: the cache cannot be used.
    """
    address = unkeyed_address(choices)
    form = asking(choices, read_taxonomy(choices.areas), address)
    given = None if choices.price is None else given_price(choices.price)
    with Recall(choices.place) as recall:
        counted = survey(papers, form, recall, read_repair(), shelf, refresh=choices.refresh)
    rates = given or (price_of(form.model, address) if counted.asks else None)
    return counted.estimate(rates, Pace(choices.concurrency, choices.rpm, choices.tpm))
