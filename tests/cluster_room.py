"""A cluster without Ray: the workers take their turns in this process."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pipeline.cluster.steward import Steward
from pipeline.cluster.worker import worked

if TYPE_CHECKING:
    from decimal import Decimal

    from pipeline.cluster.steward import Lease


class Near:
    """A steward in this process; see `pipeline.cluster.worker.Service`."""

    def __init__(self, steward: Steward) -> None:
        self._steward = steward
        self.lent: list[Decimal] = []
        self.leases: list[Lease] = []

    async def lease(self, requests: float, tokens: float) -> Lease:
        self.leases.append(self._steward.lease(requests, tokens))
        return self.leases[-1]

    def lend(self, wanting: Decimal) -> Decimal:
        self.lent.append(self._steward.lend(wanting))
        return self.lent[-1]

    def __getattr__(self, name: str) -> object:
        return getattr(self._steward, name)


class HereAndNow:
    """Stands in for Ray in a `ClusterJourney`: works on shards at once, the last first, and notes which.

    Args:
        patch: pytest's.
        fail_after: shards after which the cluster falls apart.
    """

    def __init__(self, patch, fail_after: int | None = None) -> None:
        self.worked: list[int] = []
        self.fail_after = fail_after
        patch.setattr("pipeline.cluster.journey.results", self._results)
        patch.setattr("pipeline.cluster.journey.connected", _connected)

    def _results(self, numbers, kit, folder, terms):
        service = Near(Steward(folder, terms))
        for number in reversed(numbers):
            if len(self.worked) == self.fail_after:
                raise KeyboardInterrupt
            self.worked.append(number)
            yield worked(number, kit, service)


@contextmanager
def _connected(_address: str):
    yield 2
