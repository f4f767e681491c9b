import asyncio

import pytest

from pipeline.engines.openai.catalog import _client, served_models
from pipeline.engines.openai.endpoint import endpoint
from pipeline.engines.openai.faults import Nobody
from pipeline.engines.openai.transport import LARGEST

ADDRESS = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("address", "proxied"),
    [
        (ADDRESS, False),
        ("http://localhost/v1", False),
        ("http://[::1]/v1", False),
        ("https://a.example/v1", True),
    ],
)
def test_what_is_meant_for_this_machine_goes_through_no_proxy(monkeypatch, address, proxied):
    monkeypatch.setenv("ALL_PROXY", "http://proxy.example:3128")
    assert any(_client(endpoint(address, "a-key"), 1)._mounts.values()) == proxied


def test_a_redirect_is_not_followed_and_is_no_list(httpx2_mock):
    route = httpx2_mock.get(f"{ADDRESS}/models")
    route.respond(307, headers={"location": "http://elsewhere.example/v1/models"})
    assert asyncio.run(served_models(endpoint(ADDRESS, "a-key"), 5)) is None
    assert route.calls.last.request.headers["authorization"] == "Bearer a-key"


def test_a_list_beyond_all_bounds_is_no_connection(httpx2_mock):
    route = httpx2_mock.get(f"{ADDRESS}/models").respond(content=b" " * (LARGEST + 1))
    with pytest.raises(Nobody, match="larger than"):
        asyncio.run(served_models(endpoint(ADDRESS, "a-key"), 5))
    assert route.calls.last.request.headers["accept-encoding"] == "identity"
