import sqlite3
from contextlib import closing

import diskcache
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.errors import MachineError
from pipeline.recall import Recall, bulk

KEYS = [f"{number:064x}" for number in range(1200)]
VALUE = b'{"choices": []}'


@pytest.fixture
def kept(tmp_path):
    """A cache that knows every second key."""
    with Recall(tmp_path) as recall, recall.together():
        for key in KEYS[::2]:
            recall.keep(key, key.encode())
    return tmp_path


def change(folder, statement, *values):
    with closing(sqlite3.connect(folder / "cache.db")) as base:
        base.execute(statement, values)
        base.commit()


def test_the_table_is_laid_out_as_the_pinned_release_does(tmp_path):
    with Recall(tmp_path) as recall:
        assert diskcache.__version__ == "5.6.3"
        assert recall._store._bulk is not None


def test_more_keys_than_a_query_takes_are_looked_up_and_only_those_that_are_known_are_found(kept):
    with Recall(kept) as recall:
        assert recall.lookup_all(KEYS) == {key: key.encode() for key in KEYS[::2]}


@given(wanted=st.lists(st.sampled_from(KEYS), max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_many_at_once_are_what_they_are_one_by_one(kept, wanted):
    with Recall(kept) as recall:
        one_by_one = {key: value for key in wanted if (value := recall.lookup(key)) is not None}
        assert recall.lookup_all(wanted) == one_by_one


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE Cache RENAME COLUMN mode TO kind",
        "ALTER TABLE Cache RENAME COLUMN expire_time TO until",
    ],
)
def test_a_table_of_another_layout_has_no_bulk_reader(kept, statement):
    change(kept, statement)
    assert bulk.bulk_reader(kept / "cache.db") is None


def test_another_release_is_read_one_by_one(kept, monkeypatch):
    monkeypatch.setattr(diskcache, "__version__", "6.0.0")
    with Recall(kept) as recall:
        assert recall._store._bulk is None
        assert recall.lookup_all(KEYS[:10]) == {key: key.encode() for key in KEYS[:10:2]}


def test_a_pickled_row_among_many_is_refused_unread(tmp_path):
    planted = diskcache.Cache(str(tmp_path))
    planted.set(KEYS[0], ("a", "tuple"))
    planted.close()
    with Recall(tmp_path) as recall, pytest.raises(MachineError, match="did not write"):
        recall.lookup_all(KEYS[:10])


def test_a_row_among_many_that_points_at_a_file_is_refused_unread(kept):
    change(kept, "UPDATE Cache SET mode = 2, filename = '../secret.txt', value = NULL WHERE key = ?", KEYS[0])
    with Recall(kept) as recall, pytest.raises(MachineError, match="did not write"):
        recall.lookup_all(KEYS[:10])


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("UPDATE Cache SET value = ? WHERE key = ?", (b"x" * 40, KEYS[0])),
        ("UPDATE Cache SET value = 'text' WHERE key = ?", (KEYS[0],)),
        ("UPDATE Cache SET value = NULL WHERE key = ?", (KEYS[0],)),
        ("UPDATE Cache SET key = 'elsewhere' WHERE key = ?", (KEYS[0],)),
        ("UPDATE Cache SET expire_time = 1 WHERE key = ?", (KEYS[0],)),
    ],
)
def test_a_row_among_many_that_is_not_as_it_was_kept_is_as_good_as_none(kept, statement, values):
    change(kept, statement, *values)
    with Recall(kept) as recall:
        assert set(recall.lookup_all([*KEYS[:10], "elsewhere"])) == set(KEYS[2:10:2])


def rows(folder):
    """All that diskcache's table holds, but for when it was kept."""
    with closing(sqlite3.connect(folder / "cache.db")) as base:
        told = "key, raw, expire_time, access_count, tag, size, mode, filename, value"
        assert {name for _, name, *_ in base.execute("PRAGMA table_info(Cache)")} == {
            *told.split(", "), "rowid", "store_time", "access_time",
        }  # fmt: skip
        counted = dict(base.execute("SELECT key, value FROM Settings WHERE key IN ('count', 'size')"))
        return base.execute(f"SELECT {told} FROM Cache ORDER BY key").fetchall(), counted  # noqa: S608 - ours


kept_rows = st.lists(st.tuples(st.sampled_from(KEYS[:6]), st.binary(max_size=20), st.none() | st.text(max_size=5)))


@given(before=kept_rows, put=kept_rows)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_kept_together_lies_there_as_what_is_kept_one_by_one(tmp_path_factory, before, put):
    folders = [tmp_path_factory.mktemp("cache") for _ in range(2)]
    for folder in folders:
        with diskcache.Cache(str(folder)) as other:
            for key, value, tag in before:
                other.set(key, value, expire=-1, tag=tag)
    with Recall(folders[0]) as recall:
        for key, value, about in put:
            recall.keep(key, value, about)
    with Recall(folders[1]) as recall, recall.together():
        for key, value, about in put:
            recall.keep(key, value, about)
    assert rows(folders[0]) == rows(folders[1])


def test_within_a_block_what_was_kept_is_found_and_dropped_and_counts_as_kept_when_it_ends(tmp_path):
    with Recall(tmp_path) as recall:
        with recall.together():
            recall.keep(KEYS[0], VALUE)
            assert recall.lookup(KEYS[0]) == VALUE
            recall.keep(KEYS[1], VALUE)
            assert recall.drop(KEYS[:3]) == 2
            recall.keep(KEYS[2], VALUE)
            with recall.together():
                recall.keep(KEYS[3], VALUE)
            recall.keep(KEYS[2], b"newer")
        with Recall(tmp_path) as other:
            assert other.lookup_all(KEYS[:5]) == {KEYS[2]: b"newer", KEYS[3]: VALUE}


def test_another_release_is_written_one_by_one(tmp_path, monkeypatch):
    monkeypatch.setattr(diskcache, "__version__", "6.0.0")
    monkeypatch.delattr("pipeline.recall.local.set_all")
    with Recall(tmp_path) as recall:
        with recall.together():
            recall.keep(KEYS[0], VALUE)
        assert recall.lookup(KEYS[0]) == VALUE


def test_what_is_read_ahead_is_given_once_without_the_store(kept):
    with Recall(kept) as recall:
        recall.read_ahead(KEYS[:10])
        change(kept, "DELETE FROM Cache")
        assert recall.lookup(KEYS[0]) == KEYS[0].encode()
        assert recall.lookup(KEYS[0]) is None


def test_what_was_not_there_when_it_was_read_ahead_is_found_when_another_process_has_kept_it(tmp_path):
    with Recall(tmp_path) as one, Recall(tmp_path) as other:
        one.read_ahead(KEYS[:10])
        other.keep(KEYS[0], VALUE)
        assert one.lookup(KEYS[0]) == VALUE


def test_what_is_kept_or_dropped_after_it_was_read_ahead_counts(kept):
    with Recall(kept) as recall:
        recall.read_ahead(KEYS[:10])
        recall.keep(KEYS[0], VALUE)
        recall.drop([KEYS[2]])
        assert recall.lookup(KEYS[0]) == VALUE
        assert recall.lookup(KEYS[2]) is None


def test_no_more_is_held_than_the_last_that_were_read_ahead(kept, monkeypatch):
    monkeypatch.setattr("pipeline.recall.recall._HELD", 10)
    with Recall(kept) as recall:
        for start in (0, 10, 20):
            recall.read_ahead(KEYS[start : start + 10])
        change(kept, "DELETE FROM Cache")
        assert [recall.lookup(KEYS[number]) is not None for number in (0, 10, 20)] == [False, True, True]
