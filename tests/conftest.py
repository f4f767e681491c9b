"""What no test may touch: the network, the real home, the real cache, real keys."""

import socket

import httpx2
import pytest
from hypothesis import settings

from pipeline.engines.openai.engine import Patience

# How long an example takes is the machine's affair: no test asserts a time.
settings.register_profile("claimsheet", deadline=None)
settings.load_profile("claimsheet")

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def httpx2_transport(_address: str, patience: Patience, _largest: int = 0) -> httpx2.AsyncClient:
    """Return the transport that respx can mock."""
    return httpx2.AsyncClient(follow_redirects=False, timeout=patience.timeout)


@pytest.fixture(autouse=True)
def sealed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Seal a test off: an empty home, a cache of its own, no settings, no host but this one."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CLAIMSHEET_CACHE_DIR", str(home / "answers"))
    # The wire is mocked below httpx2; over aiohttp a request would pass the mock by.
    for asker in ("engine", "batches"):
        monkeypatch.setattr(f"pipeline.engines.openai.{asker}.transport", httpx2_transport)
    connect = socket.socket.connect

    def loopback_only(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and address[0] not in _LOOPBACK:
            raise AssertionError(f"a test reached out to {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", loopback_only)
