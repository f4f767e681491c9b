"""Where asks go and with which key: checked once, before anything is sent."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from pipeline.errors import UsageError

OPENAI_ADDRESS = "https://api.openai.com/v1"

_PLACEHOLDER_KEY = "no-key-was-given"  # a local server wants none, the SDK wants something


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible address and the key that may go there and nowhere else."""

    address: str
    key: str = field(repr=False)


def endpoint(address: str, key: str | None) -> Endpoint:
    """Return the endpoint for a base URL as the user wrote it.

    Raises:
        UsageError: the address is no plain http(s) URL, sends a key in the clear to another
            machine, or needs a key that is not there.
    """
    url = address.strip().rstrip("/")
    parts = _split(url)
    # A key read from a file often ends in a newline, which no header can carry.
    clean = (key or "").strip()
    if not clean and not _is_loopback(parts.hostname or ""):
        raise UsageError(f"{url}: no key. Set OPENAI_API_KEY, or name a local server with --base-url.")
    if not clean.isascii() or any(sign.isspace() for sign in clean):
        raise UsageError("OPENAI_API_KEY holds blanks or signs that no key has. Set it anew.")
    if clean and parts.scheme == "http" and not _is_loopback(parts.hostname or ""):
        raise UsageError(f"{url}: plain http would send the key in the clear. Use https.")
    return Endpoint(url, clean or _PLACEHOLDER_KEY)


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port  # reading it is what checks it
    except ValueError as error:
        raise UsageError(f"--base-url {url!r} is no URL ({error}). Write it like {OPENAI_ADDRESS}.") from error
    if parts.scheme not in {"http", "https"} or not host or parts.query or parts.fragment:
        raise UsageError(f"--base-url {url!r} is no http(s) address. Write it like {OPENAI_ADDRESS}.")
    if parts.username or parts.password:
        raise UsageError("--base-url holds a user or password, which would end up in files. Use OPENAI_API_KEY.")
    return parts


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
