"""The Batch API on the wire: files up and down, batches made, seen and cancelled."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

import httpx2
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from pipeline.engines.batching import Job, JobGoneError, UnreachableError
from pipeline.engines.interface import NotSupported
from pipeline.engines.openai.faults import Nobody, NotThisPaper, TryAgain, fault, refusal_in, root_cause
from pipeline.engines.openai.sdk import APIConnectionError, APIStatusError, APITimeoutError
from pipeline.engines.openai.transport import sdk_client, transport
from pipeline.errors import ProviderError
from pipeline.exchange import canonical
from pipeline.terminal import inert_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping
    from pathlib import Path

    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.engines.openai.engine import Patience

_MARK = "claimsheet"
_ENDPOINT = "/v1/chat/completions"
_WINDOW = "24h"
_JSON = {"Content-Type": "application/json"}
_MULTIPART = {"Content-Type": "multipart/form-data"}
_TRANSFER = 1800.0  # seconds for one file, all in all: 200 MB at a tenth of a megabyte a second
_LARGEST = 2**31  # bytes of a file of results: ten times what may be asked in one
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0
_A_PAGE, _MOST_PAGES = 100, 1000
_NOT_FOUND = 404

_T = TypeVar("_T")


class _Missing(Nobody):
    """What was asked for by its name is not there."""


class OpenAIBatches:
    """Speaks with one endpoint; see `pipeline.engines.batching.BatchService`.

    Args:
        endpoint: where to, and the key for it.
        patience: how long and how often; the transfer of a file may take longer.
        http_client: the transport, for tests and other stacks; redirects must be off in it.
    """

    def __init__(self, endpoint: Endpoint, patience: Patience, http_client: httpx2.AsyncClient | None = None) -> None:
        self._endpoint = endpoint
        self._patience = patience
        wire = http_client or transport(endpoint.address, patience, _LARGEST)
        self._client = sdk_client(endpoint, patience, wire)

    async def upload(self, name: str, content: Path) -> str:
        """Hand in the asks in the file `content` and return the service's name for them."""

        async def send() -> str:
            with content.open("rb") as rows:
                asked = self._client.post(
                    "/files",
                    cast_to=httpx2.Response,
                    body={"purpose": "batch"},
                    files=[("file", (f"{name}.jsonl", rows, "application/jsonl"))],
                    options={"headers": _MULTIPART},
                )
                return _text(await self._json(asked, _TRANSFER), "id")

        return await self._persist(send)

    async def create(self, file: str, mark: str) -> Job:
        """Start one batch of an uploaded file; when an answer is lost it is not started twice."""
        body = {
            "input_file_id": file,
            "endpoint": _ENDPOINT,
            "completion_window": _WINDOW,
            "metadata": {_MARK: mark},
        }
        tries = 0

        async def send() -> Job:
            nonlocal tries
            tries += 1
            # The try before may have been served although its answer was lost: a second batch would be paid for too.
            found = await self._found({mark}) if tries > 1 else {}
            return found.get(mark) or _job(await self._post("/batches", body))

        return await self._persist(send)

    async def find(self, marks: Collection[str]) -> Mapping[str, Job]:
        """Return the batches that carry one of `marks`."""
        return await self._persist(lambda: self._found(marks))

    async def job(self, batch_id: str) -> Job:
        """Return how a batch stands."""
        return await self._persist(lambda: self._seen(f"/batches/{quote(batch_id, safe='')}"))

    async def cancel(self, batch_id: str) -> Job:
        """Ask for an end of a batch; what it has done by then can still be fetched."""

        async def send() -> Job:
            return _job(await self._post(f"/batches/{quote(batch_id, safe='')}/cancel", {}))

        return await self._persist(send)

    async def fetch(self, file: str, into: Path) -> None:
        """Bring a file of results, without the key should the server echo it."""
        await self._persist(lambda: self._fetched(file, into))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def _found(self, marks: Collection[str]) -> dict[str, Job]:
        found: dict[str, Job] = {}
        after = ""
        for _ in range(_MOST_PAGES):
            page = await self._get(f"/batches?limit={_A_PAGE}{after}")
            jobs = [_job(told) for told in page.get("data") or ()]
            found |= {job.mark: job for job in jobs if job.mark in marks and job.mark is not None}
            last = f"&after={quote(jobs[-1].id, safe='')}" if jobs else after
            if len(found) == len(marks) or not page.get("has_more") or last == after:
                break
            after = last
        return found

    async def _seen(self, path: str) -> Job:
        return _job(await self._get(path))

    async def _get(self, path: str) -> dict[str, Any]:
        return await self._json(self._client.get(path, cast_to=httpx2.Response), self._patience.timeout)

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        asked = self._client.post(path, cast_to=httpx2.Response, content=canonical(body), options={"headers": _JSON})
        return await self._json(asked, self._patience.timeout)

    async def _fetched(self, file: str, into: Path) -> None:
        content = self._client.files.with_streaming_response.content(file)
        with into.open("wb") as target:
            async with _Faults(self._endpoint), asyncio.timeout(_TRANSFER), content as response:
                rest = b""
                async for piece in response.iter_bytes():
                    # By whole lines, since a key could stand across two pieces.
                    *rows, rest = (rest + piece).split(b"\n")
                    target.writelines(self._endpoint.without_key(row) + b"\n" for row in rows)
            target.write(self._endpoint.without_key(rest))

    async def _json(self, asked: Awaitable[httpx2.Response], seconds: float) -> dict[str, Any]:
        async with _Faults(self._endpoint), asyncio.timeout(seconds):
            content = self._endpoint.without_key((await asked).content)
        try:
            told = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise TryAgain("no batch", "the reply of the server is not JSON") from error
        if not isinstance(told, dict):
            raise TryAgain("no batch", "the reply of the server is no JSON object")
        return told

    async def _persist(self, send: Callable[[], Awaitable[_T]]) -> _T:
        """Return what `send` comes to, tried again where its fault may pass."""
        try:
            async for attempt in self._tries():
                with attempt:
                    return await send()
        except TryAgain as error:
            raise UnreachableError(
                f"{self._endpoint.address} does not answer about batches: {error}. The same command goes on from here."
            ) from error
        except Nobody as error:
            kind = JobGoneError if isinstance(error, _Missing) else ProviderError
            raise kind(f"{self._endpoint.address} will not do this with batches: {error}. {error.mend}") from error
        except (NotThisPaper, NotSupported) as error:
            raise ProviderError(f"{self._endpoint.address} will not take this batch: {error}.") from error
        raise AssertionError("the tries end by an answer or an error")

    def _tries(self) -> AsyncRetrying:
        return AsyncRetrying(
            retry=retry_if_exception_type(TryAgain),
            stop=stop_after_attempt(1 + self._patience.retries),
            wait=_wait,
            reraise=True,
        )


