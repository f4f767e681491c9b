"""The command: runs the app and turns every end of it into a message and an exit code."""

from __future__ import annotations

import errno
import io
import os
import shlex
import signal
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, NoReturn

import typer
from typer.exceptions import Abort, Exit, TyperException

from pipeline.cli import app
from pipeline.cycles import search_seldom
from pipeline.errors import ClaimsheetError, MachineError
from pipeline.terminal import inert

if TYPE_CHECKING:
    from types import FrameType

_INTERRUPTED, _TERMINATED = 130, 143
# Whoever writes a file tells its own; what comes up to here is an output stream's.
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_SECRET_LENGTH = 8  # what is shorter is no key, and may stand anywhere


_signals: list[int] = []
"""The signals that asked us to end, besides the interrupt that each of them is turned into."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    # So a shell starts what it puts in the background.
    if sys.platform != "win32" and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _terminate)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a console may not know every sign of an abstract
    search_seldom()
    code = _run(arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_output()
    except OSError as error:
        _leave_output()
        _tell(f"standard output: cannot be written ({error.strerror or error}).")
        code = MachineError.exit_code
    sys.exit(code)


def _run(arguments: list[str] | None) -> int:
    try:
        returned = app(args=arguments, prog_name="claimsheet", standalone_mode=False)
        if returned == _INTERRUPTED:  # what typer makes of an interrupt
            raise KeyboardInterrupt  # noqa: TRY301 - one way to end
    except Exit as end:
        return end.exit_code
    except BrokenPipeError:
        _leave_output()
        return 0
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - here every end becomes a message
        message, code = _ending(error, arguments)
        _tell(message)
        return code
    return returned if isinstance(returned, int) else 0


def _ending(error: BaseException, arguments: list[str] | None) -> tuple[str, int]:
    """Return what to say of an error that ends the process, and the exit code."""
    if isinstance(error, TyperException):
        return error.format_message(), 2
    if isinstance(error, ClaimsheetError):
        return str(error), error.exit_code
    if isinstance(error, (KeyboardInterrupt, Abort)):
        again = shlex.join(["claimsheet", *(sys.argv[1:] if arguments is None else arguments)])
        code = _TERMINATED if signal.SIGTERM in _signals else _INTERRUPTED
        return f"interrupted; what had arrived is kept. To go on: {again}", code
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        _leave_output()
        return f"standard output: cannot be written ({error.strerror}).", MachineError.exit_code
    return f"a bug of Claimsheet: {type(error).__name__}. The trace is in {_trace_file(error)}.", 1


def _tell(message: str) -> None:
    # Messages quote what servers and files say.
    typer.echo(f"claimsheet: {inert(message)}", err=True)


def _terminate(number: int, _frame: FrameType | None) -> None:
    # One way to end for both: an interrupt cancels what is in flight, a second one ends at once.
    if number in _signals:
        os._exit(_TERMINATED)
    _signals.append(number)
    signal.raise_signal(signal.SIGINT)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # after it, so that one that waited adds no second


def _leave_output() -> None:
    # Nothing more can be written; without this the interpreter would complain once more at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _trace_file(error: BaseException) -> str:
    trace = "".join(traceback.format_exception(error))
    for key in {value.strip() for name, value in os.environ.items() if name.endswith("_API_KEY")}:
        trace = trace.replace(key, "[key]") if len(key) >= _SECRET_LENGTH else trace
    with tempfile.NamedTemporaryFile(
        "w", prefix="claimsheet-trace-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(trace)
    return file.name


if __name__ == "__main__":
    main()
