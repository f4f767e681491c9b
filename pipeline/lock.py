"""One run at a time for one output: the second is told who holds it, a dead holder holds nothing."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def locked(output: Path, mend: str = "name another output with -o") -> Iterator[None]:
    """Hold `output` while the block runs; `mend` says what else than waiting the second one can do.

    The operating system lets go of a lock when its holder dies, however that happens.

    Raises:
        MachineError: another run holds it, or the folder cannot be written.
    """
    lock_file = output.with_name(f".{output.name}.lock")
    holder_file = output.with_name(f".{output.name}.holder")
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(lock_file, timeout=0)
        lock.acquire()
    except Timeout as error:
        raise MachineError(f"{output}: {_holder(holder_file)} is writing here. Wait for it, or {mend}.") from error
    except OSError as error:
        raise MachineError(
            f"{output}: cannot be written ({error.strerror or error}). Free it, or name another place with -o."
        ) from error
    try:
        with suppress(OSError):  # who holds it is told as well as can be; the lock stands without
            holder_file.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        yield
    finally:
        holder_file.unlink(missing_ok=True)
        # Taken away while it is held: whoever opened it meanwhile at worst writes one whole file after us.
        lock_file.unlink(missing_ok=True)
        lock.release()


def _holder(holder_file: Path) -> str:
    try:
        return holder_file.read_text(encoding="utf-8")
    except OSError:
        return "another process"
