"""The command as a user meets it: in this process where that will do, in one of its own where it must die."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fakeserver import abstract

from pipeline.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code and what it wrote to its two streams."""

    code: int
    out: str
    err: str


def asking(address: str, *options: object) -> tuple[str, ...]:
    """Return the options that ask the server at `address`, quickly and without patience."""
    return ("--engine", "openai", "--base-url", address, "--model", "m", *map(str, options))


def claimsheet(*arguments: object) -> Ended:
    """Run the command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    code = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = int(end.code or 0)
    return Ended(code, *(_content(stream) for stream in (out, err)))


def started(*arguments: object, program: str | None = None, **options: Any) -> subprocess.Popen[str]:
    """Start the command in a process of its own, or a `program` that calls it with `arguments`."""
    called = ["-m", "pipeline"] if program is None else ["-c", program]
    line = [sys.executable, *called, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **options.pop("env", {})}
    return subprocess.Popen(line, **(pipes | options), env=environment)


def ended(process: subprocess.Popen[str], within: float = 30.0) -> Ended:
    """Wait for a process that was started, and tell how it ended."""
    try:
        out, err = process.communicate(timeout=within)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return Ended(process.returncode, out or "", err or "")


def write_papers(path: Path, numbers: Iterable[int]) -> Path:
    """Write a list of the papers with these numbers."""
    rows = (json.dumps({"id": str(number), "abstract": abstract(number)}) for number in numbers)
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    return [json.loads(row) for row in path.read_text(encoding="utf-8").split("\n") if row]


def _content(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.detach()
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()
