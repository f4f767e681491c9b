"""A room with all that batches need: a cache, a ledger, a desk, and the service over a faked wire."""

from __future__ import annotations

from fakebatches import FakeBatches
from virtual import run

from pipeline.batches.collecting import Collector
from pipeline.batches.ledger import Ledger
from pipeline.batches.leftover import NotSent
from pipeline.batches.load import Limits
from pipeline.batches.planning import Terms, plan
from pipeline.batches.sending import Dispatch
from pipeline.desk import Desk
from pipeline.engines.openai.batches import OpenAIBatches
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.engine import Patience
from pipeline.paper import Paper
from pipeline.price import given_price
from pipeline.prompt import Asking
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.telling import Rules

ADDRESS = "http://127.0.0.1:9/v1"
KEY = "sk-a-secret-key"
ASKING = Asking(ADDRESS, "m", read_template(), read_taxonomy())
PRICE = given_price("1,1")


def papers(*numbers):
    """Return the papers of these numbers."""
    return [Paper(id=f"key:{n}", abstract=f"Paper {n} is about a thing. It works.") for n in numbers]


def key(number):
    """Return the key of the ask about the paper of this number."""
    return ASKING.request(papers(number)[0]).key


class Room:
    """Plans, sends and collects; `tell` hears how batches stand."""

    def __init__(self, folder, httpx2_mock, provider=None):
        self.provider = provider or FakeBatches()
        httpx2_mock.route(url__startswith=f"{ADDRESS}/").mock(side_effect=self.provider)
        self.recall = Recall(folder)
        self.ledger = Ledger(folder / "batches")
        self.seen = []

    def plan(self, *numbers, asking=ASKING, **terms):
        """Plan batches for papers."""
        desk = Desk(asking, NotSent(), self.recall, read_repair(), rules=Rules())
        with self.ledger.held():
            return plan(papers(*numbers), desk, self.ledger, Terms(**{"price": PRICE} | terms))

    def send(self, limits=None, max_cost=None):
        """Send what is planned."""

        async def work(service):
            with self.ledger.held():
                return await self.dispatch(service, limits, max_cost).send()

        return self.served(work)

    def collect(self):
        """Collect what is over."""

        async def work(service):
            with self.ledger.held():
                return await self.collector(service).collect(ADDRESS, lambda _, job: self.seen.append(job.status))

        return self.served(work)

    def dispatch(self, service, limits=None, max_cost=None):
        """Return what sends."""
        return Dispatch(self.ledger, service, ADDRESS, limits or Limits(), max_cost)

    def collector(self, service):
        """Return what collects."""
        return Collector(self.ledger, service, self.recall, lambda _: PRICE)

    def served(self, work):
        """Let `work` use the service, in virtual time."""

        async def scene():
            service = OpenAIBatches(endpoint(ADDRESS, KEY), Patience(retries=2, timeout=5))
            try:
                return await work(service)
            finally:
                await service.close()

        return run(scene())

    def known(self, *numbers):
        """Return which of these papers have an answer in the cache."""
        return [number for number in numbers if self.recall.lookup(key(number))]

    def asked(self):
        """Return the papers that were asked about, in order, with repetitions."""
        return [number_of(ask) for ask in self.provider.asks()]

    def stages(self):
        """Return how far each batch has come."""
        return [batch.stage.value for batch in self.ledger.batches()]

    def left(self):
        """Return what is left in the ledger's folder, locks aside."""
        return sorted(path.name for path in self.ledger.asks("x").parent.iterdir() if not path.name.startswith("."))


def number_of(ask):
    """Return the number of the paper that an ask is about."""
    return int(ask["body"]["messages"][1]["content"].split("Paper ")[1].split()[0])
