import asyncio
import json
from collections import Counter

import pytest
from completions import ANSWER, completion

from pipeline.desk import Desk
from pipeline.engines.interface import Answer, AskFailed, NotSupported
from pipeline.errors import ProviderError
from pipeline.exchange import Reply
from pipeline.extraction import Extraction
from pipeline.failure import State
from pipeline.outputmode import OutputMode
from pipeline.paper import Paper
from pipeline.parse import Unusable
from pipeline.prompt import Asking
from pipeline.promptfiles import read_repair, read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.telling import Rules

PAPER = Paper(id="key:1", abstract="Drafts are slow. We propose PARD.")
SAME = Paper(id="key:2", abstract=PAPER.abstract)


class Script:
    """Answers with one step after another: a body, or an error; a function chooses by the request."""

    def __init__(self, *steps):
        self.retries = Counter()
        self.steps = list(steps)
        self.requests = []

    async def ask(self, request):
        self.requests.append(request)
        await asyncio.sleep(0)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        step = step(request) if callable(step) else step
        if isinstance(step, Exception):
            raise step
        return Answer(Reply(json.dumps(step).encode()), 1)

    async def close(self):
        pass


@pytest.fixture
def recall(tmp_path):
    with Recall(tmp_path) as opened:
        yield opened


def desk(script, recall, *, refresh=False, **form):
    asking = Asking("http://127.0.0.1/v1", "m", read_template(), read_taxonomy(), **form)
    return Desk(asking, script, recall, read_repair(), rules=Rules(refresh=refresh))


def tell(made, *papers):
    async def scene():
        return await asyncio.gather(*(made.tell(paper, made.request(paper)) for paper in papers))

    return asyncio.run(scene())


def state(told):
    return told.result.state if isinstance(told.result, Unusable) else State.OK


def test_an_answer_is_kept_and_the_next_desk_asks_nothing(recall):
    script = Script(completion())
    (first,) = tell(desk(script, recall), PAPER)
    (second,) = tell(desk(script, recall), PAPER)
    assert first.result == second.result == Extraction.model_validate_json(json.dumps(ANSWER))
    assert (first.requests, first.from_cache) == (1, False)
    assert (second.requests, second.from_cache) == (0, True)
    assert len(script.requests) == 1


def test_refresh_asks_although_an_answer_is_known_and_keeps_the_new_one(recall):
    tell(desk(Script(completion()), recall), PAPER)
    script = Script(completion(ANSWER | {"task": "new"}))
    tell(desk(script, recall, refresh=True), PAPER)
    (again,) = tell(desk(script, recall), PAPER)
    assert len(script.requests) == 1
    assert again.result.task == "new"


def test_equal_abstracts_at_the_same_time_are_asked_once(recall):
    script = Script(completion())
    first, second = tell(desk(script, recall), PAPER, SAME)
    assert len(script.requests) == 1
    assert first.result == second.result
    assert first.requests + second.requests == 1


def test_equal_abstracts_that_fail_fail_once(recall):
    script = Script(completion(refusal="no"))
    made = desk(script, recall)
    assert [state(told) for told in [*tell(made, PAPER, SAME), *tell(made, SAME)]] == [State.REFUSED] * 3
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (completion(refusal="no"), State.REFUSED),
        (completion(content="", finish_reason="content_filter"), State.CONTENT_FILTER),
        (AskFailed(State.TOO_LONG, "long", 1), State.TOO_LONG),
        (AskFailed(State.PROVIDER_ERROR, "down", 4), State.PROVIDER_ERROR),
    ],
)
def test_what_more_asking_would_not_mend_is_asked_once_and_never_kept(recall, body, expected):
    script = Script(body)
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is expected
    assert len(script.requests) == 1
    tell(desk(script, recall), PAPER)
    assert len(script.requests) == 2


