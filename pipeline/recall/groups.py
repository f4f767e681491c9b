"""Group commit: what arrives within a few milliseconds is kept by one transaction, with one wait for the disk."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.recall.recall import Recall

_GATHER = 0.004  # seconds that the first of a group waits for others; a disk takes about as long to commit
_Result = TypeVar("_Result")


class _Work(NamedTuple):
    do: Callable[[], Any]
    done: asyncio.Future[Any]


class Groups:
    """Gathers what is to be kept into groups.

    Args:
        recall: where it is kept.
    """

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._works: list[_Work] = []
        self._lost: MachineError | None = None

    async def kept(self, do: Callable[[], _Result]) -> _Result:
        """Return what `do`, which keeps something, comes to, once that is on disk with the rest of its group.

        Where the caller is cancelled while it waits, it is kept all the same.

        Raises:
            MachineError: it cannot be kept; that goes to all of the group.
        """
        loop = asyncio.get_running_loop()
        work = _Work(do, loop.create_future())
        if not self._works:
            loop.call_later(_GATHER, self._commit)
        self._works.append(work)
        result: _Result = await work.done
        return result

    def finish(self) -> None:
        """Keep now what was gathered: nothing comes any more.

        Raises:
            MachineError: something could not be kept, and nobody waited any more to hear of it.
        """
        self._commit()
        if self._lost:
            raise self._lost

    def _commit(self) -> None:
        works, self._works = self._works, []
        if not works:
            return
        try:
            with self._recall.together():
                results = [work.do() for work in works]
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            self._fail(works, error)
            return
        for work, result in zip(works, results, strict=True):
            if not work.done.done():
                work.done.set_result(result)

    def _fail(self, works: list[_Work], error: Exception) -> None:
        waited = [work.done for work in works if not work.done.done()]
        for done in waited:
            done.set_exception(error)
        if len(waited) < len(works) and isinstance(error, MachineError):
            self._lost = error
