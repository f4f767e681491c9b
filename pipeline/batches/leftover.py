"""Failures that a batch brought: paid for, of no use as answers, and known to the one run that comes next.

They are told to that run instead of a first request, so that it repairs a broken reply, gives a
cut one more room and reports a refusal without paying for any of them again. They are never
answers: a run that can ask is told each once, and the run after that asks anew.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from pipeline.engines.interface import AskFailed
from pipeline.exchange import canonical
from pipeline.failure import State
from pipeline.notes import Note

if TYPE_CHECKING:
    from pipeline.batches.rows import Result
    from pipeline.engines.interface import Answer, Asker
    from pipeline.exchange import Request
    from pipeline.recall import Recall


def leave(recall: Recall, failed: Result) -> None:
    """Keep what an ask of a batch came to for the next run."""
    recall.keep(Note.BATCHED.key(failed.key), canonical([failed.state, failed.message, failed.content]))


class AfterBatches:
    """An asker that tells what batches left, and asks another one for all else.

    Args:
        asker: what is asked for all else.
        recall: where batches left their failures.
        once: a failure that was told is forgotten.
    """

    def __init__(self, asker: Asker, recall: Recall, *, once: bool) -> None:
        self._asker = asker
        self._recall = recall
        self._once = once

    @property
    def retries(self) -> Counter[str]:
        """Requests that had to be sent again, by cause."""
        return self._asker.retries

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`; see `pipeline.engines.interface.Asker`."""
        left = self._recall.lookup(Note.BATCHED.key(request))
        if left:
            if self._once:
                self._recall.keep(Note.BATCHED.key(request), b"")
            state, message, content = json.loads(left)
            raise AskFailed(State(state), message, 1, content)
        return await self._asker.ask(request)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._asker.close()


class NotSent:
    """An asker for a run that asks by the batch alone: what no batch has answered stays pending."""

    def __init__(self) -> None:
        self.retries: Counter[str] = Counter()

    async def ask(self, request: Request) -> NoReturn:  # noqa: ARG002 - as every asker takes it
        """Send nothing; see `pipeline.engines.interface.Asker`."""
        raise AskFailed(State.PENDING, "no batch has answered this; it was not asked in another way", 0)

    async def close(self) -> None:
        """There is nothing to let go of."""
