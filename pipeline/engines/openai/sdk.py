"""The SDK, imported without what it loads and an ask has no use for: half of its start.

`import openai` reads `openai.types` whole: some 470 modules of pydantic models, of which an ask that is sent and read
as bytes uses none. httpx2 loads a transport of its own beside aiohttp. Here packages stand in their place that are
filled as soon as anything is asked of them.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

_LATER = ("openai.types", "openai.types.responses", "httpcore2")


class _FilledLater(ModuleType):
    """A package that is run when a name of it is first asked for.

    importlib's LazyLoader would run it at the import of any module in it.
    """

    _is_empty = True

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any name of the package
        if self._is_empty and self.__spec__ and self.__spec__.loader:
            self._is_empty = False
            self.__spec__.loader.exec_module(self)
            return getattr(self, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def _put_off(name: str) -> None:
    """Let the package `name` be filled when it is first used, unless it is imported already."""
    spec = _spec_of(name)
    if spec and name not in sys.modules:
        module = module_from_spec(spec)
        module.__class__ = _FilledLater
        sys.modules[name] = module
        within, _, last = name.rpartition(".")
        if within in sys.modules:
            setattr(sys.modules[within], last, module)


def _spec_of(name: str) -> ModuleSpec | None:
    """Find a package without the import of the one that it is in."""
    outer = name.rpartition(".")[0]
    within = find_spec(outer) if outer else None
    return PathFinder.find_spec(name, within.submodule_search_locations if within else None)


for package in _LATER:
    _put_off(package)

from openai import APIConnectionError, APIStatusError, APITimeoutError, AsyncOpenAI, DefaultAioHttpClient  # noqa: E402

__all__ = ["APIConnectionError", "APIStatusError", "APITimeoutError", "AsyncOpenAI", "DefaultAioHttpClient"]
