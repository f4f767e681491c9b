import json

from grounded import ASKED, told

from pipeline.cluster import parts
from pipeline.cluster.parts import Head
from pipeline.completion import Usage
from pipeline.extraction import Extraction
from pipeline.failure import FailedPaper, Failure, State
from pipeline.finished import Finished
from pipeline.ground import ground
from pipeline.paper import Paper, Source
from pipeline.tally import Outcome

ABSTRACT = "We propose FOO\u2028, which is 3x faster."
CARD = Finished.of(told(ABSTRACT))
FAILURE = Failure(paper=FailedPaper(id="key:a", sources=()), state=State.REFUSED, message="no", attempts=1, raw="x")
HEAD = Head(made_of="0", provenance=ASKED, asked=None)


def written(tmp_path, *outcomes):
    path = parts.part(tmp_path, 3)
    path.write_bytes(parts.content(HEAD, outcomes))
    return path


def test_outcomes_come_back_as_they_were(tmp_path):
    outcomes = [Outcome(CARD, None, 2, usage=Usage(10, 0, 5)), Outcome(failure=FAILURE, requests=1)]
    path = written(tmp_path, *outcomes)
    assert [outcome for _, outcome in parts.read_part(path)] == outcomes
    assert parts.head_of(path) == HEAD
    assert [parts.read_outcome(path, number) for number in range(2)] == outcomes


def test_a_part_that_is_missing_or_foreign_has_no_head(tmp_path):
    assert parts.head_of(tmp_path / "none") is None
    (tmp_path / "foreign").write_text(json.dumps({"a": 1}))
    assert parts.head_of(tmp_path / "foreign") is None


def test_a_part_is_made_of_its_papers_and_of_the_choices():
    digests = {parts.made_of(shard, choices) for shard in (b"a", b"b") for choices in ("a", "b")}
    assert len(digests) == 4


def test_what_an_earlier_run_asked_costs_this_one_nothing():
    again = parts.recalled(Outcome(CARD, None, 2, usage=Usage(10, 0, 5)))
    assert (again.requests, again.from_cache, again.finished) == (0, True, CARD)
    assert parts.recalled(Outcome(failure=FAILURE, requests=1)) == Outcome(failure=FAILURE)


def test_a_repeat_has_the_card_that_it_would_have_been_asked_for():
    paper = Paper(id="key:b", title="Another", abstract=ABSTRACT, sources=(Source(path="p", position=2),))
    reply = {"system": [], "problem": {"text": "", "sentences": []}, "method": {"text": "", "sentences": []}}
    reply |= {"area": "a", "task": "", "claimed_gains": []}
    alone = ground(paper, Extraction.model_validate_json(json.dumps(reply)), ASKED)
    again = parts.repeated(Outcome(CARD, None, 1), paper)
    assert (again.finished, again.requests, again.from_cache) == (Finished.of(alone), 0, True)


def test_a_repeat_fails_as_the_first_failed_under_its_own_name():
    paper = Paper(id="key:b", abstract=ABSTRACT, sources=(Source(path="p", position=2),))
    again = parts.repeated(Outcome(failure=FAILURE, requests=1), paper)
    assert again.failure.paper == FailedPaper(id="key:b", sources=paper.sources)
    assert (again.failure.state, again.requests, again.from_cache) == (State.REFUSED, 0, False)
