"""From choices to an estimate: the same inputs, form, cache and price as a run, and no key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.choices import asking
from pipeline.engines.openai.endpoint import Reach, endpoint
from pipeline.errors import UsageError
from pipeline.estimate import Pace
from pipeline.price import given_price, price_of
from pipeline.promptfiles import read_repair, read_taxonomy
from pipeline.recall import Recall, default_folder
from pipeline.survey import survey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.choices import Choices
    from pipeline.estimate import Estimate
    from pipeline.paper import Paper

_NO_KEY = "nothing-is-sent"


def estimated(papers: Iterable[Paper], choices: Choices) -> Estimate:
    """Return what a run with these choices would come to.

    Args:
        papers: those of the run.
        choices: those of the run.

    Raises:
        UsageError: the choices do not fit together.
        MachineError: the cache cannot be used.
    """
    address = unkeyed_address(choices)
    form = asking(choices, read_taxonomy(choices.areas), address)
    rates = price_of(form.model, address) if choices.price is None else given_price(choices.price)
    with Recall(choices.cache_dir or default_folder()) as recall:
        counted = survey(papers, form, recall, read_repair(), refresh=choices.refresh)
    return counted.estimate(rates, Pace(choices.concurrency, choices.rpm, choices.tpm))


def unkeyed_address(choices: Choices) -> str:
    """Return the address that `choices` send to, for uses that send nothing and so need no key.

    Raises:
        UsageError: there is no address, or it may not be used.
    """
    address = choices.base_url or choices.preset.address
    if address is None:
        raise UsageError(f"{choices.provider} has an address for each user. Give yours with --base-url.")
    return endpoint(address, _NO_KEY, reach=Reach(choices.allow_http, choices.private)).address
