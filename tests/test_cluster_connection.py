"""Which cluster a run joins, told without Ray: a stand-in notes what it would have been asked."""

from __future__ import annotations

import socket
import sys
from types import SimpleNamespace

import pytest

from pipeline.cluster.connection import connected
from pipeline.errors import MachineError, UsageError

NOBODY = "127.0.0.1:9"


@pytest.fixture
def joined(monkeypatch, tmp_path):
    """Return the addresses that Ray is given; what `ray start` notes would be under `tmp_path`."""
    addresses = []
    ray = SimpleNamespace(
        init=lambda address, **_: addresses.append(address),
        cluster_resources=lambda: {"CPU": 2.0},
        shutdown=lambda: None,
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ENABLE_UV_RUN_RUNTIME_ENV", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"):
        monkeypatch.setenv(name, "as before")  # and so it is put back
    return addresses


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def noted(folder, address):
    (folder / "ray").mkdir()
    (folder / "ray/ray_current_cluster").write_bytes(address)


def test_where_no_cluster_is_at_hand_one_is_started(joined):
    with connected("auto") as cores:
        assert cores == 2
    assert joined == ["local"]


def test_the_cluster_that_ray_start_noted_is_joined(joined, tmp_path, listening):
    noted(tmp_path, f"{listening}\n".encode())
    with connected("auto"):
        assert joined == [listening]


@pytest.mark.parametrize("left", [NOBODY.encode(), b"", b"\xff\xfe", b"no address"])
def test_what_a_dead_cluster_left_is_told_and_one_is_started(joined, tmp_path, left, caplog):
    noted(tmp_path, left)
    with connected("auto"):
        assert joined == ["local"]
    assert "ray_current_cluster names no cluster to join" in caplog.text


@pytest.mark.parametrize("named", ["auto", "local", ""])
def test_ray_s_own_words_for_no_cluster_start_one(joined, monkeypatch, named):
    monkeypatch.setenv("RAY_ADDRESS", named)
    with connected("auto"):
        assert joined == ["local"]


@pytest.mark.parametrize("way", ["option", "variable"])
@pytest.mark.parametrize(
    ("address", "error"), [(NOBODY, MachineError), ("ray://127.0.0.1:9", UsageError), ("here", UsageError)]
)
def test_a_cluster_that_was_named_and_is_not_there_is_not_waited_for(joined, monkeypatch, way, address, error):
    monkeypatch.setenv("RAY_ADDRESS", address if way == "variable" else "")
    with pytest.raises(error), connected("auto" if way == "variable" else address):
        raise AssertionError
    assert joined == []
