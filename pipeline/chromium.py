"""Chromium without a window: which one this machine has, and how it is started so that it keeps to itself."""

from __future__ import annotations

import os
import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")

QUIET = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
"""Options of a browser that opens one local page: nothing fetched, nothing kept."""


def find_chromium() -> str | None:
    """Return the path of this machine's Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def options(profile: str) -> tuple[str, ...]:
    """Return the options of a start with the folder `profile` for what the browser writes."""
    # Chromium refuses its sandbox to root, as containers run; for anybody else it stays on.
    bare = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    return (*QUIET, *bare, f"--user-data-dir={profile}")
