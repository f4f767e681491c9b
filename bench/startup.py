"""How long `claimsheet --help` takes to start, beside Python itself and the library that parses the command line.

    python -m bench.startup

The commands take turns, so that all meet the same machine; the least of the rounds, in milliseconds.
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from rich.console import Console
from rich.table import Table

ROUNDS = 15
TYPER = 'python -c "import typer"'
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    TYPER: ["-c", "import typer"],
    "claimsheet --help": ["-m", "pipeline", "--help"],
}


def main() -> None:
    """Print the table."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(ROUNDS):
        for name, options in COMMANDS.items():
            started = perf_counter()
            subprocess.run([sys.executable, *options], capture_output=True, check=True)  # noqa: S603 - named above
            least[name] = min(least[name], 1000 * (perf_counter() - started))
    table = Table("command", "ms", "of import typer")
    for name, taken in least.items():
        table.add_row(name, f"{taken:,.0f}", f"{taken / least[TYPER]:.2f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
