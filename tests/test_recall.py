import sqlite3
import stat

import diskcache
import pytest

from pipeline.errors import MachineError
from pipeline.recall import Recall, checksum

KEY, OTHER = "a" * 64, "b" * 64
VALUE = b'{"choices": []}'


def test_what_is_kept_is_found_by_exactly_that_key(tmp_path):
    with Recall(tmp_path / "answers") as recall:
        recall.keep(KEY, VALUE)
        assert recall.lookup(KEY) == VALUE
        assert recall.lookup(OTHER) is None


def test_answers_outlive_the_process_that_kept_them(tmp_path):
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE)
    with Recall(tmp_path) as again:
        assert again.lookup(KEY) == VALUE


def test_two_stores_on_one_folder_see_each_others_answers(tmp_path):
    with Recall(tmp_path) as one, Recall(tmp_path) as two:
        one.keep(KEY, VALUE)
        assert two.lookup(KEY) == VALUE


def test_the_folder_is_the_owners_alone(tmp_path):
    with Recall(tmp_path / "answers"):
        assert stat.S_IMODE((tmp_path / "answers").stat().st_mode) == 0o700


def test_nothing_is_ever_evicted_even_from_a_folder_that_was_set_to(tmp_path):
    diskcache.Cache(str(tmp_path), eviction_policy="least-recently-stored", size_limit=1000).close()
    with Recall(tmp_path) as recall:
        for number in range(50):
            recall.keep(str(number), b"x" * 10_000)
        assert recall.lookup("0") == b"x" * 10_000


def test_a_pickled_value_is_refused_unread(tmp_path):
    planted = diskcache.Cache(str(tmp_path))
    planted.set(KEY, ("a", "tuple"))
    planted.close()
    with Recall(tmp_path) as recall, pytest.raises(MachineError, match="did not write"):
        recall.lookup(KEY)


def test_a_row_that_points_at_a_file_is_refused_unread(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_bytes(b"secret")
    with Recall(tmp_path / "answers") as recall:
        recall.keep(KEY, VALUE)
        base = sqlite3.connect(tmp_path / "answers" / "cache.db")
        base.execute("UPDATE Cache SET mode = 2, filename = '../secret.txt', value = NULL")
        base.commit()
        base.close()
        with pytest.raises(MachineError, match="did not write"):
            recall.lookup(KEY)


def test_a_value_that_was_changed_on_disk_is_as_good_as_none(tmp_path):
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE)
        base = sqlite3.connect(tmp_path / "cache.db")
        base.execute("UPDATE Cache SET value = ?", (b"x" * 40,))
        base.commit()
        base.close()
        assert recall.lookup(KEY) is None


def test_an_answer_moved_to_another_key_is_not_served(tmp_path):
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE)
        base = sqlite3.connect(tmp_path / "cache.db")
        base.execute("UPDATE Cache SET key = ?", (OTHER,))
        base.commit()
        base.close()
        assert recall.lookup(OTHER) is None


def test_a_store_that_is_no_database_is_this_machines_fault_and_named(tmp_path):
    (tmp_path / "cache.db").write_bytes(b"not a database at all, but long enough to look at" * 50)
    with pytest.raises(MachineError, match=r"--cache-dir") as caught:
        Recall(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_folder_that_cannot_be_made_is_this_machines_fault(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MachineError):
        Recall(tmp_path / "file" / "answers")


def test_rows_tell_size_age_and_what_was_written_beside_a_value_oldest_first(tmp_path):
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE, about="a word")
        recall.keep(OTHER, b"")
        first, second = recall.rows()
    assert (first.key, first.size, first.about) == (KEY, len(VALUE), "a word")
    assert (second.key, second.size, second.about) == (OTHER, 0, None)
    assert first.kept_at <= second.kept_at


