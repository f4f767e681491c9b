"""One paper's ask, from the cache or from the model: what may follow the first request, and what is kept.

After a first reply there is at most one more ask: with twice the room when it was cut, or for a
repair when it is no valid record. Whatever leads to an extraction is kept under the key of the
very request that it answers, so that an equal run finds its way through the cache alone.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pipeline.completion import Usage, completion
from pipeline.engines.interface import AskFailed, NotSupported
from pipeline.exchange import Reply, canonical
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.ladder import step_down
from pipeline.parse import Unusable, parse
from pipeline.prompt import remark

if TYPE_CHECKING:
    from pipeline.engines.interface import Asker
    from pipeline.exchange import Request
    from pipeline.paper import Paper
    from pipeline.prompt import Asking, Template
    from pipeline.recall import Recall

_BLANK_TAIL = 100
"""Blanks at the end of a cut reply that show a model caught in a loop: more room would not free it."""


@dataclass(frozen=True)
class Told:
    """What the ask, or the recall, for a paper came to, in which form it was asked, and what it took."""

    result: Extraction | Unusable
    asking: Asking
    requests: int = 0
    from_cache: bool = False
    usage: Usage = field(default_factory=Usage)

    def after(self, requests: int, usage: Usage) -> Told:
        """Return this with what was spent before it added."""
        return replace(self, requests=self.requests + requests, usage=usage + self.usage)


class Desk:
    """Asks each key once: papers with equal abstracts under two ids share one answer.

    Args:
        asking: the form in which asks begin; what is refused of it is left out for the rest of the run.
        asker: sends requests.
        recall: what is known already, and where answers are kept.
        repair: the template of a repair.
        refresh: ask again although an answer is known.
        fixed_mode: the user chose the output mode; it is not stepped down from.
    """

    def __init__(  # noqa: PLR0913 - all of what a desk stands on
        self,
        asking: Asking,
        asker: Asker,
        recall: Recall,
        repair: Template,
        *,
        refresh: bool = False,
        fixed_mode: bool = False,
    ) -> None:
        self._asker = asker
        self._recall = recall
        self._repair = repair
        self._refresh = refresh
        self._fixed_mode = fixed_mode
        self._areas = frozenset(asking.taxonomy.names)
        self._running: dict[str, asyncio.Task[Told]] = {}
        self._form_key = _form_key(asking)
        self._refused: list[str] = [] if refresh else json.loads(recall.lookup(self._form_key) or b"[]")
        for name in self._refused:
            asking = step_down(asking, name) or asking
        self.asking = asking

    async def tell(self, paper: Paper) -> Told:
        """Return what is said of `paper`."""
        key = self.asking.request(paper).key
        running = self._running.get(key)
        if running is not None:
            return replace(await asyncio.shield(running), requests=0, from_cache=True)
        task = self._running[key] = asyncio.ensure_future(self._tell(paper))
        told = await task
        if isinstance(told.result, Extraction):
            del self._running[key]  # from here on the cache knows it; a failure must not be asked twice
        return told

    async def _tell(self, paper: Paper) -> Told:
        spent = 0
        while True:
            asking = self.asking
            try:
                told = (None if self._refresh else self._recalled(asking, paper)) or await self._asked(asking, paper)
            except NotSupported as refused:
                spent += refused.attempts
                if self.asking is asking and not self._step_down(refused.field):
                    return Told(Unusable(State.PROVIDER_ERROR, str(refused)), asking, spent)
            else:
                return told.after(spent, Usage())

    def _step_down(self, refused: str) -> bool:
        lower = step_down(self.asking, refused)
        if lower is None or (self._fixed_mode and lower.output_mode is not self.asking.output_mode):
            return False
        self.asking = lower
        self._refused.append(refused)
        self._recall.keep(self._form_key, canonical(self._refused))
        return True

    def _recalled(self, asking: Asking, paper: Paper) -> Told | None:
        """Return what the cache knows: of the ask itself, with more room, or of its repair."""
        request = asking.request(paper)
        for known in (request, _wider(asking).request(paper), self._noted_repair(asking, paper, request)):
            raw = known and self._recall.lookup(known.key)
            result = parse(Reply(raw), self._areas) if raw else None
            if isinstance(result, Extraction):
                return Told(result, asking, from_cache=True)
        return None

    async def _asked(self, asking: Asking, paper: Paper) -> Told:
        request = asking.request(paper)
        first = await self._ask(asking, request)
        if not isinstance(first.result, Unusable):
            return first
        again = self._second_request(asking, paper, request, first.result)
        if again is None:
            return first
        second = await self._ask(asking, again)
        return second.after(first.requests, first.usage)

    def _second_request(self, asking: Asking, paper: Paper, first: Request, failed: Unusable) -> Request | None:
        if failed.state is State.TRUNCATED and asking.room_name and not _is_loop(failed.content or ""):
            return _wider(asking).request(paper)
        if failed.state is State.FORMAT_ERROR and failed.content:
            self._recall.keep(_note_key(first), canonical([failed.message, failed.content]))
            return self._repairing(asking, paper, failed.message, failed.content)
        return None

    def _noted_repair(self, asking: Asking, paper: Paper, request: Request) -> Request | None:
        """Return the repair that `request` once led to, which depends on the reply that was broken."""
        note = self._recall.lookup(_note_key(request))
        return self._repairing(asking, paper, *json.loads(note)) if note else None

    def _repairing(self, asking: Asking, paper: Paper, errors: str, reply: str) -> Request:
        return asking.request(paper, remark(self._repair, errors, reply))

    async def _ask(self, asking: Asking, request: Request) -> Told:
        try:
            answer = await self._asker.ask(request)
        except AskFailed as failed:
            return Told(Unusable(failed.state, str(failed), failed.raw), asking, failed.attempts)
        result = parse(answer.reply, self._areas)
        if isinstance(result, Extraction):
            self._recall.keep(request.key, answer.reply.raw)
        return Told(result, asking, answer.attempts, usage=completion(answer.reply).usage)


def _wider(asking: Asking) -> Asking:
    return replace(asking, room=2 * asking.room)


def _is_loop(content: str) -> bool:
    return len(content) - len(content.rstrip()) >= _BLANK_TAIL


def _note_key(request: Request) -> str:
    return f"broken:{request.key}"


def _form_key(asking: Asking) -> str:
    form = [asking.address, asking.model, asking.output_mode, asking.room_name, sorted(asking.parameters)]
    return f"form:{sha256(canonical(form)).hexdigest()}"