def test_a_cut_reply_is_asked_once_more_with_twice_the_room(recall):
    script = Script(completion(content='{"system"', finish_reason="length"), completion())
    (told,) = tell(desk(script, recall, room=1000), PAPER)
    assert state(told) is State.OK
    assert told.requests == 2
    assert [request.body["max_completion_tokens"] for request in script.requests] == [1000, 2000]
    assert told.usage.output == 160
    (again,) = tell(desk(script, recall, room=1000), PAPER)
    assert again.from_cache
    assert len(script.requests) == 2


def test_a_reply_that_is_cut_twice_is_truncated(recall):
    script = Script(completion(content='{"system"', finish_reason="length"))
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.TRUNCATED
    assert len(script.requests) == 2


def test_a_loop_of_blanks_to_the_limit_is_not_asked_again(recall):
    script = Script(completion(content='{"system"' + "\n" * 500, finish_reason="length"))
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.TRUNCATED
    assert len(script.requests) == 1


def test_an_invalid_reply_gets_one_repair_that_names_the_error_and_shows_the_reply(recall):
    script = Script(completion(ANSWER | {"task": 7}), completion())
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.OK
    assert told.requests == 2
    first, repair = script.requests
    system = repair.body["messages"][0]["content"]
    assert system.startswith(first.body["messages"][0]["content"])
    assert "task: Input should be a valid string" in system
    assert '"task": 7' in system
    assert repair.body["messages"][1:] == first.body["messages"][1:]


def test_a_repaired_answer_is_found_again_without_asking(recall):
    script = Script(completion(ANSWER | {"task": 7}), completion())
    (first,) = tell(desk(script, recall), PAPER)
    (again,) = tell(desk(script, recall), PAPER)
    assert again.from_cache
    assert again.result == first.result
    assert len(script.requests) == 2


def test_an_invalid_repair_is_a_format_error_with_the_raw_text_and_nothing_is_kept(recall):
    script = Script(completion(content="no json at all"))
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.FORMAT_ERROR
    assert told.result.content == "no json at all"
    assert len(script.requests) == 2
    desk(script, recall).settle(told)
    tell(desk(script, recall), PAPER)
    assert len(script.requests) == 4


def refusing(*fields):
    def answer(request):
        refused = next((name for name in fields if name in request.body), None)
        return NotSupported(refused, f"no {refused}") if refused else completion()

    return answer


def test_what_a_server_refuses_is_left_out_for_all_and_remembered_for_the_next_run(recall):
    script = Script(refusing("response_format", "temperature", "max_completion_tokens"))
    made = desk(script, recall)
    tell(made, PAPER)
    assert made.asking.output_mode is OutputMode.TEXT
    (second,) = tell(made, Paper(id="key:3", abstract="Another one. We do it."))
    assert second.requests == 1
    assert second.asking.output_mode is OutputMode.TEXT
    sent = len(script.requests)
    (again,) = tell(desk(script, recall), PAPER)
    assert again.from_cache
    assert again.asking.output_mode is OutputMode.TEXT
    assert len(script.requests) == sent


def test_workers_that_are_refused_together_step_down_once(recall):
    script = Script(refusing("response_format"))
    papers = [Paper(id=f"key:{n}", abstract=f"Paper {n}. We do it.") for n in range(4)]
    made = desk(script, recall)
    assert {state(told) for told in tell(made, *papers)} == {State.OK}
    assert made.asking.output_mode is OutputMode.TEXT


def test_a_refused_field_that_was_not_sent_is_the_providers_error(recall):
    (told,) = tell(desk(Script(NotSupported("tools", "no tools")), recall), PAPER)
    assert state(told) is State.PROVIDER_ERROR


def test_what_was_answered_before_something_was_refused_is_found_again_by_the_next_run(recall):
    other = Paper(id="key:3", abstract="Another one. We do it.")
    script = Script(completion(), NotSupported("response_format", "not this time"), completion(ANSWER | {"task": "b"}))
    made = desk(script, recall)
    (first,), (second,) = tell(made, PAPER), tell(made, other)
    assert [told.asking.output_mode for told in (first, second)] == [OutputMode.JSON_SCHEMA, OutputMode.JSON_OBJECT]
    again = tell(desk(script, recall), PAPER, other)
    assert len(script.requests) == 3
    assert [(told.result, told.asking) for told in again] == [(told.result, told.asking) for told in (first, second)]


