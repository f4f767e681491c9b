"""Asking: one request after another for one paper, all papers at one pace."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

import httpx2
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from pipeline.engines.interface import Answer, AskFailed, NotSupported
from pipeline.engines.openai.circuit import Circuit
from pipeline.engines.openai.faults import Nobody, NotThisPaper, RateLimited, TryAgain, fault, refusal_in, root_cause
from pipeline.engines.openai.pace import Limits, Pace
from pipeline.engines.openai.transport import post, sdk_client, sdk_headers, transport
from pipeline.errors import ProviderError
from pipeline.exchange import Reply, Request
from pipeline.failure import State
from pipeline.terminal import inert_line

if TYPE_CHECKING:
    from pipeline.engines.interface import Turnstile
    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.engines.openai.pace import Turn

_PATH = "/chat/completions"
_BYTES_A_TOKEN = 4  # near enough for a reservation; the answer's own count corrects it
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0  # seconds between two tries
_STRANGE_REPLIES = 5  # so many, and no good one before them, are not OpenAI's API
_OUTAGE = 4  # failures in a row, at least
_PROBES, _PROBES_AT_FIRST = 15, 6  # waited for together: ten minutes, one minute
_RAW_KEPT = 2_000


@dataclass(frozen=True)
class Patience:
    """How long, how often and how fast asks are tried.

    Attributes:
        retries: requests beyond the first, for one ask.
        timeout: seconds for one request, all in all.
        concurrency: requests in flight at most.
        limits: requests and tokens a minute.
        gate: keeps a pace that other runs keep too, if there are any.
    """

    retries: int = 5
    timeout: float = 120.0
    concurrency: int = 16
    limits: Limits = field(default_factory=Limits)
    gate: Turnstile | None = None


class OpenAIEngine:
    """Asks one endpoint; tenacity owns the retries, the SDK's own are off.

    Args:
        endpoint: where to, and the key for it.
        patience: how long, how often and how fast.
        http_client: the transport, for tests and other stacks; redirects must be off in it.
    """

    def __init__(self, endpoint: Endpoint, patience: Patience, http_client: httpx2.AsyncClient | None = None) -> None:
        self._endpoint = endpoint
        self._url = httpx2.URL(endpoint.address + _PATH)
        self._patience = patience
        self._wire = http_client or transport(endpoint.address, patience)
        self._client = sdk_client(endpoint, patience, self._wire)
        self._headers = sdk_headers(self._client, self._wire)
        self._extensions = {"timeout": httpx2.Timeout(patience.timeout).as_dict()}
        self._pace = Pace(patience.limits, patience.concurrency, patience.gate)
        self._circuit = Circuit(max(_OUTAGE, 2 * patience.concurrency), _PROBES, _PROBES_AT_FIRST)
        self.retries: Counter[str] = Counter()
        self._succeeded = False
        self._strange = 0
        self._turned_away = 0

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`; see `pipeline.engines.interface.Asker`."""
        attempts, first = 1, None
        try:
            # Most asks need one try; tenacity is handed the first where that failed, and owns what follows.
            try:
                return Answer(await self._passed(request), attempts)
            except TryAgain as error:
                first = error
            async for attempt in self._tries():
                with attempt:
                    if first:
                        failed, first = first, None
                        raise failed
                    attempts += 1
                    return Answer(await self._passed(request), attempts)
        except TryAgain as error:
            raise AskFailed(State.PROVIDER_ERROR, f"{error} ({attempts} tries)", attempts, error.raw) from error
        except NotSupported as error:
            raise NotSupported(error.field, str(error), attempts) from error
        except NotThisPaper as error:
            raise AskFailed(error.state, str(error), attempts, error.raw) from error
        except Nobody as error:
            told = f"{self._endpoint.address} will not answer for model {request.model!r}: {error}. {error.mend}"
            raise ProviderError(told) from error
        raise AssertionError("the tries end by an answer or an error")

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    def _tries(self) -> AsyncRetrying:
        return AsyncRetrying(
            retry=retry_if_exception_type(TryAgain),
            stop=stop_after_attempt(1 + self._patience.retries),
            # Full jitter; what a server asks to wait holds for all workers and is the pace's affair.
            wait=wait_random_exponential(multiplier=_FIRST_WAIT, max=_LONGEST_WAIT),
            before_sleep=self._count,
            reraise=True,
        )

    def _count(self, state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        self.retries[error.cause if isinstance(error, TryAgain) else "other"] += 1

    async def _passed(self, request: Request) -> Reply:
        """Return the reply to `request` from a server that is up, as far as is known."""
        probe = await self._circuit.passage()
        try:
            reply = await self._try(request)
        except TryAgain as error:
            self._circuit.failed(str(error), probe=probe)
            raise
        except (NotThisPaper, NotSupported):
            self._circuit.worked()
            raise
        self._circuit.worked()
        return reply

    async def _try(self, request: Request) -> Reply:
        async with self._pace.turn(len(request.payload) // _BYTES_A_TOKEN) as turn:
            try:
                response = await self._send(request)
            except (httpx2.TimeoutException, TimeoutError) as error:
                raise TryAgain("timeout", f"no answer within {self._patience.timeout:g} s") from error
            except (httpx2.RequestError, OSError) as error:
                self._unconnected(error)
            if not response.is_success:
                self._refused(response, turn)
            return self._read(response, turn)

    async def _send(self, request: Request) -> httpx2.Response:
        """Send what the SDK's `post` sends, by its transport: `post` merges all headers anew, for as long again."""
        sent = post(self._url, self._headers, request.payload, self._extensions)
        # The whole request has a deadline: a body that trickles would outlive a read timeout.
        async with asyncio.timeout(self._patience.timeout):
            return await self._wire.send(sent)

    def _read(self, response: httpx2.Response, turn: Turn) -> Reply:
        reply = Reply(self._endpoint.without_key(response.content))
        try:
            usage = reply.completion.usage
        except ValueError as error:
            self._strange += 1
            if not self._succeeded and self._strange >= _STRANGE_REPLIES:
                raise Nobody(f"{self._strange} replies are not OpenAI's: {error}", "Check --base-url.") from error
            raise TryAgain(
                "no completion", str(error), raw=reply.raw.decode(errors="backslashreplace")[:_RAW_KEPT]
            ) from error
        self._succeeded = True
        self._pace.answered(turn, response.headers, usage.input)
        return reply

    def _refused(self, response: httpx2.Response, turn: Turn) -> NoReturn:
        found = fault(refusal_in(response, self._endpoint.without_key(response.content)))
        if isinstance(found, RateLimited):
            self._pace.limited(turn, response.headers, found.wait)
        elif isinstance(found, TryAgain):
            self._pace.pause(found.wait)
        raise found

    def _unconnected(self, error: httpx2.RequestError | OSError) -> NoReturn:
        cause = root_cause(error)
        told = f"no connection: {inert_line(str(cause)) or type(cause).__name__}"
        if not self._succeeded and isinstance(cause, ssl.SSLError | socket.gaierror):
            raise Nobody(told, "Check --base-url.") from error
        self._turned_away += isinstance(cause, ConnectionRefusedError)
        if not self._succeeded and self._turned_away >= _STRANGE_REPLIES:
            raise Nobody(told, "Is the server up, and --base-url right?") from error
        raise TryAgain("no connection", told) from error
