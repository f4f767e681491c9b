"""Which models a server says that it serves."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2

from pipeline.engines.openai.bounded import bind
from pipeline.engines.openai.faults import Nobody
from pipeline.engines.openai.transport import LARGEST, UNPACKED, environment_told
from pipeline.hosts import is_loopback

if TYPE_CHECKING:
    from pipeline.engines.openai.endpoint import Endpoint

_MEND = "Is the server up, and --base-url right?"


async def served_models(endpoint: Endpoint, seconds: float) -> frozenset[str] | None:
    """Return the names of the models that `endpoint` lists; null where what it answers is no list.

    Args:
        endpoint: where to ask, once; a redirect is not followed.
        seconds: for the answer, all in all.

    Raises:
        Nobody: nothing answers there.
        UsageError: a proxy or a file of certificates that the environment names cannot be used.
    """
    headers = {"Authorization": f"Bearer {endpoint.key}"}
    try:
        async with asyncio.timeout(seconds), _client(endpoint, seconds) as client:
            response = await client.get(f"{endpoint.address}/models", headers=headers)
    except (TimeoutError, httpx2.TimeoutException) as error:
        raise Nobody(f"no answer within {seconds:g} s", _MEND) from error
    except httpx2.HTTPError as error:
        raise Nobody(f"no connection: {error}", _MEND) from error
    # A key that may ask need not be one that may list: whether it is refused, the first ask tells.
    return _names(response.content) if response.is_success else None


def _client(endpoint: Endpoint, seconds: float) -> httpx2.AsyncClient:
    # A proxy of the environment is another machine: what is meant for this one must not go through it.
    beyond = not is_loopback(urlsplit(endpoint.address).hostname or "")
    bound = {"response": [_bind]}
    with environment_told():
        return httpx2.AsyncClient(
            follow_redirects=False, trust_env=beyond, timeout=seconds, headers=UNPACKED, event_hooks=bound
        )


async def _bind(response: httpx2.Response) -> None:
    bind(response, LARGEST)


def _names(content: bytes) -> frozenset[str] | None:
    try:
        listed: Any = json.loads(content)["data"]
        return frozenset(str(model["id"]) for model in listed)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