def test_a_mark_names_an_ask_the_same_before_and_after_something_was_refused(recall):
    made = desk(Script(refusing("response_format")), recall, refresh=True)
    before = made.mark(PAPER, made.request(PAPER))
    tell(made, PAPER)
    assert made.asking.output_mode is OutputMode.TEXT
    assert made.mark(PAPER, made.request(PAPER)) == before


def test_what_was_renewed_before_an_interruption_is_not_asked_a_third_time(recall):
    tell(desk(Script(completion()), recall), PAPER)
    script = Script(completion(ANSWER | {"task": "new"}))
    made = desk(script, recall, refresh=True)
    assert made.renews
    tell(made, PAPER)
    again = asyncio.run(made.tell(PAPER, made.request(PAPER), renewed=True))
    assert (again.from_cache, again.result.task, len(script.requests)) == (True, "new", 1)


@pytest.mark.parametrize("content", ['{"task": "\ud800"}', "no json \udfff", '\udcff{"system": ["a"]}'])
def test_half_a_character_in_a_reply_ends_in_a_format_error_that_can_be_written(recall, content):
    script = Script(completion(content=content))
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.FORMAT_ERROR
    assert len(script.requests) == 2
    assert (told.result.message + told.result.content).encode()


def test_half_a_character_in_a_refusal_can_be_written(recall):
    (told,) = tell(desk(Script(completion(refusal="no \ud800")), recall), PAPER)
    assert state(told) is State.REFUSED
    assert told.result.message.encode()


def test_what_is_longer_than_any_answer_is_not_sent_back_for_a_repair(recall):
    script = Script(completion(content="x" * 1_000_000))
    (told,) = tell(desk(script, recall), PAPER)
    assert state(told) is State.FORMAT_ERROR
    assert len(script.requests) == 1


def test_the_last_failures_are_held_without_what_the_model_wrote(recall, monkeypatch):
    monkeypatch.setattr("pipeline.telling._HELD", 5)
    script = Script(completion(refusal="n" * 100_000))
    made = desk(script, recall)
    papers = [Paper(id=f"key:{n}", abstract=f"Paper {n}. We do it.") for n in range(20)]
    tell(made, *papers)
    assert not made._flights._running
    assert len(script.requests) == 20
    again = tell(made, *reversed(papers[-5:]))
    assert all(len(told.result.content) == 2_000 and told.requests == 0 for told in again)
    assert len(script.requests) == 20
    tell(made, papers[0])
    assert len(script.requests) == 21


