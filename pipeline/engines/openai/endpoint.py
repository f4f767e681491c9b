"""Where asks go and with which key: checked once, before anything is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import SplitResult, urlsplit

from pipeline.errors import UsageError
from pipeline.hosts import is_loopback

_EXAMPLE = "https://api.openai.com/v1"
_SECRET_LENGTH = 12
_IN_NO_KEY = frozenset(" \"'`")
_PLACEHOLDER_KEY = "no-key-was-given"  # a local server wants none, the SDK wants something


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible address and the key that may go there and nowhere else."""

    address: str
    key: str = field(repr=False)

    def without_key(self, content: bytes) -> bytes:
        """Return what a server sent without the key, which some servers echo, as it is or escaped as JSON allows.

        Where a server wants no secret, people write a word (`EMPTY`, `ollama`): an answer may well hold that.
        """
        if len(self.key) < _SECRET_LENGTH:
            return content
        return self._written.sub(b"[key]", content)

    @cached_property
    def _written(self) -> re.Pattern[bytes]:
        """The key as JSON may write it: each sign plain, behind a backslash, or by its number (`u002B` behind one)."""
        signs = (rf"(?:\\?{re.escape(sign)}|\\u(?i:{ord(sign):04x}))" for sign in self.key)
        return re.compile("".join(signs).encode())


@dataclass(frozen=True)
class Reach:
    """How far a run may reach.

    Attributes:
        allow_http: let a key and abstracts go to another machine in the clear.
        private: let nothing leave this machine, for papers under review.
    """

    allow_http: bool = False
    private: bool = False


def endpoint(
    address: str, key: str | None, key_variable: str = "OPENAI_API_KEY", reach: Reach | None = None
) -> Endpoint:
    """Return the endpoint for a base URL as the user wrote it.

    Raises:
        UsageError: the address is no plain http(s) URL, lies beyond the `reach`, or needs a key that is not there.
    """
    url = address.strip().rstrip("/")
    parts = _split(url)
    # A key read from a file often ends in a newline, which no header can carry.
    clean = (key or "").strip()
    if not clean.isascii() or not clean.isprintable() or _IN_NO_KEY & set(clean):
        raise UsageError(f"{key_variable} holds blanks, quotes or signs that no key has. Set it anew.")
    if not is_loopback(parts.hostname or ""):
        _check_reach(url, parts.scheme, reach or Reach())
        if not clean:
            raise UsageError(f"{url}: no key. Set {key_variable}, or name a local server with --base-url.")
    return Endpoint(url, clean or _PLACEHOLDER_KEY)


def _check_reach(url: str, scheme: str, reach: Reach) -> None:
    if reach.private:
        raise UsageError(f"{url}: --private lets no abstract leave this machine. Name a local server with --base-url.")
    if scheme == "http" and not reach.allow_http:
        raise UsageError(f"{url}: plain http would send the key in the clear. Use https, or pass --allow-http.")


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port  # reading it is what checks it
    except ValueError as error:
        raise UsageError(f"--base-url {url!r} is no URL ({error}). Write it like {_EXAMPLE}.") from error
    if parts.username or parts.password or parts.query or parts.fragment:
        # Any of them may be a secret, so none is shown.
        raise UsageError(
            f"--base-url holds a user, a password or something behind a ? or #, which would end up in files. Write it "
            f"like {_EXAMPLE}, and put a key into OPENAI_API_KEY."
        )
    if parts.scheme not in {"http", "https"} or not host:
        raise UsageError(f"--base-url {url!r} is no http(s) address. Write it like {_EXAMPLE}.")
    return parts
