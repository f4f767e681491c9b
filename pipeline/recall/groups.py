"""Group commit: what arrives within a few milliseconds is kept by one transaction, with one wait for the disk."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.recall.recall import Recall

_GATHER = 0.005  # seconds that the first of a group waits for others; a disk takes about as long to commit
_FEW = 4  # callers told in one turn of the loop
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
        _tell(zip([work.done for work in works], results, strict=True))

    def _fail(self, works: list[_Work], error: Exception) -> None:
        waited = [work.done for work in works if not work.done.done()]
        for done in waited:
            done.set_exception(error)
        if len(waited) < len(works) and isinstance(error, MachineError):
            self._lost = error


def _tell(results: Iterator[tuple[asyncio.Future[Any], Any]]) -> None:
    """Give a few results now, and the others in the turns of the loop that follow.

    Who is told goes on to its next request. All at once they would go side by side, step by step, and the first
    request leave with the last.
    """
    few = list(islice(results, _FEW))
    for done, result in few:
        if not done.done():
            done.set_result(result)
    if few:
        asyncio.get_running_loop().call_soon(_tell, results)