def test_a_worker_that_is_cancelled_leaves_no_ask_running(recall):
    started, ended = [], []

    class Hanging(Script):
        async def ask(self, request):
            started.append(request)
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(request)

    async def scene():
        made = desk(Hanging(), recall)
        workers = [asyncio.create_task(made.tell(paper, made.request(paper))) for paper in (PAPER, SAME)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(scene()) == set()
    assert len(started) == len(ended) == 1


def test_an_error_that_ends_the_run_reaches_every_paper_that_shares_the_ask(recall):
    made = desk(Script(ProviderError("nobody")), recall)

    async def scene():
        asks = (made.tell(paper, made.request(paper)) for paper in (PAPER, SAME))
        return await asyncio.gather(*asks, return_exceptions=True)

    assert [type(error) for error in asyncio.run(scene())] == [ProviderError, ProviderError]
    assert not made._flights._running


@pytest.mark.parametrize("first", [completion(content="{", finish_reason="length"), completion(content="no json")])
def test_a_second_ask_that_was_broken_off_is_all_that_the_next_run_asks(recall, first):
    script = Script(first, ProviderError("nobody"))
    with pytest.raises(ProviderError):
        tell(desk(script, recall), PAPER)
    again = Script(completion())
    (told,) = tell(desk(again, recall), PAPER)
    assert state(told) is State.OK
    assert [request.key for request in again.requests] == [script.requests[1].key]
    assert (told.requests, told.attempts) == (1, 2), "what an ask is said to have taken, no interruption changes"


def test_a_correction_is_asked_with_the_reply_and_the_complaints_and_found_again_without_asking(recall):
    script = Script(completion(ANSWER | {"system": ["QUX"]}), completion())
    (first,) = tell(desk(script, recall), PAPER)

    def corrected(told):
        async def scene():
            return await made.correct(PAPER, told, told.result, 'system[0] "QUX": not in the abstract.')

        made = desk(script, recall)
        return asyncio.run(scene())

    second = corrected(first)
    assert second.result.system == ("PARD",)
    assert second.requests == 2
    assert 'system[0] "QUX"' in script.requests[1].body["messages"][0]["content"]
    assert script.requests[1].body["messages"][1:] == script.requests[0].body["messages"][1:]
    (known,) = tell(desk(script, recall), PAPER)
    again = corrected(known)
    assert (again.result, again.requests, again.from_cache) == (second.result, 0, True)
    assert len(script.requests) == 2


def test_a_correction_that_comes_to_nothing_leaves_what_was_told(recall):
    script = Script(completion(), completion(refusal="no"))
    made = desk(script, recall)
    (first,) = tell(made, PAPER)

    async def scene():
        return await made.correct(PAPER, first, first.result, "wrong")

    second = asyncio.run(scene())
    assert second.result == first.result
    assert second.requests == 2
    (first,) = tell(made, PAPER)
    assert asyncio.run(scene()).requests == 0, "what was asked in vain is not paid for again"


@pytest.mark.parametrize(
    ("step", "requests"),
    [(NotSupported("messages", "no", attempts=2), 2), (AskFailed(State.PROVIDER_ERROR, "reset", 3), 3)],
    ids=["refused", "failed"],
)
def test_a_correction_that_fails_is_asked_once_for_equal_abstracts_and_counted_once(recall, step, requests):
    script = Script(completion(), step)
    made = desk(script, recall)
    (first,) = tell(made, PAPER)

    async def scene():
        together = await asyncio.gather(*(made.correct(paper, first, first.result, "no") for paper in (PAPER, SAME)))
        return [*together, await made.correct(SAME, first, first.result, "no")]

    told = asyncio.run(scene())
    assert [each.result for each in told] == [first.result] * 3
    assert [each.requests - first.requests for each in told] == [requests, 0, 0]
    assert len(script.requests) == 2


def test_what_is_refused_between_a_request_and_its_sending_is_left_out_of_it(recall):
    def step(request):
        return NotSupported("temperature", "no") if "temperature" in request.body else completion()

    made = desk(Script(step, step), recall)
    other = Paper(id="key:9", abstract="Another one. We do it.")

    async def scene():
        request = made.request(other)
        late = asyncio.ensure_future(made.tell(other, request))
        await asyncio.sleep(0)
        made._step_down(NotSupported("temperature", "no"))
        return await late

    assert state(asyncio.run(scene())) is State.OK


def test_a_mode_that_was_chosen_and_is_refused_ends_the_run_at_once(recall):
    script = Script(NotSupported("response_format", "no such format"))
    made = Desk(desk(script, recall).asking, script, recall, read_repair(), rules=Rules(fixed_mode=True))
    with pytest.raises(ProviderError, match="Leave --output-mode out"):
        tell(made, PAPER)
    assert len(script.requests) == 1


def test_how_the_first_ask_ended_is_known_until_the_failure_of_the_second_is_on_record(recall):
    script = Script(completion(content="no json"))
    made = desk(script, recall)
    (told,) = tell(made, PAPER)
    assert (state(told), told.requests, len(script.requests)) == (State.FORMAT_ERROR, 2, 2)
    tell(desk(script, recall), PAPER)
    assert len(script.requests) == 3, "a crash before the failure is on record costs the second ask alone"
    made.settle(told)
    tell(desk(script, recall), PAPER)
    assert len(script.requests) == 5
