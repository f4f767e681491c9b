"""The error tree: what ends a run, with the exit code that each class carries.

What concerns one paper alone (a refusal, a truncated reply) is not here: that is a value,
`pipeline.failure.Failure`, and the run goes on.
"""

from __future__ import annotations


class ClaimsheetError(Exception):
    """An end of the run that the user can understand: what, where and the mend."""

    exit_code = 1


class UsageError(ClaimsheetError):
    """The command, its options or a configuration file are wrong; nothing was asked or written."""

    exit_code = 2


class InputError(ClaimsheetError):
    """An input cannot be read as a list of papers; nothing was asked or written."""

    exit_code = 2

    @classmethod
    def at(cls, path: str, what: str, mend: str, *, line: int | None = None) -> InputError:
        """Return the error for `path` (and its 1-based `line`, where known)."""
        where = path if line is None else f"{path}:{line}"
        return cls(f"{where}: {what}. {mend}")


class NotGoodEnoughError(ClaimsheetError):
    """A gate that the user set was not passed; what it guards was not begun."""

    exit_code = 3


class ProviderError(ClaimsheetError):
    """The provider will not serve us at all: key, permission, model, quota or address."""

    exit_code = 4


class MachineError(ClaimsheetError):
    """This machine's fault: disk, lock or cache."""

    exit_code = 5
