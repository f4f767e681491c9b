"""An attribute that is made at the first look at it, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - a decorator, named as such
    """A method of no arguments as an attribute, computed once for each object.

    It is `functools.cached_property` without the lock that this takes in Python 3.11, which costs more than most of
    what is computed: two threads may compute a value twice, so it must be the same for both.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, whole: object, owner: type | None = None) -> T:
        # From here on the value is found in the object itself, before this is asked.
        made = whole.__dict__[self._name] = self._make(whole)
        return made
