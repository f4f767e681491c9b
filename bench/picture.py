"""Take the README's picture of a rendered sheet with a headless Chromium.

Usage: python bench/picture.py out/sheet.html docs/sheet.png
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from pipeline.chromium import find_chromium, options

_SIZE = "1280,1360"
_LONGEST = 120
"""Seconds after which a browser that hangs is given up."""


def main(sheet: Path, picture: Path) -> int:
    """Write `picture`, a PNG of the top of `sheet`; return the exit code."""
    browser = find_chromium()
    if browser is None or not sheet.is_file():
        print(
            f"No picture: {'no Chromium on this machine' if browser is None else f'{sheet} is missing'}.",
            file=sys.stderr,
        )
        return 2
    picture.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        where = (f"--window-size={_SIZE}", f"--screenshot={picture.resolve()}")
        command = [browser, *options(profile), *where, sheet.resolve().as_uri()]
        done = subprocess.run(command, capture_output=True, check=False, timeout=_LONGEST)  # noqa: S603 - a found browser
    if done.returncode or not picture.is_file():
        print(done.stderr.decode(errors="replace")[-2000:], file=sys.stderr)
        return 1
    print(f"{picture}: {picture.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
