"""Answers in a PostgreSQL database, which many machines share.

PostgreSQL rather than Redis: a commit there is on disk when it returns, by default and by the client's own word
(`synchronous_commit`), and nothing is ever evicted; a Redis keeps both promises only as its owner set it up.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from pipeline.errors import MachineError, UsageError
from pipeline.recall.interface import Row

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    import psycopg

_SCHEMES = {"postgresql", "postgres"}
_WITHIN = 10  # seconds for a connection
_LONGEST = 60_000  # milliseconds for a statement, and for the network to answer
_TABLE = """
    CREATE TABLE IF NOT EXISTS claimsheet_answers (
        key text COLLATE "C" PRIMARY KEY,
        value bytea NOT NULL,
        about text,
        kept_at timestamptz NOT NULL
    )
"""
_GET = "SELECT key, value FROM claimsheet_answers WHERE key = ANY(%s)"
_PUT = """
    INSERT INTO claimsheet_answers VALUES (%s, %s, %s, clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, about = excluded.about, kept_at = excluded.kept_at
"""
# Rows are locked in one order by all, so that no two processes ever wait for one another.
_DROP = """
    DELETE FROM claimsheet_answers WHERE key IN
        (SELECT key FROM claimsheet_answers WHERE key = ANY(%s) ORDER BY key FOR UPDATE)
"""
_ROWS = """
    SELECT key, octet_length(value), extract(epoch FROM kept_at)::float8, about
    FROM claimsheet_answers ORDER BY kept_at, key
"""
_SIZE = "SELECT pg_total_relation_size('claimsheet_answers')"
_ROWS_AT_ONCE = 1_000


class PostgresStore:
    """A table of a database; see `pipeline.recall.interface.Store`.

    Args:
        url: `postgresql://USER@HOST:PORT/DATABASE`; a password may stand there, or where libpq looks for one.

    Raises:
        UsageError: this is no such address, or psycopg is not installed.
        MachineError: the database cannot be reached, or may lose what it takes in.
    """

    def __init__(self, url: str) -> None:
        self._secrets = _secrets(url)
        self._connect, self._faults = _psycopg()
        self._together: dict[str, tuple[bytes, str | None]] | None = None
        self._connection: psycopg.Connection[Any] | None = None
        self.name = _named(url)
        with self._told():
            self._connection = self._connect(
                url, autocommit=True, connect_timeout=_WITHIN, tcp_user_timeout=_LONGEST, application_name="claimsheet"
            )
            self._execute("SELECT set_config('synchronous_commit', 'on', false)")
            self._execute("SELECT set_config('statement_timeout', %s, false)", [str(_LONGEST)])
            (durable,) = self._execute("SHOW fsync").fetchone() or ("",)
            self._make_table()
        if durable != "on":
            self.close()
            raise self._broken("it runs with fsync = off, and a crash would lose answers that are paid for")

    @property
    def bytes_on_disk(self) -> int:
        """The size of the table and its index."""
        with self._told():
            (size,) = self._execute(_SIZE).fetchone() or (0,)
            return int(size)

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """Return what is kept under those of `keys` that are known, by one question."""
        with self._told():
            found: dict[str, bytes] = dict(self._execute(_GET, [list(keys)], binary=True).fetchall())
        waiting = self._together or {}
        return found | {key: waiting[key][0] for key in keys if key in waiting}

    def put(self, key: str, value: bytes, about: str | None) -> None:
        """Keep `value` on disk."""
        if self._together is not None:
            self._together[key] = (value, about)
            return
        with self._told():
            self._execute(_PUT, [key, value, about])

    @contextmanager
    def together(self) -> Iterator[None]:
        """Put what is put in the block by one transaction at its end."""
        if self._together is not None:
            yield
            return
        self._together = {}
        try:
            yield
            rows = [(key, *rest) for key, rest in sorted(self._together.items())]
        finally:
            self._together = None
        if rows:
            with self._told(), self._open.transaction(), self._open.cursor() as cursor:
                cursor.executemany(_PUT, rows)

    def drop(self, keys: Iterable[str]) -> int:
        """Forget what is kept under `keys`."""
        with self._told():
            return self._execute(_DROP, [list(keys)]).rowcount

    def rows(self) -> Iterator[Row]:
        """Yield what is kept, oldest first, without its values."""
        with self._told(), self._open.transaction(), self._open.cursor("rows") as cursor:
            cursor.itersize = _ROWS_AT_ONCE
            yield from (Row(*told) for told in cursor.execute(_ROWS))

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection:
            self._connection.close()

    def _make_table(self) -> None:
        # Who may not make tables may still use one that is there; two who make it at once wait for one another.
        if self._execute("SELECT to_regclass('claimsheet_answers')").fetchone() == (None,):
            with self._open.transaction():
                self._execute("SELECT pg_advisory_xact_lock(hashtext('claimsheet_answers'))")
                self._execute(_TABLE)

    @property
    def _open(self) -> psycopg.Connection[Any]:
        if self._connection is None:
            raise self._broken("not connected")
        return self._connection

    def _execute(self, statement: str, values: list[Any] | None = None, *, binary: bool = False) -> psycopg.Cursor[Any]:
        return self._open.execute(statement.encode(), values, binary=binary)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self._faults as error:
            raise self._broken(" ".join(str(error).split())) from None

    def _broken(self, reason: str) -> MachineError:
        for secret in self._secrets:
            reason = reason.replace(secret, "***")
        return MachineError(
            f"{self.name}: the shared store cannot be used ({reason}). "
            "See that the database is up and lets you in, or leave --store out."
        )


def has_password(url: str) -> bool:
    """Return whether a password stands in `url`."""
    return bool(_secrets(url))


def host_of(url: str) -> str:
    """Return the host that `url` names; empty where it is this machine by a socket."""
    parts = urlsplit(url)
    return parts.hostname or parse_qs(parts.query).get("host", [""])[0]


def _secrets(url: str) -> set[str]:
    """Return the passwords in `url`, as they stand there and as they are meant."""
    try:
        parts = urlsplit(url)
        told = parts.password or ""
    except ValueError:
        return {url}
    written = [told, *(pair.partition("=")[2] for pair in parts.query.split("&") if pair.startswith("password="))]
    meant = [unquote(text) for text in written]
    return {text for text in (*written, *meant) if text}


def _named(url: str) -> str:
    """Return `url` without its password and its further settings.

    Raises:
        UsageError: it is no address of a database.
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    if parts.scheme not in _SCHEMES:
        raise UsageError("--store: this is no address of a database. Write postgresql://USER@HOST:PORT/DATABASE.")
    user = f"{parts.username}@" if parts.username else ""
    return f"postgresql://{user}{host_of(url)}{port}{parts.path}"


def _psycopg() -> tuple[Any, type[Exception]]:
    try:
        import psycopg  # noqa: PLC0415 - most answers stay on one machine
    except ImportError as missing:
        raise UsageError("a shared store needs psycopg: pip install 'claimsheet[store]'") from missing
    return psycopg.connect, psycopg.Error
