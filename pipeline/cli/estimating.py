"""From choices to an estimate: the same inputs, form, cache and price as a run, and no key."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pipeline.choices import asking
from pipeline.engines.openai.endpoint import Reach, endpoint
from pipeline.errors import UsageError
from pipeline.estimate import Pace
from pipeline.price import given_price, price_of
from pipeline.promptfiles import read_repair, read_taxonomy
from pipeline.readers import read_papers
from pipeline.recall import Recall, default_folder
from pipeline.survey import survey

if TYPE_CHECKING:
    from pipeline.choices import Choices
    from pipeline.cli.making import Reading
    from pipeline.estimate import Estimate

_NO_KEY = "nothing-is-sent"


def estimated(reading: Reading, choices: Choices, price: str | None) -> Estimate:
    """Return what a run with these choices would come to.

    Args:
        reading: the inputs.
        choices: those of the run.
        price: the rates, as the user wrote them; null for the listed ones.

    Raises:
        UsageError: the choices do not fit together.
        InputError: an input cannot be read.
        MachineError: the cache cannot be used.
    """
    address = _address(choices)
    form = asking(choices, read_taxonomy(choices.areas), address)
    rates = price_of(form.model, address) if price is None else given_price(price)
    papers = islice(read_papers(reading.inputs, reading.format), reading.limit)
    with Recall(choices.cache_dir or default_folder()) as recall:
        counted = survey(papers, form, recall, read_repair(), refresh=choices.refresh)
    return counted.estimate(rates, Pace(choices.concurrency, choices.rpm, choices.tpm))


def _address(choices: Choices) -> str:
    address = choices.base_url or choices.preset.address
    if address is None:
        raise UsageError(f"{choices.provider} has an address for each user. Give yours with --base-url.")
    return endpoint(address, _NO_KEY, reach=Reach(choices.allow_http, choices.private)).address
