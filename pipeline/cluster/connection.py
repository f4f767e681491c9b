"""The door to Ray: connecting to a cluster, or to one that is started for the run on this machine."""

from __future__ import annotations

import logging
import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.errors import MachineError, UsageError

_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # no word of a run leaves for anybody
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # under `uv run` Ray would send the working folder to all machines
}
_LOOPBACK_ONLY = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What makes Ray serve this machine alone; the name is older than what it does."""
_AUTO, _LOCAL = "auto", "local"
_log = logging.getLogger("claimsheet")
_PATIENCE = 10.0  # seconds for a cluster to answer; Ray itself would try for many minutes


@contextmanager
def connected(address: str) -> Iterator[int]:
    """Be connected to the cluster at `address` while the block runs; give the number of its cores.

    Args:
        address: `HOST:PORT`, or `auto`: the cluster that RAY_ADDRESS names or `ray start` began on this machine, else
            one that is started on loopback for the block alone.

    Raises:
        UsageError: the address is none that Ray Data can use.
        MachineError: there is no such cluster, or it has no cores.
    """
    there = _at_hand() if address == _AUTO else _that_answers(address)
    os.environ.update(_QUIET | ({} if there else _LOOPBACK_ONLY))
    import ray  # noqa: PLC0415 - heavy, and it reads its settings now

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        _connect(there or _LOCAL)
        for number, handler in handlers.items():  # Ray leaves the process at a SIGTERM; a run ends in its own way
            signal.signal(number, handler)
        cores = int(ray.cluster_resources().get("CPU", 0))
        if not cores:
            raise MachineError(f"the Ray cluster at {address} has no cores to work with.")
        yield cores
    finally:
        ray.shutdown()


def _at_hand() -> str | None:
    """Return the address of the cluster that is at hand; null where there is none.

    `ray start` notes its address in a file, which one that was killed leaves behind.
    """
    named = os.environ.get("RAY_ADDRESS", "")
    if named not in {"", _AUTO, _LOCAL}:
        return _that_answers(named)
    noted = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir()) / "ray/ray_current_cluster"
    try:
        return _that_answers(noted.read_text(encoding="utf-8").strip())
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, UsageError, MachineError) as error:
        _log.warning("%s names no cluster to join: %s One is started on this machine.", noted, error)
        return None


def _that_answers(address: str) -> str:
    """Return the address, if something listens there."""
    try:
        parts = urlsplit(f"//{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise UsageError(f"--ray {address!r}: write HOST:PORT of a cluster that this machine belongs to, or auto.")
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except OSError as error:
        raise MachineError(f"no Ray cluster answers at {address} ({error.strerror or error}).") from error
    return address


def _connect(address: str) -> None:
    import ray  # noqa: PLC0415 - as above

    mine = {"include_dashboard": False} if address == _LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, configure_logging=False, **mine)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise MachineError(f"the Ray cluster {address} cannot be used: {error}") from error
