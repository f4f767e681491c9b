"""Asking for several papers at once: whoever asks still asks for one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.engines.interface import Answer, AskFailed, NotSupported
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.pack import form_of, packed, unpacked
from pipeline.parse import parse

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Collection, Coroutine

    from pipeline.engines.interface import Asker
    from pipeline.exchange import Reply, Request
    from pipeline.prompt import Template

_LINGER = 0.02
"""Seconds that an ask waits for company. Workers that a pack has freed ask again in the same instant."""

_OF_ALL = frozenset({State.PROVIDER_ERROR, State.PENDING})
"""States that say nothing about the papers: each of a pack ends in it, and none is asked alone."""


@dataclass(frozen=True)
class _Part:
    """What a pack brought for one of its asks: the reply, if there is one, and whether it can be used."""

    reply: Reply | None = None
    usable: bool = False


@dataclass(frozen=True)
class _Settled:
    parts: list[_Part]
    attempts: int = 0


class _Pack:
    """Asks that wait to go out together; `settled` does what is to be done with them."""

    def __init__(self, settle: Callable[[_Pack], Coroutine[None, None, _Settled]]) -> None:
        self.requests: list[Request] = []
        self.full = asyncio.Event()
        self.settled = asyncio.ensure_future(settle(self))


class PackingAsker:
    """Sends asks of the same form together; what a pack does not answer is asked alone.

    Args:
        asker: sends the packs.
        size: asks in one request, at most.
        template: what the model is told of packs.
        areas: what a record may name as its area.
        was_cut: tells whether the server read less than was sent: then none of it is believed.
    """

    def __init__(
        self,
        asker: Asker,
        size: int,
        template: Template,
        areas: Collection[str],
        was_cut: Callable[[Request, Reply], bool],
    ) -> None:
        self._asker = asker
        self._size = size
        self._template = template
        self._areas = areas
        self._was_cut = was_cut
        self._open: dict[tuple[str, bytes], _Pack] = {}
        self._all: set[_Pack] = set()

    @property
    def retries(self) -> Counter[str]:
        """Requests that had to be sent again, by cause."""
        return self._asker.retries

    async def ask(self, request: Request) -> Answer:
        """Return the answer to `request`; see `pipeline.engines.interface.Asker`."""
        pack, place = self._join(request)
        # The requests of a pack are counted with its first ask, so that they add up.
        counted = place == 0
        try:
            settled = await asyncio.shield(pack.settled)
        except AskFailed as failed:
            raise AskFailed(failed.state, str(failed), failed.attempts * counted, failed.raw) from failed
        except NotSupported as refused:
            raise NotSupported(refused.field, str(refused), refused.attempts * counted) from refused
        part, attempts = settled.parts[place], settled.attempts * counted
        if part.reply and part.usable:
            return Answer(part.reply, attempts, shared=True)
        return await self._alone(request, attempts, (part.reply,) if part.reply else ())

    async def close(self) -> None:
        """Let go of the connections, and of packs that nobody waits for any longer."""
        for pack in self._all:
            pack.settled.cancel()
        await self._asker.close()

    def _join(self, request: Request) -> tuple[_Pack, int]:
        """Return the pack in which `request` goes out, and its place there."""
        form = form_of(request)
        pack = self._open.get(form)
        if pack is None:
            pack = self._open[form] = _Pack(lambda opened: self._settle(form, opened))
            self._all.add(pack)
        pack.requests.append(request)
        if len(pack.requests) == self._size:
            del self._open[form]
            pack.full.set()
        return pack, len(pack.requests) - 1

    async def _settle(self, form: tuple[str, bytes], pack: _Pack) -> _Settled:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LINGER):
                await pack.full.wait()
        if self._open.get(form) is pack:
            del self._open[form]
        try:
            return await self._sent(pack.requests)
        finally:
            self._all.discard(pack)

    async def _sent(self, requests: list[Request]) -> _Settled:
        nothing = [_Part()] * len(requests)
        if len(requests) == 1:
            return _Settled(nothing)
        whole = packed(requests, self._template)
        try:
            answer = await self._asker.ask(whole)
        except AskFailed as failed:
            if failed.state in _OF_ALL:
                raise
            return _Settled(nothing, failed.attempts)
        believed = not self._was_cut(whole, answer.reply)
        replies = unpacked(answer.reply, len(requests))
        return _Settled([_Part(reply, believed and self._is_usable(reply)) for reply in replies], answer.attempts)

    async def _alone(self, request: Request, attempts: int, wasted: tuple[Reply, ...]) -> Answer:
        try:
            answer = await self._asker.ask(request)
        except AskFailed as failed:
            raise AskFailed(failed.state, str(failed), failed.attempts + attempts, failed.raw) from failed
        return Answer(answer.reply, answer.attempts + attempts, wasted=wasted)

    def _is_usable(self, reply: Reply) -> bool:
        return isinstance(parse(reply, self._areas), Extraction)
