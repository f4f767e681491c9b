"""Work spread over processes: the same results in the same order, errors raised, no process left."""

from __future__ import annotations

from itertools import count, islice
from multiprocessing import active_children
from pathlib import Path

import pytest
from chores import ends, fails_at_seventy, twice

from pipeline.engines.extractive import ExtractiveEngine
from pipeline.errors import MachineError
from pipeline.journal import NoMemory
from pipeline.promptfiles import read_taxonomy
from pipeline.readers import read_papers
from pipeline.run import EmbeddedJourney
from pipeline.workers import spread
from pipeline.write import line

SEEDS = Path(__file__).parents[1] / "seeds"


def counted(drawn, numbers):
    for number in numbers:
        drawn.append(number)
        yield number


@pytest.fixture(autouse=True)
def no_process_is_left():
    yield
    assert active_children() == []


@pytest.mark.parametrize("jobs", [1, 2, 4, None])
def test_results_come_in_the_order_of_the_input(jobs):
    assert list(spread(twice, range(300), jobs)) == [2 * number for number in range(300)]


@pytest.mark.parametrize("many", [0, 1, 33])
def test_there_may_be_fewer_items_than_processes_can_take(many):
    assert list(spread(twice, range(many), 2)) == [2 * number for number in range(many)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_items_are_drawn_only_as_they_are_needed(jobs):
    drawn = []
    results = spread(twice, counted(drawn, count()), jobs)
    assert list(islice(results, 100)) == [2 * number for number in range(100)]
    results.close()
    assert len(drawn) <= 300


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_work_is_raised_here(jobs):
    with pytest.raises(ValueError, match="seventy"):
        list(spread(fails_at_seventy, range(300), jobs))


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_ends_the_processes(error):
    results = spread(twice, count(), 2)
    next(results)
    with pytest.raises(error):
        results.throw(error())


def test_a_process_that_dies_is_told_and_waited_for_no_longer():
    with pytest.raises(MachineError, match="--jobs 1"):
        list(spread(ends, range(1, 100), 2))


def test_the_embedded_engine_writes_equal_bytes_in_any_number_of_processes():
    taxonomy = read_taxonomy()
    papers = list(read_papers([str(SEEDS)]))

    def written(jobs):
        lines = []
        journey = EmbeddedJourney(ExtractiveEngine.load(taxonomy), taxonomy, jobs)
        journey.run(papers, lambda outcome: lines.append(line(outcome.card)), NoMemory())
        return lines

    assert written(1) == written(2) == written(4)
