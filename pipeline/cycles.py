"""When this process searches for cycles, the objects that hold one another and so are never counted as free.

Papers, requests and cards make none. Python's usual search, after each 700 new objects, would find nothing, at a tenth
of a run's time.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEW_OBJECTS = 50_000  # between two searches


def search_seldom() -> None:
    """Let many objects come before they are searched."""
    gc.set_threshold(_NEW_OBJECTS)


@contextmanager
def unsearched() -> Iterator[None]:
    """Search for none while the block runs."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def made_to_stay() -> Iterator[None]:
    """Search for none while the block runs, nor ever in what is there at its end: for what a run needs to its end."""
    with unsearched():
        yield
        gc.freeze()
