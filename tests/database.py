"""A PostgreSQL server of the tests' own: a child process in a temporary folder, on a loopback port."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD = "s3cret-of-the-tests"  # noqa: S105 - of a server that lives for a minute
_DEBIAN = Path("/usr/lib/postgresql")
_PATIENCE = 60
_QUICK = "shared_buffers=16MB", "max_connections=20", "listen_addresses=127.0.0.1", "unix_socket_directories="


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; null where it is not installed."""
    there = sorted(_DEBIAN.glob("*/bin/pg_ctl"), reverse=True)
    found = there[0] if there else shutil.which("pg_ctl")
    return Path(found).parent if found else None


@dataclass
class Server:
    """A server that runs.

    Attributes:
        folder: of its data.
        port: on 127.0.0.1.
        user: null, or whom it runs as, since it refuses to run as root.
    """

    folder: Path
    port: int
    user: str | None
    _databases: Iterator[int] = field(default_factory=count)

    def url(self, database: str, password: str = PASSWORD) -> str:
        """Return the address of a database."""
        return f"postgresql://claimsheet:{password}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make a database and return its address."""
        name = f"d{next(self._databases)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "claimsheet", name)
        return self.url(name)

    def start(self, *settings: str) -> None:
        """Start it, with further settings."""
        options = " ".join(f"-c {setting}" for setting in (*_QUICK, f"port={self.port}", *settings))
        self._run("pg_ctl", "-D", self.folder, "-w", "-t", _PATIENCE, "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop it as a crash does: nothing is flushed that was not."""
        self._run("pg_ctl", "-D", self.folder, "-w", "-m", "immediate", "stop")

    def make(self) -> None:
        """Lay out its data."""
        secret = self.folder.with_suffix(".password")
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        how = ("-U", "claimsheet", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
        self._run("initdb", "-D", self.folder, *how, f"--pwfile={secret}")
        secret.unlink()

    def _run(self, program: str, *arguments: object) -> None:
        folder = programs()
        assert folder is not None
        line = [str(folder / program), *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"], "PGPASSWORD": PASSWORD, "LC_ALL": "C"}
        done = subprocess.run(
            line,
            user=self.user,
            env=environment,
            cwd="/",
            check=False,
            timeout=2 * _PATIENCE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip - its output would be held open by the server
        assert done.returncode == 0, f"{line} ended with {done.returncode}"


@contextmanager
def running() -> Iterator[Server]:
    """Run a server while the block does."""
    with tempfile.TemporaryDirectory(prefix="claimsheet-db-") as place, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        user = "postgres" if os.getuid() == 0 else None
        if user:
            owner = pwd.getpwnam(user)
            os.chown(place, owner.pw_uid, owner.pw_gid)
        server = Server(Path(place) / "data", port, user)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
