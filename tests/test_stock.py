import sqlite3
from datetime import UTC, datetime

import pytest

from pipeline.origin import origin_of
from pipeline.paper import Paper
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template
from pipeline.recall import Recall
from pipeline.stock import bytes_told, kept_before, take_stock

DAY = 86_400
NOVEMBER_2 = datetime(2026, 11, 2, tzinfo=UTC).timestamp()
PAPER = Paper(id="key:1", abstract="Drafts are slow. We propose PARD.")


def label(model):
    return origin_of(PAPER, Asking("http://127.0.0.1/v1", model, read_template(), read_taxonomy())).label


@pytest.fixture
def folder(tmp_path):
    """A cache of two answers by one model, one of another, one that tells no origin, and a note, a day apart."""
    with Recall(tmp_path) as recall:
        for number, about in enumerate([label("m"), label("m"), label("n"), None]):
            recall.keep(f"{number:064x}", b"x" * 1000, about)
        recall.keep("form:0", b"[]")
    base = sqlite3.connect(tmp_path / "cache.db")
    base.execute("UPDATE Cache SET store_time = ? + (rowid - 1) * ?", (NOVEMBER_2, DAY))
    base.commit()
    base.close()
    return tmp_path


def test_answers_are_counted_by_model_and_address_with_their_bytes_and_days(folder):
    with Recall(folder) as recall:
        stock = take_stock(recall)
    assert (stock.answers, stock.notes) == (4, 1)
    assert [(holding.model, holding.answers, holding.size) for holding in stock.holdings] == [
        ("", 1, 1000), ("m", 2, 2000), ("n", 1, 1000),
    ]  # fmt: skip
    assert "  2 of m at http://127.0.0.1/v1, 2 kB, 2026-11-02 to 2026-11-03" in stock.table.split("\n")
    assert "  1 of unknown origin, 1 kB, 2026-11-05 to 2026-11-05" in stock.table.split("\n")
    assert stock.bytes_on_disk > 4000


def test_an_empty_cache_is_told_as_one(tmp_path):
    with Recall(tmp_path) as recall:
        assert "answers  0" in take_stock(recall).table


def test_what_was_kept_before_a_moment_is_found_by_its_age(folder):
    with Recall(folder) as recall:
        assert kept_before(recall, NOVEMBER_2) == ()
        assert len(kept_before(recall, NOVEMBER_2 + 1.5 * DAY)) == 2
        assert len(kept_before(recall, NOVEMBER_2 + 9 * DAY)) == 5


def test_what_is_neither_answer_nor_note_of_one_is_never_old(folder):
    with Recall(folder) as recall:
        recall.keep("something:else", b"kept for another purpose")
        assert "something:else" not in kept_before(recall, NOVEMBER_2 + 1000 * DAY)


@pytest.mark.parametrize(("size", "told"), [(0, "0 B"), (999, "999 B"), (1500, "2 kB"), (2_340_000, "2.3 MB")])
def test_sizes_are_told_for_a_person(size, told):
    assert bytes_told(size) == told