def test_what_is_dropped_is_not_found_again_and_the_rest_is(tmp_path):
    with Recall(tmp_path) as recall:
        for key in (KEY, OTHER):
            recall.keep(key, VALUE)
        assert recall.drop([KEY, "never kept"]) == 1
        assert recall.lookup(KEY) is None
        assert recall.lookup(OTHER) == VALUE


def test_dropping_a_row_that_points_at_a_file_leaves_the_file(tmp_path):
    bystander = tmp_path / "bystander.txt"
    bystander.write_bytes(b"not ours")
    with Recall(tmp_path / "answers") as recall:
        recall.keep(KEY, VALUE)
        base = sqlite3.connect(tmp_path / "answers" / "cache.db")
        base.execute("UPDATE Cache SET filename = '../bystander.txt'")
        base.commit()
        base.close()
        recall.drop([KEY])
        assert list(recall.rows()) == []
    assert bystander.read_bytes() == b"not ours"


@pytest.mark.parametrize("planted", ["text", 7, 1.5, None])
def test_a_value_that_is_no_bytes_is_as_good_as_none(tmp_path, planted):
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE)
        base = sqlite3.connect(tmp_path / "cache.db")
        base.execute("UPDATE Cache SET value = ?", (planted,))
        base.commit()
        base.close()
        assert recall.lookup(KEY) is None


@pytest.mark.parametrize(("setting", "value"), [("disk_magic", 1), ("sqlite_journal_mode", "x; y")])
def test_a_store_with_settings_that_are_not_ours_is_refused_and_named(tmp_path, setting, value):
    Recall(tmp_path).close()
    base = sqlite3.connect(tmp_path / "cache.db")
    base.execute("INSERT OR REPLACE INTO Settings VALUES (?, ?)", (setting, value))
    base.commit()
    base.close()
    with pytest.raises(MachineError, match=r"--cache-dir"):
        Recall(tmp_path)


def test_in_a_folder_that_others_can_enter_the_answers_are_still_the_owners_alone(tmp_path):
    tmp_path.chmod(0o755)
    with Recall(tmp_path) as recall:
        recall.keep(KEY, VALUE)
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("cache.db*")} == {0o600}


def test_what_is_kept_has_reached_the_disk(tmp_path):
    with Recall(tmp_path) as recall:
        assert recall._store._cache._sql("PRAGMA synchronous").fetchall() == [(2,)]


def test_a_store_that_another_process_will_not_let_go_of_is_told_after_a_while(tmp_path):
    with Recall(tmp_path) as recall:
        recall._store._cache._timeout = 0.01
        recall._store._cache.close()  # the timeout counts from the next connection on
        holder = sqlite3.connect(tmp_path / "cache.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(MachineError, match="another process holds it"):
            recall.keep(KEY, VALUE)
        holder.execute("ROLLBACK")
        holder.close()
        recall.keep(KEY, VALUE)
        assert recall.lookup(KEY) == VALUE


def test_what_is_kept_together_is_kept_all_or_not_at_all(tmp_path):
    with Recall(tmp_path) as recall:
        with pytest.raises(KeyboardInterrupt), recall.together():
            recall.keep("one", b"1")
            raise KeyboardInterrupt
        with recall.together():
            recall.keep("two", b"2")
            recall.keep("three", b"3")
    with Recall(tmp_path) as recall:
        assert [recall.lookup(name) for name in ("one", "two", "three")] == [None, b"2", b"3"]


def test_a_checksum_is_of_key_and_value_and_only_what_is_whole_has_one(tmp_path):
    with Recall(tmp_path) as recall:
        recall.keep("a", b"one")
        recall.keep("b", b"one")
        told = recall.checksums(["a", "b", "c"])
        assert told == {"a": checksum("a", b"one"), "b": checksum("b", b"one")}
        assert len({*told.values(), checksum("a", b"two")}) == 3
        recall._store.put("a", b"damaged" * 5, None)
        assert set(recall.checksums(["a", "b"])) == {"b"}
