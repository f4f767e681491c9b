"""The two kinds of engine: one fills a card's statements itself, one asks a model to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections import Counter

    from pipeline.exchange import Reply, Request
    from pipeline.extraction import Extraction
    from pipeline.failure import State
    from pipeline.paper import Paper


class EngineName(StrEnum):
    """What fills the cards; `auto` decides by what was chosen and set."""

    AUTO = "auto"
    EXTRACTIVE = "extractive"
    OPENAI = "openai"


class Extractor(Protocol):
    """Fills the statements of a paper at once, without a network."""

    @property
    def model_name(self) -> str:
        """What provenance calls the model."""

    def reads(self, abstract: str) -> bool:
        """Return whether the abstract is in a language that the engine reads."""

    def extract(self, paper: Paper) -> Extraction:
        """Return what the abstract of `paper` says."""


@dataclass(frozen=True)
class Answer:
    """A usable 200 and the number of requests that it took.

    Attributes:
        shared: it is a part of the reply to several asks, with a share of the tokens.
        wasted: replies that were paid for on the way.
    """

    reply: Reply
    attempts: int
    shared: bool = False
    wasted: tuple[Reply, ...] = ()


class AskFailed(Exception):  # noqa: N818 - it ends one ask, not the run
    """One paper's ask ended without an answer; the run goes on.

    Attributes:
        state: where the paper ends.
        attempts: requests that were sent for it.
        raw: what came back, if anything did.
    """

    def __init__(self, state: State, message: str, attempts: int, raw: str | None = None) -> None:
        super().__init__(message)
        self.state = state
        self.attempts = attempts
        self.raw = raw


class NotSupported(Exception):  # noqa: N818 - the ask is put in another form and sent again
    """The model or server does not take a field of the request's body.

    Attributes:
        field: the body's field.
        attempts: requests that were sent.
    """

    def __init__(self, field: str, message: str, attempts: int = 1) -> None:
        super().__init__(message)
        self.field = field
        self.attempts = attempts


class Turnstile(Protocol):
    """Lets requests out at a pace that several runs keep together."""

    async def through(self, tokens: int) -> None:
        """Return when a request of so many input tokens may go out.

        Raises:
            ProviderError: another of the runs was told that no ask can succeed.
        """

    def give_back(self, tokens: int) -> None:
        """Return tokens that were not used after all (or take more, when negative)."""


class Asker(Protocol):
    """Sends a request to a model and brings the reply."""

    @property
    def retries(self) -> Counter[str]:
        """Requests that had to be sent again, by cause."""

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`.

        Raises:
            AskFailed: this ask came to nothing.
            NotSupported: it must be put in another form.
            ProviderError: no ask can succeed; the run must stop.
        """

    async def close(self) -> None:
        """Let go of the connections."""
