"""How bytes travel: straight to the host that was chosen, and with no reply beyond a bound.

Over aiohttp, which takes half the processor time of the SDK's default.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
import httpx2

from pipeline.engines.openai.bounded import bind, read
from pipeline.engines.openai.sdk import AsyncOpenAI, DefaultAioHttpClient
from pipeline.errors import UsageError
from pipeline.hosts import is_loopback

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.engines.openai.endpoint import Endpoint
    from pipeline.engines.openai.engine import Patience

_OPENAI = "api.openai.com"

UNPACKED = {"Accept-Encoding": "identity"}
"""A packed reply grows while it is unpacked, and saves nothing where hundreds of tokens take seconds."""

LARGEST = 16 * 2**20
"""Bytes of a reply; the largest answer that a model gives has a few hundred thousand."""


def transport(address: str, patience: Patience, largest: int = LARGEST) -> httpx2.AsyncClient:
    """Return a client for the base URL `address` with as many connections as there are asks in flight.

    Args:
        address: the base URL.
        patience: how many connections, and how long they may take.
        largest: bytes of a reply, at most.

    Raises:
        UsageError: a proxy or a file of certificates that the environment names cannot be used.
    """
    where = urlsplit(address)
    host, stays = where.hostname or "", is_loopback(where.hostname or "")
    # What stays on this machine goes through no proxy that the environment names: that would be another host.
    direct = {f"all://[{host}]" if ":" in host else f"all://{host}": None} if stays else None
    # Nothing is encrypted on that way, so no authorities are read, which takes a tenth of a second: nobody is trusted.
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if stays and where.scheme == "http" else True
    with environment_told():
        return _Client(
            largest,
            # Redirects stay off: an abstract and a key go to the address that was chosen, and to no other.
            follow_redirects=False,
            mounts=direct,
            verify=trusted,
            limits=httpx2.Limits(max_connections=patience.concurrency, max_keepalive_connections=patience.concurrency),
            timeout=patience.timeout,
            headers=UNPACKED,
        )


@contextmanager
def environment_told() -> Iterator[None]:
    """Tell what a client cannot be made with, of what the environment names, as the user's to mend.

    Raises:
        UsageError: a proxy or a file of certificates cannot be used.
    """
    try:
        yield
    except (httpx2.InvalidURL, ValueError) as error:
        # What is wrong with it is not shown: a proxy's address may hold a password.
        raise UsageError(
            "a proxy of the environment cannot be used: mend HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, written "
            "http://HOST:PORT, or unset it."
        ) from error
    except OSError as error:
        raise UsageError(
            f"the certificates that the environment names cannot be read ({error}): "
            "mend SSL_CERT_FILE or SSL_CERT_DIR, or unset it."
        ) from error


def sdk_client(endpoint: Endpoint, patience: Patience, http_client: httpx2.AsyncClient) -> AsyncOpenAI:
    """Return the SDK's client for `endpoint` over `http_client`; its own retries are off, tenacity owns them."""
    client = AsyncOpenAI(
        api_key=endpoint.key,
        base_url=endpoint.address,
        max_retries=0,
        timeout=patience.timeout,
        http_client=http_client,
    )
    if urlsplit(endpoint.address).hostname != _OPENAI:
        # The SDK reads them from OPENAI_ORG_ID and OPENAI_PROJECT_ID, and would tell them to any host.
        client.organization = client.project = None
    return client


def sdk_headers(client: AsyncOpenAI, http_client: httpx2.AsyncClient) -> httpx2.Headers:
    """Return what the SDK's `client` sends over `http_client` above each body of JSON: the host, the key, who it is."""
    told = {"Host": client.base_url.netloc.decode("ascii"), **client.default_headers, **client.auth_headers}
    headers = http_client.headers.copy()
    headers.update({name: value for name, value in told.items() if isinstance(value, str)})
    return headers


def post(url: httpx2.URL, headers: httpx2.Headers, content: bytes, extensions: Mapping[str, Any]) -> httpx2.Request:
    """Return the request that httpx2 makes of `content`, whose `headers` want for nothing but its length.

    It goes through all of them six times where it is given the content alone, and takes three times as long.
    """
    request = httpx2.Request("POST", url, headers=headers, stream=httpx2.ByteStream(content), extensions=extensions)
    request.headers.encoding = headers.encoding
    request.headers["Content-Length"] = str(len(content))
    request.read()
    return request


class _Client(DefaultAioHttpClient):
    """Reads no reply beyond a bound, and tells each fault of the wire as what it is.

    The SDK's bridge to aiohttp calls a reset a timeout.
    """

    def __init__(self, largest: int, **options: Any) -> None:  # noqa: ANN401 - the SDK's own
        super().__init__(event_hooks={"response": [self._bind]}, **options)
        self._largest = largest

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:  # noqa: ANN401 - the SDK's own
        try:
            return await (super().send(request, **options) if options else self._straight(request))
        except httpx2.TimeoutException as error:
            if isinstance(error.__cause__, TimeoutError):
                raise
            raise httpx2.ReadError(str(error)) from error.__cause__
        except aiohttp.ClientError as error:
            raise httpx2.RemoteProtocolError(str(error)) from error

    async def _straight(self, request: httpx2.Request) -> httpx2.Response:
        """Return the reply to an ask as `send` would, past what it has no use for: cookies, redirects, sessions."""
        response = await self._transport_for_url(request.url).handle_async_request(request)
        await read(response, self._largest)
        return response

    async def _bind(self, response: httpx2.Response) -> None:
        bind(response, self._largest)
