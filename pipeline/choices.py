"""What a user can choose about the making of cards, and the journey that the choices name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.cycles import made_to_stay
from pipeline.engines.deferred import DeferredAsker
from pipeline.engines.interface import EngineName
from pipeline.engines.openai.endpoint import Reach, endpoint
from pipeline.engines.openai.providers import PROVIDERS
from pipeline.errors import UsageError
from pipeline.hosts import is_loopback
from pipeline.prompt import Asking
from pipeline.promptfiles import read_pack, read_repair, read_taxonomy, read_template
from pipeline.run import AskedJourney, EmbeddedJourney
from pipeline.strict import StrictJourney

if TYPE_CHECKING:
    from contextlib import ExitStack

    from pipeline.account import Account
    from pipeline.budget import Budget
    from pipeline.engines.interface import Asker, Turnstile
    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.engines.openai.providers import Provider
    from pipeline.outputmode import OutputMode
    from pipeline.run import Journey
    from pipeline.taxonomy import Taxonomy

DEFAULT_MODEL = "gpt-5-mini"
_NO_KEY = "nothing-is-sent"


@dataclass(frozen=True)
class Choices:
    """The choices of a run, as the command line names them.

    Attributes:
        output_language: of the statements, in words a model understands.
        jobs: processes of the embedded engine, null: one for each core where there are many papers.
        concurrency: asks in flight at once.
        pack: abstracts in one ask.
        retries: requests beyond the first, for one ask.
        timeout: seconds for one request, all in all.
        rpm: requests a minute, null: as the server lets us.
        tpm: input tokens a minute, null: as the server lets us.
        store: URL of a database where answers are kept that machines share; null: in a folder.
        refresh: ask again although an answer is known.
        strict: a card that is not grounded counts as a failure.
        repair: ask once more about what is not in the abstract.
        price: rates as `INPUT,OUTPUT`, dollars for a million tokens; null: the listed ones.
        max_cost: US dollars that may be spent, null for no limit.
        allow_http: let a key go to another machine in the clear.
        private: let no abstract leave this machine.
        batch: answers come from batches; what they do not answer stays pending.
        ask_rest: ask what batches do not answer in the normal way.
        max_enqueued_tokens: input tokens that may wait in batches at once, null for no limit that we know.
        ray: the address of the Ray cluster that does the work, `auto` for the one at hand, null for none.
    """

    engine: EngineName = EngineName.AUTO
    provider: str | None = None
    model: str | None = None
    base_url: str | None = None
    areas: Path | None = None
    prompt: Path | None = None
    output_mode: OutputMode | None = None
    output_language: str | None = None
    jobs: int | None = None
    concurrency: int = 16
    pack: int = 1
    retries: int = 5
    timeout: float = 120.0
    rpm: float | None = None
    tpm: float | None = None
    cache_dir: Path | None = None
    store: str | None = None
    refresh: bool = False
    strict: bool = False
    repair: bool = True
    price: str | None = None
    max_cost: float | None = None
    allow_http: bool = False
    private: bool = False
    batch: bool = False
    ask_rest: bool = False
    max_enqueued_tokens: int | None = None
    ray: str | None = None

    def __post_init__(self) -> None:
        """Refuse choices that exclude one another.

        Raises:
            UsageError: they do.
        """
        if self.batch and self.pack > 1:
            raise UsageError("--pack: a batch asks about each abstract on its own. Leave --pack or --batch out.")

    @property
    def place(self) -> Path | str:
        """Where answers are kept.

        Raises:
            UsageError: they quote abstracts, which may not leave this machine.
        """
        from pipeline.recall import host_of, place_of  # noqa: PLC0415 - the embedded engine keeps none

        host = host_of(self.store) if self.store else ""
        if self.private and host and not is_loopback(host):
            raise UsageError(f"--store: --private lets nothing leave this machine, and {host} is another one.")
        return place_of(self.store, self.cache_dir)

    @property
    def by_batch_alone(self) -> bool:
        """Whether nothing is asked in the normal way."""
        return self.batch and not self.ask_rest

    @property
    def preset(self) -> Provider:
        """The provider that was named, else OpenAI.

        Raises:
            UsageError: there is no preset of that name.
        """
        name = self.provider or "openai"
        if name not in PROVIDERS:
            raise UsageError(f"no provider is called {name!r}. Known: {', '.join(PROVIDERS)}.")
        return PROVIDERS[name]

    @property
    def decided_engine(self) -> EngineName:
        """`openai` when a provider, a model, an address or OPENAI_API_KEY was given, else `extractive`."""
        if self.engine is not EngineName.AUTO:
            return self.engine
        chosen = self.provider or self.model or self.base_url or os.environ.get("OPENAI_API_KEY", "").strip()
        return EngineName.OPENAI if chosen else EngineName.EXTRACTIVE


@dataclass(frozen=True)
class Shared:
    """What the asks of this run share with runs on other machines: their pace, and their money."""

    gate: Turnstile
    budget: Budget


def journey(choices: Choices, stack: ExitStack, shared: Shared | None = None) -> Journey:
    """Return the way that `choices` name, made ready; what it opens is closed by `stack`.

    Raises:
        UsageError: the choices do not fit together.
        MachineError: the cache or the embedded model cannot be used.
    """
    taxonomy = read_taxonomy(choices.areas)
    embedded = choices.decided_engine is EngineName.EXTRACTIVE
    way: Journey = _embedded(taxonomy, choices.jobs) if embedded else _asked(choices, taxonomy, stack, shared)
    return StrictJourney(way) if choices.strict else way


def place(choices: Choices) -> Endpoint:
    """Return where `choices` send abstracts, and the key for it, from the environment alone.

    Raises:
        UsageError: there is no address, or it may not be used.
    """
    # A server that needs no key gets none that was meant for another, wherever it stands.
    variable = choices.preset.key_variable
    key = os.environ.get(variable) if variable else None
    return _endpoint(choices, key, variable or "OPENAI_API_KEY")


def unkeyed_address(choices: Choices) -> str:
    """Return the address that `choices` send to, for uses that send nothing and so need no key.

    Raises:
        UsageError: there is no address, or it may not be used.
    """
    return _endpoint(choices, _NO_KEY, "OPENAI_API_KEY").address


def _endpoint(choices: Choices, key: str | None, variable: str) -> Endpoint:
    address = choices.base_url or choices.preset.address
    if address is None:
        raise UsageError(f"{choices.provider} has an address for each user. Give yours with --base-url.")
    return endpoint(address, key, variable, Reach(choices.allow_http, choices.private))


def asking(choices: Choices, taxonomy: Taxonomy, address: str) -> Asking:
    """Return the form in which `choices` ask.

    Raises:
        UsageError: no model is named where there is no default for one, or the prompt cannot be read.
    """
    if (choices.base_url or choices.provider) and not choices.model:
        raise UsageError(f"{address}: which model? Name one that is served there with --model.")
    mode = choices.output_mode or choices.preset.output_mode
    model, template = choices.model or DEFAULT_MODEL, read_template(choices.prompt)
    return Asking(address, model, template, taxonomy, mode, language=choices.output_language)


# Each engine is imported where it is chosen: the embedded one needs no openai, the other no model.


def _embedded(taxonomy: Taxonomy, jobs: int | None) -> EmbeddedJourney:
    from pipeline.engines.extractive import ExtractiveEngine  # noqa: PLC0415

    return EmbeddedJourney(ExtractiveEngine.load(taxonomy), taxonomy, jobs)


def _asked(choices: Choices, taxonomy: Taxonomy, stack: ExitStack, shared: Shared | None) -> AskedJourney:
    from pipeline.account import account  # noqa: PLC0415
    from pipeline.batches.leftover import AfterBatches  # noqa: PLC0415
    from pipeline.desk import Desk  # noqa: PLC0415
    from pipeline.recall import Recall  # noqa: PLC0415
    from pipeline.telling import Rules  # noqa: PLC0415

    where = place(choices)
    form = asking(choices, taxonomy, where.address)
    recall = stack.enter_context(Recall(choices.place))
    rules = Rules(choices.refresh, fixed_mode=choices.output_mode is not None, single=choices.by_batch_alone)
    bill = account(form.model, where.address, choices.price, choices.max_cost, shared.budget if shared else None)
    sender = _packing(_sender(where, choices, shared), choices.pack, taxonomy, bill)
    asker = sender if choices.refresh else AfterBatches(sender, recall, once=not choices.by_batch_alone)
    desk = Desk(form, asker, recall, read_repair(), account=bill, rules=rules)
    return AskedJourney(desk, asker, recall, choices.concurrency * choices.pack, repair=choices.repair)


def _sender(where: Endpoint, choices: Choices, shared: Shared | None) -> Asker:
    from pipeline.batches.leftover import NotSent  # noqa: PLC0415

    gate = shared.gate if shared else None
    return NotSent() if choices.by_batch_alone else DeferredAsker(lambda: _engine(where, choices, gate))


def _packing(asker: Asker, size: int, taxonomy: Taxonomy, bill: Account) -> Asker:
    from pipeline.packing import PackingAsker  # noqa: PLC0415

    if size == 1:
        return asker
    return PackingAsker(asker, size, read_pack(), frozenset(taxonomy.names), bill.was_cut)


def _engine(where: Endpoint, choices: Choices, gate: Turnstile | None) -> Asker:
    with made_to_stay():
        from pipeline.engines.openai.engine import OpenAIEngine, Patience  # noqa: PLC0415
        from pipeline.engines.openai.pace import Limits  # noqa: PLC0415

        import_module("pipeline.ground")  # it checks the first answers, and all others would wait while it is loaded

    # Where others keep the same limits, they are kept at the gate.
    limits = Limits() if gate else Limits(choices.rpm, choices.tpm)
    return OpenAIEngine(where, Patience(choices.retries, choices.timeout, choices.concurrency, limits, gate))
