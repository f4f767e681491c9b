"""The engine that asks any OpenAI-compatible server, through Chat Completions."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2
from openai import APIConnectionError, APIStatusError, APITimeoutError, AsyncOpenAI
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from pipeline.completion import completion
from pipeline.engines.interface import Answer, AskFailed
from pipeline.engines.openai.faults import Nobody, NotThisPaper, Refusal, TryAgain, fault
from pipeline.errors import ProviderError
from pipeline.exchange import Reply, Request
from pipeline.failure import State

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pipeline.engines.openai.endpoint import Endpoint

_PATH = "/chat/completions"
_HEADERS = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Patience:
    """How long and how often an ask is tried.

    Attributes:
        retries: requests beyond the first.
        timeout: seconds for one request, all in all.
        longest_wait: seconds between two tries, where the server asks for no more.
    """

    retries: int = 5
    timeout: float = 120.0
    longest_wait: float = 60.0


class OpenAIEngine:
    """Asks one endpoint; tenacity owns the retries, the SDK's own are off.

    Args:
        endpoint: where to, and the key for it.
        patience: how long and how often.
        http_client: the transport, for tests and other stacks; redirects must be off in it.
        sleep: how to wait, in seconds.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        patience: Patience,
        http_client: httpx2.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._endpoint = endpoint
        self._patience = patience
        self._client = AsyncOpenAI(
            api_key=endpoint.key,
            base_url=endpoint.address,
            max_retries=0,
            timeout=patience.timeout,
            # Redirects stay off: an abstract and a key go to the address that was chosen only.
            http_client=http_client
            or httpx2.AsyncClient(follow_redirects=False, limits=httpx2.Limits(max_connections=None)),
        )
        self._sleep = sleep

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`; see `pipeline.engines.interface.Asker`."""
        attempts = 0
        try:
            async for attempt in self._loop():
                with attempt:
                    attempts = attempt.retry_state.attempt_number
                    return Answer(await self._send(request), attempts)
        except TryAgain as error:
            raise AskFailed(State.PROVIDER_ERROR, f"{error} ({attempts} tries)", attempts, error.raw) from error
        except NotThisPaper as error:
            raise AskFailed(error.state, str(error), attempts, error.raw) from error
        except Nobody as error:
            raise ProviderError(
                f"{self._endpoint.address} will not answer for model {request.model!r}: {error}. {error.mend}"
            ) from error
        raise AssertionError("the retry loop ends by an answer or an error")

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    def _loop(self) -> AsyncRetrying:
        return AsyncRetrying(
            retry=retry_if_exception_type(TryAgain),
            stop=stop_after_attempt(1 + self._patience.retries),
            wait=self._wait,
            sleep=self._sleep,
            reraise=True,
        )

    def _wait(self, state: RetryCallState) -> float:
        # Full jitter on top of what the server asked for, so that workers do not wake as one.
        asked = error.wait if state.outcome and isinstance(error := state.outcome.exception(), TryAgain) else 0.0
        return asked + wait_random_exponential(multiplier=0.5, max=self._patience.longest_wait)(state)

    async def _send(self, request: Request) -> Reply:
        try:
            async with asyncio.timeout(self._patience.timeout):
                response = await self._client.post(
                    _PATH, cast_to=httpx2.Response, content=request.payload, options={"headers": _HEADERS}
                )
        except (APITimeoutError, TimeoutError) as error:
            raise TryAgain(f"no answer within {self._patience.timeout:g} s") from error
        except APIConnectionError as error:
            raise TryAgain(f"no connection: {error.__cause__ or error}") from error
        except APIStatusError as error:
            raise fault(_refusal(error.response)) from error
        reply = Reply(response.content)
        try:
            completion(reply)
        except ValueError as error:
            raise TryAgain(str(error), raw=response.text[:2000]) from error
        return reply


def _refusal(response: httpx2.Response) -> Refusal:
    try:
        body: Any = json.loads(response.content)
    except ValueError:
        body = None
    return Refusal(response.status_code, response.headers, response.text, body)
