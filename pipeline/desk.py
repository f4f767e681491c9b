"""One paper's ask, from the cache or from the model: what may follow the first request, and what is kept.

After a first reply there is at most one more ask: with twice the room when it was cut, or for a
repair when it is no valid record. Whatever leads to an extraction is kept under the key of the
very request that it answers, so that an equal run finds its way through the cache alone.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.engines.interface import AskFailed, NotSupported
from pipeline.errors import ProviderError
from pipeline.exchange import Reply, canonical
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.ladder import step_down
from pipeline.notes import BESIDE, Note
from pipeline.origin import origin_of
from pipeline.parse import Unusable, parse
from pipeline.prompt import remark
from pipeline.recall import Groups
from pipeline.singleflight import SingleFlight
from pipeline.telling import Failures, Kept, Rules, Told

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from pipeline.account import Account
    from pipeline.engines.interface import Answer, Asker
    from pipeline.exchange import Request
    from pipeline.origin import Origin
    from pipeline.paper import Paper
    from pipeline.prompt import Asking, Template
    from pipeline.recall import Recall

_BLANK_TAIL = 100
"""Blanks at the end of a cut reply that show a model caught in a loop: more room would not free it."""

_LONGEST_REPAIRED = 50_000
"""Characters of a reply that a repair shows to the model; what is longer than any answer is beyond repair."""

_UNANSWERED = frozenset({State.PENDING, State.PROVIDER_ERROR})
_FREE = Decimal(0)
_CUT, _WHOLE, _IN_VAIN = b"1", b"0", b"1"
_USUAL = Rules()
_log = logging.getLogger("claimsheet")


class Desk:
    """Asks each key once: papers with equal abstracts under two ids share one answer.

    Args:
        asking: the form in which asks begin; what is refused of it is left out for the rest of the run.
        asker: sends requests.
        recall: what is known already, and where answers are kept.
        repair: the template of a repair.
        account: what asks cost; without one nothing is counted.
        rules: what the user decided of the asking.
    """

    def __init__(  # noqa: PLR0913 - all that a desk stands on
        self,
        asking: Asking,
        asker: Asker,
        recall: Recall,
        repair: Template,
        *,
        account: Account | None = None,
        rules: Rules = _USUAL,
    ) -> None:
        self._asker = asker
        self._recall = recall
        self._repair = repair
        self._account = account
        self._rules = rules
        self._areas = frozenset(asking.taxonomy.names)
        self._groups = Groups(recall)
        self._flights: SingleFlight[Told] = SingleFlight()
        self._failures = Failures()
        self._cut_told = False
        self._form_key = _form_key(asking, rules)
        self.left_out: list[str] = [] if rules.refresh else json.loads(recall.lookup(self._form_key) or b"[]")
        self.asking = self._first = asking
        self._earlier: list[Asking] = []
        for name in self.left_out:
            self._ask_by(step_down(self.asking, name) or self.asking)

    @property
    def cost(self) -> float | None:
        """US dollars paid for answers so far; null where it is not known."""
        spent = self._account.spent if self._account else None
        return None if spent is None else float(spent)

    def request(self, paper: Paper) -> Request:
        """Return the first request for `paper`."""
        return self.asking.request(paper)

    def mark(self, paper: Paper, request: Request) -> str:
        """Return what names the ask for `paper`, whose first request is `request`, whatever has been refused by now."""
        return request.key if self.asking is self._first else self._first.request(paper).key

    @property
    def renews(self) -> bool:
        """Whether what is known already is asked again."""
        return self._rules.refresh

    def requests(self, papers: Sequence[Paper]) -> list[Request]:
        """Return the first requests for `papers`, which are soon told of: what is known of them is read at once."""
        requests = [self.request(paper) for paper in papers]
        if not self._rules.refresh:
            beside = [note.key(request) for request in requests for note in BESIDE]
            beside += [request.wider.key for request in requests]
            self._recall.read_ahead([request.key for request in requests], beside)
        return requests

    def finish(self) -> None:
        """Keep what has come and is not on disk yet.

        Raises:
            MachineError: it cannot be kept.
        """
        self._groups.finish()

    def recalled(self, paper: Paper) -> Told | None:
        """Return what is known of `paper`, asked in the form of now; null where it would be asked about."""
        return self._recalled(self.asking, paper, self.request(paper))

    async def tell(self, paper: Paper, request: Request, *, renewed: bool = False) -> Told:
        """Return what is said of `paper`, whose first request in the form of now is `request`.

        What a run that asks all again has `renewed` before it was interrupted is known.
        """
        asking = self.asking
        return await self._once(request.key, lambda: self._tell(asking, paper, request, renewed=renewed))

    def settle(self, told: Told) -> None:
        """Take note that the failure which `told` tells is on record: until then a crash may cost one ask, not two."""
        if told.half:
            self._recall.drop([told.half])

    async def correct(self, paper: Paper, told: Told, extraction: Extraction, complaints: str) -> Told:
        """Return what is said of `paper` by a model that sees what of its `extraction` the abstract does not carry.

        The requests of both asks are counted. Where the second comes to nothing, `told` stands.
        """
        request = self._repairing(told.asking, paper, complaints, extraction.model_dump_json())
        # A reply that was asked for anew is corrected anew.
        known = told.from_cache or not self._rules.refresh
        second = await self._once(request.key, lambda: self._corrected(told.asking, paper, request, known=known))
        if isinstance(second.result, Unusable):
            if second.result.state not in _UNANSWERED:
                self._recall.keep(Note.VAIN.key(request), _IN_VAIN)
            return replace(told, requests=told.requests + second.requests, usage=told.usage + second.usage)
        return replace(second.after(told), from_cache=told.from_cache and second.from_cache)

    async def _corrected(self, asking: Asking, paper: Paper, request: Request, *, known: bool) -> Told:
        reply = self._kept_reply(request) if known else None
        result = parse(reply, self._areas) if reply else None
        if reply and isinstance(result, Extraction):
            return Told(result, asking, from_cache=True, usage=reply.completion.usage)
        if known and self._recall.lookup(Note.VAIN.key(request)):
            return Told(Unusable(State.PENDING, "asked for before, in vain"), asking)
        try:
            return await self._ask(asking, paper, request)
        except NotSupported as refused:
            return Told(Unusable(State.PROVIDER_ERROR, str(refused)), asking, refused.attempts)

    async def _once(self, key: str, work: Callable[[], Coroutine[None, None, Told]]) -> Told:
        """Do the work of a key once, however many wait for it at the same time; what failed is not done again."""
        failed = self._failures.told(key)
        if failed:
            return failed
        told, is_shared = await self._flights.do(key, work)
        if isinstance(told.result, Unusable):
            self._failures.note(key, told, told.result)
        return told.shared() if is_shared else told

    async def _tell(self, asking: Asking, paper: Paper, request: Request, *, renewed: bool) -> Told:
        spent = 0
        while True:
            if asking is not self.asking:  # something was refused since the request was made
                asking, request = self.asking, self.asking.request(paper)
            try:
                known = None if self._rules.refresh and not renewed else self._recalled(asking, paper, request)
                told = known or await self._asked(asking, paper, request)
            except NotSupported as refused:
                spent += refused.attempts
                if self.asking is asking and not self._step_down(refused):
                    return Told(Unusable(State.PROVIDER_ERROR, str(refused)), asking, spent)
            else:
                return replace(told, requests=told.requests + spent) if spent else told

    def _step_down(self, refused: NotSupported) -> bool:
        lower = step_down(self.asking, refused.field)
        if lower is None:
            return False
        if self._rules.fixed_mode and lower.output_mode is not self.asking.output_mode:
            raise ProviderError(
                f"{self.asking.address} does not take the output mode {self.asking.output_mode} for model "
                f"{self.asking.model!r}: {refused}. Leave --output-mode out, and a mode that it takes is found."
            )
        self._ask_by(lower)
        self.left_out.append(refused.field)
        self._recall.keep(self._form_key, canonical(self.left_out))
        _log.warning("%s is refused (%s); asked without it from here on", refused.field, refused)
        return True

    def _ask_by(self, form: Asking) -> None:
        self._earlier.insert(0, self.asking)
        self.asking = form

    def _recalled(self, asking: Asking, paper: Paper, request: Request) -> Told | None:
        """Return what the cache knows: of the ask, or of one that came before something was refused."""
        earlier = ((form, form.request(paper)) for form in self._earlier if form is not asking)
        found = (self._recalled_as(form, paper, first) for form, first in chain([(asking, request)], earlier))
        return next((told for told in found if told), None)

    def _recalled_as(self, asking: Asking, paper: Paper, request: Request) -> Told | None:
        """Return what the cache knows: of the ask itself, with more room, or of its repair."""
        for way in self._ways(asking, paper, request):
            reply = self._kept_reply(way)
            result = parse(reply, self._areas) if reply else None
            if reply and isinstance(result, Extraction):
                cut = self._recall.lookup(Note.CUT.key(way)) == _CUT
                usage, kept = reply.completion.usage, Kept(way.key, reply)
                return Told(result, asking, from_cache=True, usage=usage, prompt_cut=cut, kept=kept)
        return None

    def _kept_reply(self, request: Request) -> Reply | None:
        raw = self._recall.lookup(request.key)
        return Reply(raw) if raw else None

    def _ways(self, asking: Asking, paper: Paper, request: Request) -> Iterator[Request]:
        # A generator, since the later ways are seldom gone.
        yield request
        yield request.wider
        note = self._recall.lookup(Note.BROKEN.key(request))
        if note:
            yield self._repairing(asking, paper, *json.loads(note))

    async def _asked(self, asking: Asking, paper: Paper, request: Request) -> Told:
        first = self._halfway(asking, request) or await self._ask(asking, paper, request)
        if not isinstance(first.result, Unusable):
            return first
        again = self._second_request(asking, paper, request, first.result)
        if again is None:
            return first
        half = [first.result.state, first.result.message, first.result.content, first.attempts]
        self._recall.keep(Note.HALF.key(request), canonical(half))
        told = (await self._ask(asking, paper, again)).after(first)
        if not isinstance(told.result, Unusable):
            self._recall.drop([Note.HALF.key(request)])
        elif told.result.state not in _UNANSWERED:
            return replace(told, half=Note.HALF.key(request))
        return told

    def _halfway(self, asking: Asking, request: Request) -> Told | None:
        """Return how the first ask ended, where the second was broken off or never came to an answer."""
        half = self._recall.lookup(Note.HALF.key(request))
        if half is None:
            return None
        state, message, content, attempts = json.loads(half)
        return Told(Unusable(State(state), message, content), asking, earlier=attempts)

    def _second_request(self, asking: Asking, paper: Paper, first: Request, failed: Unusable) -> Request | None:
        if self._rules.single:
            return None
        if failed.state is State.TRUNCATED and asking.room_name and not _is_loop(failed.content or ""):
            return first.wider
        if failed.state is State.FORMAT_ERROR and 0 < len(failed.content or "") <= _LONGEST_REPAIRED:
            note = [failed.message, failed.content or ""]
            self._recall.keep(Note.BROKEN.key(first), canonical(note))
            return self._repairing(asking, paper, *note)
        return None

    def _repairing(self, asking: Asking, paper: Paper, errors: str, reply: str) -> Request:
        return asking.request(paper, remark(self._repair, errors, reply))

    async def _ask(self, asking: Asking, paper: Paper, request: Request) -> Told:
        expected = self._account.start(request) if self._account else _FREE
        if expected is None:
            return Told(Unusable(State.PENDING, "not asked: --max-cost would be passed"), asking)
        served: tuple[Reply, ...] = ()
        try:
            answer = await self._asker.ask(request)
            served = (answer.reply, *answer.wasted)
        except AskFailed as failed:
            return Told(Unusable(failed.state, str(failed), failed.raw), asking, failed.attempts)
        finally:
            if self._account:
                self._account.end(expected, *served)
        return await self._kept(asking, paper, request, answer)

    async def _kept(self, asking: Asking, paper: Paper, request: Request, answer: Answer) -> Told:
        result = parse(answer.reply, self._areas)
        usage = sum((wasted.completion.usage for wasted in answer.wasted), start=answer.reply.completion.usage)
        told = Told(result, asking, answer.attempts, usage=usage)
        if not isinstance(result, Extraction):
            return told
        # A share of the tokens says nothing of whether the prompt was read whole.
        judge = None if answer.shared else self._account
        origin = origin_of(paper, asking)
        cut = await self._groups.kept(lambda: keep(self._recall, judge, request, answer.reply, origin))
        if cut and not self._cut_told:
            _log.warning("the server read fewer tokens than were sent: it cuts prompts; give it a larger context")
            self._cut_told = True
        return replace(told, prompt_cut=cut, kept=Kept(request.key, answer.reply))


def keep(recall: Recall, account: Account | None, request: Request, reply: Reply, origin: Origin) -> bool:
    """Keep a `reply` that answers `request`, and return whether the server cut the prompt in silence."""
    cut = account is not None and account.was_cut(request, reply)
    if cut or recall.lookup(Note.CUT.key(request)):
        recall.keep(Note.CUT.key(request), _CUT if cut else _WHOLE)
    recall.keep(request.key, reply.raw, about=origin.label)
    return cut


def _is_loop(content: str) -> bool:
    return len(content) - len(content.rstrip()) >= _BLANK_TAIL


def _form_key(asking: Asking, rules: Rules) -> str:
    form = [
        asking.address,
        asking.model,
        asking.output_mode,
        rules.fixed_mode,
        asking.room_name,
        sorted(asking.parameters),
    ]
    return Note.FORM.key(sha256(canonical(form)).hexdigest())