_jitter = wait_random_exponential(multiplier=_FIRST_WAIT, max=_LONGEST_WAIT)


def _wait(state: RetryCallState) -> float:
    """Return how long to wait for the next try: at least as long as the server asked."""
    error = state.outcome.exception() if state.outcome else None
    return _jitter(state) + (error.wait if isinstance(error, TryAgain) else 0.0)


class _Faults:
    """Turns what the SDK raises in its block into what it means; see `pipeline.engines.openai.faults`."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    async def __aenter__(self) -> None:
        """Begin."""

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Raise the meaning of `error`, if it is one of the wire."""
        if isinstance(error, APIStatusError):
            content = self._endpoint.without_key(await error.response.aread())
            told = refusal_in(error.response, content)
            found = fault(told)
            raise _Missing(str(told), "Check --base-url.") if told.status == _NOT_FOUND else found from error
        if isinstance(error, APITimeoutError | TimeoutError | httpx2.TimeoutException):
            raise TryAgain("timeout", "no answer in time") from error
        if isinstance(error, APIConnectionError | httpx2.TransportError):
            cause = root_cause(error)
            reason = inert_line(str(cause)) or type(cause).__name__
            raise TryAgain("no connection", f"no connection: {reason}") from error


def _job(told: dict[str, Any]) -> Job:
    counts, metadata = _dict(told, "request_counts"), _dict(told, "metadata")
    faults = _dict(told, "errors").get("data") or ()
    files = (told.get("output_file_id"), told.get("error_file_id"))
    return Job(
        id=_text(told, "id"),
        status=_text(told, "status"),
        mark=metadata.get(_MARK),
        total=_count(counts, "total"),
        completed=_count(counts, "completed"),
        failed=_count(counts, "failed"),
        result_files=tuple(file for file in files if isinstance(file, str) and file),
        faults=tuple((str(error.get("code")), str(error.get("message"))) for error in faults),
    )


def _dict(told: dict[str, Any], name: str) -> dict[str, Any]:
    value = told.get(name)
    return value if isinstance(value, dict) else {}


def _count(told: dict[str, Any], name: str) -> int:
    value = told.get(name)
    return value if isinstance(value, int) else 0


def _text(told: dict[str, Any], name: str) -> str:
    value = told.get(name)
    if not isinstance(value, str) or not value:
        raise TryAgain("no batch", f"the reply of the server has no {name!r}")
    return value
