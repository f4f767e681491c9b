"""What a run would ask, read, write, cost and take, before anything is sent."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pipeline.tokens import Tokenizer, tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.completion import Usage
    from pipeline.price import Price

_REPLY = 400
_REASONING = 1_000
_REASONS = re.compile(r"(?:.*/)?(?:gpt-[5-9]|gpt-oss|o\d)(?=[-.:]|\Z)|.*(?:reason|think|-r1\b)")

_TOKENS_A_SECOND = 60
_FIRST_TOKEN = 1.0  # seconds

_MINUTE, _HOUR = 60, 3600
_CENT = Decimal("0.01")


@dataclass(frozen=True)
class Pace:
    """How fast asks may go out: so many in flight at once, requests and input tokens a minute (null: no limit)."""

    concurrency: int
    rpm: float | None = None
    tpm: float | None = None


@dataclass(frozen=True)
class ReplySize:
    """How many output tokens a reply is expected to take, hidden reasoning included, and how that is known."""

    tokens: int
    basis: str


@dataclass(frozen=True)
class Estimate:
    """What a run would come to.

    Attributes:
        papers: all of them; the sum of the next four.
        to_ask: papers that would be asked about.
        answered: papers whose answer is in the cache.
        repeated: papers that share the ask of another one, their abstracts being equal.
        without_abstract: papers that are never asked about.
        input_tokens: of all asks together.
        price: the rates; null where they are not known or nothing is to be asked.
        cost: US dollars, null where the price of an ask is not known.
    """

    papers: int
    to_ask: int
    answered: int
    repeated: int
    without_abstract: int
    input_tokens: int
    reply: ReplySize
    tokenizer: Tokenizer
    price: Price | None
    cost: Decimal | None
    pace: Pace

    @property
    def output_tokens(self) -> int:
        """Of all replies together."""
        return self.to_ask * self.reply.tokens

    @property
    def seconds(self) -> float:
        """How long the asks take: held back by the number in flight, by requests or by tokens a minute."""
        a_reply = _FIRST_TOKEN + self.reply.tokens / _TOKENS_A_SECOND
        rounds = math.ceil(self.to_ask / self.pace.concurrency)
        by_requests = _MINUTE * self.to_ask / self.pace.rpm if self.pace.rpm else 0.0
        by_tokens = _MINUTE * self.input_tokens / self.pace.tpm if self.pace.tpm else 0.0
        return max(rounds * a_reply, by_requests, by_tokens)

    @property
    def summary(self) -> str:
        """One line for a person."""
        cost = "at an unknown price" if self.cost is None else f"for {dollars(self.cost)}"
        asks = f"{self.to_ask:,} of {self.papers:,} papers to ask, {self.answered:,} answered already"
        tokens = f"about {self.input_tokens:,} tokens in, {self.output_tokens:,} out"
        return f"{asks}; {tokens}, {cost}, in about {_duration(self.seconds)}"

    @property
    def table(self) -> str:
        """One line for each figure, with what it rests on."""
        kinds = (
            (self.answered, "answered already"),
            (self.repeated, "repeated"),
            (self.without_abstract, "without abstract"),
        )
        rest = ", ".join(f"{count:,} {what}" for count, what in kinds if count) or "none answered already"
        vocabulary = self.tokenizer.encoding
        counted = f"approximate: {vocabulary}, not the model's own" if self.tokenizer.approximate else vocabulary
        flight = f"{self.pace.concurrency} in flight, {_TOKENS_A_SECOND} output tokens a second each"
        limits = [f"{most:,.12g} {what} a minute" for what, most in self._limits if most]
        rows = (
            ("papers", f"{self.papers:,}", ""),
            ("to ask", f"{self.to_ask:,}", rest),
            ("input tokens", f"{self.input_tokens:,}", counted),
            ("output tokens", f"{self.output_tokens:,}", f"{self.reply.tokens:,} a paper, {self.reply.basis}"),
            ("cost", "unknown" if self.cost is None else dollars(self.cost), self._price_basis),
            ("time", f"about {_duration(self.seconds)}", ", ".join([flight, *limits])),
        )
        return "\n".join(f"{name:<14} {value:>16}  {basis}".rstrip() for name, value, basis in rows)

    @property
    def _limits(self) -> tuple[tuple[str, float | None], ...]:
        return ("requests", self.pace.rpm), ("input tokens", self.pace.tpm)

    @property
    def _price_basis(self) -> str:
        if not self.to_ask:
            return "nothing to ask"
        return "no price is listed for this model at this address" if self.price is None else self.price.label


class Survey:
    """Counts papers by what a run would do with them, and the tokens of its asks.

    Args:
        model: the model that would be asked.
    """

    def __init__(self, model: str) -> None:
        self._model = model
        self._tokenizer = tokenizer_for(model)
        self._without_abstract = 0
        self._repeated = 0
        self._answered = 0
        self._outputs: list[int] = []
        self._inputs: Counter[int] = Counter()

    def without_abstract(self, papers: int = 1) -> None:
        """Count papers that are never asked about."""
        self._without_abstract += papers

    def repeated(self) -> None:
        """Count a paper that shares the ask of another one."""
        self._repeated += 1

    def answered(self, usage: Usage) -> None:
        """Count a paper whose answer is known, and what that answer took."""
        self._answered += 1
        if usage.output:
            self._outputs.append(usage.output)

    def to_ask(self, body: Mapping[str, Any]) -> None:
        """Count a paper that would be asked about with this body."""
        self._inputs[self._tokenizer.request(body)] += 1

    @property
    def asks(self) -> int:
        """How many papers would be asked about."""
        return self._inputs.total()

    def estimate(self, price: Price | None, pace: Pace) -> Estimate:
        """Return what the papers counted so far come to."""
        reply = expected_reply(self._model, self._outputs)
        return Estimate(
            papers=self.asks + self._answered + self._repeated + self._without_abstract,
            to_ask=self.asks,
            answered=self._answered,
            repeated=self._repeated,
            without_abstract=self._without_abstract,
            input_tokens=sum(size * count for size, count in self._inputs.items()),
            reply=reply,
            tokenizer=self._tokenizer,
            price=price,
            cost=self._cost(price, reply.tokens),
            pace=pace,
        )

    def _cost(self, price: Price | None, output_tokens: int) -> Decimal | None:
        if price is None:
            return None if self.asks else Decimal(0)
        # Ask by ask, since the rate of some models depends on the size of an ask.
        asks = self._inputs.items()
        return sum((count * price.expected(size, output_tokens) for size, count in asks), start=Decimal(0))


def expected_reply(model: str, known: list[int]) -> ReplySize:
    """Return the output tokens to expect of `model` for one paper.

    Args:
        model: its name; some families are known to reason out of sight, which is charged as output.
        known: the output tokens of answers that it gave, which go before any assumption.
    """
    if known:
        return ReplySize(math.ceil(sum(known) / len(known)), f"the mean of {len(known):,} answers in the cache")
    if _REASONS.match(model.lower()):
        basis = f"assumed: {_REPLY} for the reply, {_REASONING:,} for hidden reasoning"
        return ReplySize(_REPLY + _REASONING, basis)
    return ReplySize(_REPLY, "assumed")


def dollars(amount: Decimal) -> str:
    """Return an estimated amount for a person; what is more than nothing is never shown as nothing."""
    if not amount:
        return "$0"
    return f"about ${amount:,.2f}" if amount >= _CENT else "less than $0.01"


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{math.ceil(seconds)} s"
    if seconds < _HOUR:
        return f"{math.ceil(seconds / _MINUTE)} min"
    minutes = math.ceil(seconds / _MINUTE)
    return f"{minutes // 60} h {minutes % 60:02} min"
