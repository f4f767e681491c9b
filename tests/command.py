"""The command as a user meets it: an exit code and two streams."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pipeline.__main__ import main


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


def command(capfd):
    """Return a function that runs `claimsheet` with arguments and tells how it ended."""

    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capfd.readouterr()
        return Ended(int(end.value.code or 0), told.out, told.err)

    return run
