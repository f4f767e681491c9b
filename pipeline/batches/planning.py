"""From papers to planned batches: each ask that is neither answered nor out already, once."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from pipeline.batches.ledger import Batch, Stage
from pipeline.batches.load import Limits, Load
from pipeline.batches.rows import ask_row, key_of
from pipeline.errors import UsageError
from pipeline.estimate import dollars, expected_reply
from pipeline.origin import origin_of
from pipeline.tokens import tokenizer_for
from pipeline.write import WholeFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.batches.ledger import Ledger
    from pipeline.budget import Budget
    from pipeline.desk import Desk
    from pipeline.exchange import Request
    from pipeline.origin import Origin
    from pipeline.paper import Paper
    from pipeline.price import Price


_NOTHING = Decimal(0)


@dataclass(frozen=True)
class Terms:
    """On which terms batches are planned.

    Attributes:
        limits: of files and queue.
        price: the rates of a batch, null where they are not known.
        budget: what the asks must fit by expectation, if there is a limit.
        refresh: ask again although an answer is known.
    """

    limits: Limits = field(default_factory=Limits)
    price: Price | None = None
    budget: Budget | None = None
    refresh: bool = False


@dataclass
class Plan:
    """What came of planning, counted in papers.

    Attributes:
        planned: papers whose asks are in new batches.
        answered: papers whose answer is known.
        underway: papers whose asks are in earlier batches.
        repeated: papers that share the ask of another one, their abstracts being equal.
        without_abstract: papers that are never asked about.
        over_budget: papers left out, since their asks would pass the limit.
        tokens: input tokens of the new batches.
        reply_tokens: output tokens expected of them.
        price: the rates of a batch.
        cost: what they are expected to cost; null where the price is not known.
    """

    price: Price | None
    cost: Decimal | None = _NOTHING
    planned: int = 0
    answered: int = 0
    underway: int = 0
    repeated: int = 0
    without_abstract: int = 0
    over_budget: int = 0
    tokens: int = 0
    reply_tokens: int = 0

    @property
    def papers(self) -> int:
        """Papers that have an abstract."""
        return self.planned + self.answered + self.underway + self.repeated + self.over_budget

    def count(self, load: Load, reply_tokens: int, cost: Decimal | None) -> None:
        """Count a new batch."""
        self.planned += load.requests
        self.tokens += load.tokens
        self.reply_tokens += reply_tokens
        self.cost = None if self.cost is None or cost is None else self.cost + cost

    @property
    def summary(self) -> str:
        """One line for a person."""
        kinds = (
            (self.answered, "answered already"),
            (self.underway, "in a batch already"),
            (self.repeated, "repeated"),
            (self.without_abstract, "without abstract"),
            (self.over_budget, "left out by --max-cost"),
        )
        rest = "".join(f", {count:,} {what}" for count, what in kinds if count)
        if not self.planned:
            return f"nothing new to submit{rest}"
        tokens = f"about {self.tokens:,} tokens in, {self.reply_tokens:,} out"
        return f"{self.planned:,} papers to submit{rest}; {tokens}, {self._cost}"

    @property
    def _cost(self) -> str:
        if self.price is None or self.cost is None:
            return "at an unknown price"
        return f"for {dollars(self.cost)} at batch rates ({self.price.label})"


def plan(papers: Iterable[Paper], desk: Desk, ledger: Ledger, terms: Terms) -> Plan:
    """Plan batches in `ledger`, which is held, for what a run over `papers` would ask.

    Args:
        papers: in input order.
        desk: knows what is answered, and in which form asks go out.
        ledger: of the batches that are planned or out; asks in them are left alone.
        terms: of the new ones.

    Raises:
        UsageError: one ask alone is more than may be enqueued at once.
        MachineError: cache or ledger cannot be used.
    """
    ledger.sweep()
    for batch in ledger.batches(desk.asking.address):
        if batch.stage is Stage.PLANNED and not terms.limits.enqueue(batch.tokens):
            ledger.drop(batch)  # planned under a wider limit: it would never go out
    return _Planner(desk, ledger, terms).plan(papers)


@dataclass(frozen=True)
class _Ask:
    """A line of an input file, what it adds to the file, and what it is expected to cost (null: not known)."""

    row: bytes
    origin: Origin
    load: Load
    cost: Decimal | None


class _Planner:
    def __init__(self, desk: Desk, ledger: Ledger, terms: Terms) -> None:
        self._desk, self._ledger, self._terms = desk, ledger, terms
        self._underway = {key for batch in ledger.batches(desk.asking.address) for key in keys(ledger, batch)}
        self._taken: set[bytes] = set()
        self._tokenizer = tokenizer_for(desk.asking.model)
        self._reply_tokens = expected_reply(desk.asking.model, []).tokens
        self._plan = Plan(terms.price)

    def plan(self, papers: Iterable[Paper]) -> Plan:
        asks = self._asks(papers)
        ask = next(asks, None)
        while ask is not None:
            ask = self._fill(ask, asks)
        return self._plan

    def _fill(self, first: _Ask, asks: Iterator[_Ask]) -> _Ask | None:
        """Write one batch from `first` on, and return the ask that is too much for it."""
        name, load, cost = self._ledger.new_name(), Load(), _NOTHING
        ask: _Ask | None = first
        with WholeFile(self._ledger.asks(name)) as rows, WholeFile(self._ledger.abstracts(name)) as abstracts:
            while ask is not None and self._terms.limits.take(load + ask.load):
                rows.write(ask.row)
                abstracts.write(ask.origin.abstract.encode() + b"\n")
                load, cost = load + ask.load, cost + (ask.cost or _NOTHING)
                ask = next(asks, None)
        self._put(first.origin, name, load, None if self._terms.price is None else cost)
        return ask

    def _put(self, origin: Origin, name: str, load: Load, cost: Decimal | None) -> None:
        batch = Batch(
            name=name,
            origin=origin,
            areas=tuple(self._desk.asking.taxonomy.names),
            requests=load.requests,
            tokens=load.tokens,
            cost=cost,
        )
        self._ledger.put(batch)
        self._plan.count(load, load.requests * self._reply_tokens, cost)

    def _asks(self, papers: Iterable[Paper]) -> Iterator[_Ask]:
        """Yield each ask that must be made and may be."""
        for paper in papers:
            request = self._new_request(paper)
            if request is None:
                continue
            ask = self._ask(paper, request)
            if self._affordable(ask.cost):
                self._taken.add(bytes.fromhex(request.key))
                yield ask
            else:
                self._plan.over_budget += 1

    def _new_request(self, paper: Paper) -> Request | None:
        if not paper.abstract.strip():
            self._plan.without_abstract += 1
            return None
        request = self._desk.request(paper)
        key = bytes.fromhex(request.key)
        if key in self._underway:
            self._plan.underway += 1
        elif key in self._taken:
            self._plan.repeated += 1
        elif not self._terms.refresh and self._desk.recalled(paper):
            self._plan.answered += 1
        else:
            return request
        return None

    def _ask(self, paper: Paper, request: Request) -> _Ask:
        tokens = self._tokenizer.request(request.body)
        row, price = ask_row(request), self._terms.price
        cost = price.expected(tokens, self._reply_tokens) if price else None
        ask = _Ask(row, origin_of(paper, self._desk.asking), Load(1, len(row), tokens), cost)
        if not self._terms.limits.take(ask.load):
            raise UsageError(
                f"one ask alone is {tokens:,} tokens and {len(row):,} bytes, more than a batch may hold. "
                "Raise --max-enqueued-tokens."
            )
        return ask

    def _affordable(self, cost: Decimal | None) -> bool:
        budget = self._terms.budget
        if budget is None or cost is None:
            return True
        if not budget.may_start(cost):
            return False
        budget.started(cost)
        return True


def keys(ledger: Ledger, batch: Batch) -> Iterator[bytes]:
    """Yield the key of each ask in a batch."""
    with ledger.asks(batch.name).open("rb") as rows:
        for row in rows:
            yield key_of(row)
