"""Shards through Ray Data: a worker for each core, results as they come."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from pipeline.cluster.worker import Result, worked
from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from decimal import Decimal
    from pathlib import Path

    from pipeline.cluster.kit import Kit
    from pipeline.cluster.steward import Lease, Terms

_AT_ONCE = 2_000
"""Shards that Ray is told of at a time: it keeps an account of each."""

_RAY_DATA_READER = "iter_threaded"
"""The name of the thread in which Ray Data fetches what is read next."""
_PATIENCE = 10.0  # seconds for that thread to end


def results(numbers: Sequence[int], kit: Kit, folder: Path, terms: Terms) -> Generator[Result]:
    """Yield what comes of the shards `numbers` in `folder`, in any order.

    Raises:
        MachineError: the cluster fell apart.
    """
    import ray  # noqa: PLC0415 - heavy: imported by a run on a cluster alone
    from ray.exceptions import RayError, RayTaskError  # noqa: PLC0415

    steward = _steward(folder, terms)
    try:
        for start in range(0, len(numbers), _AT_ONCE):
            yield from through(numbers[start : start + _AT_ONCE], kit, steward, terms.workers)
    except RayTaskError:
        raise  # a bug of ours in a worker
    except RayError as error:
        raise _fell_apart(error) from error
    finally:
        ray.kill(steward)


def through(numbers: Sequence[int], kit: Kit, steward: Any, workers: int) -> Generator[Result]:  # noqa: ANN401 - Ray's
    """Yield what `workers` at a time make of the shards `numbers`, in any order, and leave no thread that reads on.

    Raises:
        RayError: the cluster fell apart, or a worker did.
    """
    import ray.data  # noqa: PLC0415 - as above

    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    rows = ray.data.from_items([{"number": number} for number in numbers], override_num_blocks=len(numbers))
    done = rows.map(
        _row,
        fn_kwargs={"kit": kit, "steward": steward},
        compute=ray.data.TaskPoolStrategy(size=workers),
        num_cpus=1,
    )
    others = set(threading.enumerate())
    try:
        with closing(iter(done.iter_rows())) as read:
            for row in read:
                yield Result(**row)
    finally:
        _see_off(set(threading.enumerate()) - others)


def _see_off(threads: set[threading.Thread]) -> None:
    """Wait for the readers among `threads`: one that reaches for Ray after it was shut down ends the whole process."""
    for thread in threads:
        if thread.name == _RAY_DATA_READER:
            thread.join(_PATIENCE)


def _row(row: dict[str, Any], kit: Kit, steward: Any) -> dict[str, Any]:  # noqa: ANN401 - a handle of Ray's
    """Work on a shard, in a process of a worker's."""
    result = worked(int(row["number"]), kit, _Called(steward))
    return {**vars(result)}


def _steward(folder: Path, terms: Terms) -> Any:  # noqa: ANN401 - a handle of Ray's
    """Start the steward on this machine, where the shards are."""
    import ray  # noqa: PLC0415 - as above
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: PLC0415

    from pipeline.cluster.steward import Steward  # noqa: PLC0415

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return ray.remote(Steward).options(num_cpus=0, scheduling_strategy=here).remote(folder, terms)


class _Called:
    """Reaches the steward through Ray; see `pipeline.cluster.worker.Service`."""

    def __init__(self, steward: Any) -> None:  # noqa: ANN401 - a handle of Ray's
        self._steward = steward

    def shard(self, number: int) -> bytes:
        return self._now("shard", number)  # type: ignore[no-any-return]

    async def lease(self, requests: float, tokens: float) -> Lease:
        with _cluster_told():
            return await self._steward.lease.remote(requests, tokens)  # type: ignore[no-any-return]

    def lend(self, wanting: Decimal) -> Decimal:
        return self._now("lend", wanting)  # type: ignore[no-any-return]

    def take_back(self, left: Decimal) -> None:
        self._now("take_back", left)

    def stop(self, message: str) -> None:
        self._now("stop", message)

    def stopped(self) -> str | None:
        return self._now("stopped")  # type: ignore[no-any-return]

    def _now(self, method: str, *given: Any) -> Any:  # noqa: ANN401 - as Ray hands it on
        import ray  # noqa: PLC0415 - as above

        with _cluster_told():
            return ray.get(getattr(self._steward, method).remote(*given))


@contextmanager
def _cluster_told() -> Iterator[None]:
    """Tell a worker that cannot reach the steward so; an error of the steward's own stays what it is."""
    from ray.exceptions import RayError, RayTaskError  # noqa: PLC0415 - as above

    try:
        yield
    except RayTaskError:
        raise
    except RayError as error:
        raise _fell_apart(error) from error


def _fell_apart(error: Exception) -> MachineError:
    return MachineError(f"the Ray cluster failed: {error}. The same command goes on from here.")
