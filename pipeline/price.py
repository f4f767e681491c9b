"""What asks cost, in US dollars. Null stands for unknown everywhere; nothing here turns it into zero.

The rates are those inside the installed `genai-prices`. Its updater, which would download newer
ones, is never started. The library is imported at the first question for a price.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from pipeline.errors import UsageError
from pipeline.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Mapping

    from genai_prices import Usage
    from genai_prices.types import ModelInfo, Provider

    from pipeline.exchange import Reply

_MILLION = 1_000_000
_BATCH = {"processing": "batch"}  # what the library calls it
_FLAVORS = ("chat", "default")  # what the library calls the usage of Chat Completions, by provider


class Price(Protocol):
    """What a model costs at an address."""

    @property
    def label(self) -> str:
        """The rates and where they come from, for a person."""

    def expected(self, input_tokens: int, output_tokens: int) -> Decimal:
        """Return the cost of one ask of this size, with no discount for a cached prompt."""

    def paid(self, reply: Reply) -> Decimal | None:
        """Return the cost of the ask that `reply` answers, null where its usage does not tell."""


@dataclass(frozen=True)
class GivenPrice:
    """Rates that the user gave: dollars for a million input and output tokens."""

    input: Decimal
    output: Decimal

    @property
    def label(self) -> str:
        """See `Price`."""
        return f"given: ${self.input:f} input, ${self.output:f} output a million tokens"

    def expected(self, input_tokens: int, output_tokens: int) -> Decimal:
        """See `Price`."""
        return (self.input * input_tokens + self.output * output_tokens) / _MILLION

    def paid(self, reply: Reply) -> Decimal | None:
        """See `Price`; tokens from a provider's cache are charged like any other input."""
        try:
            usage = reply.completion.usage
        except ValueError:
            return None
        if usage.input is None or usage.output is None or min(usage.input, usage.output) < 0:
            return None
        return self.expected(usage.input, usage.output)


@dataclass(frozen=True)
class ListedPrice:
    """Rates that the library lists. A rate may depend on the size of an ask, so sum asks, not tokens.

    Attributes:
        context: what else decides about the rates, such as asks by the batch; a reply may add to it.
    """

    provider: Provider
    model: ModelInfo
    rates: str
    context: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """See `Price`."""
        return f"{self.provider.name} {self.model.id}: {self.rates}"

    def expected(self, input_tokens: int, output_tokens: int) -> Decimal:
        """See `Price`."""
        from genai_prices import Usage  # noqa: PLC0415

        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        return self.model.calc_price(usage, self.provider, price_context=dict(self.context)).total_price

    def paid(self, reply: Reply) -> Decimal | None:
        """See `Price`: cached and written input and hidden reasoning as this provider reports and charges them."""
        try:
            body = json.loads(reply.raw)
        except (ValueError, RecursionError):
            return None
        usage = self._usage(body)
        if usage is None:
            return None
        tier = body.get("service_tier")
        # A batch has its own rates, whatever tier its replies name.
        context = self.context or ({"service_tier": tier} if isinstance(tier, str) else {})
        try:
            return self.model.calc_price(usage, self.provider, price_context=dict(context)).total_price
        except ValueError:  # the counts contradict one another
            return None

    def _usage(self, body: Any) -> Usage | None:  # noqa: ANN401 - a provider's JSON
        for flavor in _FLAVORS:
            try:
                return self.provider.extract_usage(body, api_flavor=flavor)[1]
            except ValueError:  # no such flavor here, or the usage is missing or malformed
                continue
        return None


def price_of(model: str, address: str, *, batch: bool = False) -> Price | None:
    """Return the listed price of `model` at `address`, or of asks by the `batch`; null where none is listed.

    The address decides who charges: a server of one's own has no listed price whatever its model
    is called, nor has a gateway that the library does not know, nor a model listed without rates. Where
    no batch rates are listed, a batch is taken to cost what other asks do, which is the most it can.
    """
    if is_loopback(urlsplit(address).hostname or ""):  # what is asked here need not load the list
        return None
    from genai_prices import Usage, calc_price  # noqa: PLC0415

    try:
        found = calc_price(Usage(), model, provider_api_url=address, price_context=_BATCH if batch else None)
    except LookupError:
        return None
    rates = found.model_price
    if rates.input_mtok is None or rates.output_mtok is None:
        return None
    told = f"{_rate(rates.input_mtok)} input, {_rate(rates.output_mtok)} output a million tokens"
    return ListedPrice(found.provider, found.model, told, _BATCH if batch else {})


def given_price(text: str) -> GivenPrice:
    """Return the price that `text` writes as `INPUT,OUTPUT`, dollars for a million tokens.

    Raises:
        UsageError: it is not two amounts of zero or more.
    """
    try:
        rates = [Decimal(part.strip()) for part in text.split(",")]
    except InvalidOperation:
        rates = []
    if len(rates) != 2 or not all(rate.is_finite() and rate >= 0 for rate in rates):  # noqa: PLR2004 - in and out
        raise UsageError(f"--price {text!r}: write dollars for a million input and output tokens, like 0.25,2.")
    return GivenPrice(*rates)


def _rate(rate: Any) -> str:  # noqa: ANN401 - an amount, or amounts by the size of an ask
    base = getattr(rate, "base", None)
    return f"${rate:f}" if base is None else f"${base:f} or more"
