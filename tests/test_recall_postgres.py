import asyncio
import json
import os
import subprocess
import sys
import threading

import pytest
from command import command
from completions import NAMELESS, completion
from database import PASSWORD, programs, running

from pipeline.doctor.machine import cache
from pipeline.errors import MachineError, UsageError
from pipeline.recall import Groups, Recall, host_of, postgres
from pipeline.stock import kept_before, take_stock

KEY, OTHER = "a" * 64, "b" * 64
VALUE = b'{"choices": []}\x00\xff'
ADDRESS = "http://127.0.0.1:9/v1"
ASK = ("--base-url", ADDRESS, "--model", "m")

pytestmark = pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed (Debian: postgresql)")


@pytest.fixture(scope="module")
def server():
    with running() as one:
        yield one


@pytest.fixture
def url(server):
    return server.new_database()


@pytest.fixture
def recall(url):
    with Recall(url) as opened:
        yield opened


def rows(url, statement, *values):
    import psycopg  # noqa: PLC0415 - where the server is, this is

    with psycopg.connect(url, autocommit=True) as base:
        cursor = base.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def test_what_is_kept_is_found_by_exactly_that_key_and_by_another_machine(url, recall):
    recall.keep(KEY, VALUE, about="a word")
    with Recall(url) as other:
        assert other.lookup(KEY) == VALUE
        assert other.lookup(OTHER) is None


def test_many_are_looked_up_by_one_question(recall, monkeypatch):
    keys = [f"{number:064x}" for number in range(1200)]
    with recall.together():
        for key in keys[::2]:
            recall.keep(key, key.encode())
    asked, execute = [], recall._store._execute
    monkeypatch.setattr(recall._store, "_execute", lambda *a, **k: asked.append(a) or execute(*a, **k))
    assert recall.lookup_all(keys) == {key: key.encode() for key in keys[::2]}
    assert len(asked) == 1


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE claimsheet_answers SET value = '\\x00112233445566778899aabbccddeeff00'",
        "UPDATE claimsheet_answers SET key = repeat('b', 64)",
        "UPDATE claimsheet_answers SET value = ''",
    ],
)
def test_a_value_that_is_not_what_was_kept_is_as_good_as_none(url, recall, change):
    recall.keep(KEY, VALUE)
    rows(url, change)
    assert recall.lookup_all([KEY, OTHER]) == {}


def test_a_pickle_is_bytes_like_any_other_and_is_never_loaded(url, recall):
    rows(url, "INSERT INTO claimsheet_answers VALUES (%s, %s, NULL, now())", KEY, b"cos\nsystem\n(S'true'\ntR.")
    assert recall.lookup(KEY) is None


def test_a_later_answer_takes_the_place_of_the_earlier(recall):
    recall.keep(KEY, b"1")
    recall.keep(KEY, b"2", about="again")
    assert recall.lookup(KEY) == b"2"
    assert [row.about for row in recall.rows()] == ["again"]


def test_what_is_kept_together_is_there_as_a_whole_or_not_at_all(url, recall):
    with pytest.raises(RuntimeError), recall.together():
        recall.keep(KEY, VALUE)
        assert recall.lookup(KEY) == VALUE
        raise RuntimeError
    assert recall.lookup(KEY) is None
    with Recall(url) as other, recall.together():
        recall.keep(KEY, VALUE)
        assert other.lookup(KEY) is None
    assert recall.lookup(KEY) == VALUE


def test_answers_that_come_together_share_a_transaction(url, recall):
    async def scene():
        groups = Groups(recall)
        works = [lambda number=number: recall.keep(f"{number}", b"x") for number in range(20)]
        await asyncio.gather(*map(groups.kept, works))

    asyncio.run(scene())
    assert len(rows(url, "SELECT DISTINCT xmin FROM claimsheet_answers")) == 1
    assert take_stock(recall).notes == 20


def test_two_that_keep_the_same_keys_in_opposite_order_never_wait_for_one_another(url):
    keys = [f"{number}" for number in range(50)]

    def keep(order):
        with Recall(url) as recall:
            for _ in range(10):
                with recall.together():
                    for key in order:
                        recall.keep(key, b"x")
                recall.drop(order[:25])
        ends.append("well")

    ends = []
    threads = [threading.Thread(target=keep, args=(order,)) for order in (keys, keys[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert ends == ["well", "well"]


def test_rows_tell_size_age_and_label_and_what_is_old_can_be_forgotten(url, recall):
    recall.keep(KEY, VALUE, about="a word")
    recall.keep(OTHER, b"")
    first, second = recall.rows()
    assert (first.key, first.size, first.about, second.size) == (KEY, len(VALUE), "a word", 0)
    assert first.kept_at <= second.kept_at
    rows(url, "UPDATE claimsheet_answers SET kept_at = to_timestamp(1000) WHERE key = %s", KEY)
    assert recall.drop(kept_before(recall, 2000)) == 1
    assert [row.key for row in recall.rows()] == [OTHER]
    assert recall.bytes_on_disk > 0


def test_what_is_kept_is_on_disk_whatever_the_database_is_set_to(server, url):
    rows(url, "ALTER ROLE claimsheet SET synchronous_commit = off")
    try:
        with Recall(url) as recall:
            assert recall._store._execute("SHOW synchronous_commit").fetchone() == ("on",)
            recall.keep(KEY, VALUE)
            server.stop()
            server.start()
    finally:
        rows(url, "ALTER ROLE claimsheet RESET synchronous_commit")
    with Recall(url) as again:
        assert again.lookup(KEY) == VALUE


def test_a_server_that_goes_away_is_this_machines_fault(server, url):
    with Recall(url) as recall:
        server.stop()
        try:
            with pytest.raises(MachineError, match="the shared store cannot be used"):
                recall.keep(KEY, VALUE)
        finally:
            server.start()


def test_a_server_that_does_not_wait_for_its_disk_is_refused(server, url):
    server.stop()
    server.start("fsync=off")
    try:
        with pytest.raises(MachineError, match="fsync"):
            Recall(url)
    finally:
        server.stop()
        server.start()


@pytest.mark.parametrize("way", ["wrong", "nowhere"])
def test_who_is_not_let_in_hears_why_and_reads_no_password(server, url, way):
    place = server.url("d0", "another-s3cret") if way == "wrong" else f"postgresql://u:{PASSWORD}@127.0.0.1:1/d"
    with pytest.raises(MachineError) as caught:
        Recall(place)
    assert "--store" in str(caught.value)
    assert "127.0.0.1" in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "place", ["redis://127.0.0.1/0", "host=a password=s3cret", "postgresql://u:s3cret@h:port/d", "//[s3cret", ""]
)
def test_what_is_no_address_of_a_database_is_told_without_repeating_it(place):
    with pytest.raises(UsageError, match="postgresql://USER@HOST") as caught:
        Recall(place)
    assert "s3cret" not in str(caught.value)


def test_a_broken_address_is_told_without_its_password():
    for place in ("postgresql://u:s3cret%zz@127.0.0.1/d", "postgresql://u@127.0.0.1/d?password=s3cret%zz"):
        with pytest.raises(MachineError) as caught:
            Recall(place)
        assert "s3cret" not in str(caught.value)


def test_without_psycopg_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"claimsheet\[store\]"):
        Recall("postgresql://u@127.0.0.1/d")


def test_the_host_is_known_however_it_is_written():
    assert host_of("postgresql://u@db.example:5432/d") == "db.example"
    assert host_of("postgresql:///d?host=db.example") == "db.example"
    assert host_of("postgresql:///d") == ""


# The command


@pytest.fixture
def claimsheet(capfd):
    return command(capfd)


@pytest.fixture
def shared(url, monkeypatch):
    """A database that the environment names."""
    monkeypatch.setenv("CLAIMSHEET_STORE", url)


@pytest.fixture
def papers(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps({"id": name, "abstract": f"{name} is slow. We do."}) + "\n" for name in "ab"))
    return path


@pytest.fixture
def route(httpx2_mock):
    found = httpx2_mock.post(f"{ADDRESS}/chat/completions")
    found.respond(json=completion(NAMELESS))
    return found


def test_an_answer_kept_by_one_machine_is_found_by_another_with_all_that_belongs_to_it(
    shared, claimsheet, papers, route, tmp_path
):
    for machine in ("one", "two"):
        ended = claimsheet(
            "extract", papers, "-o", tmp_path / f"{machine}.jsonl", *ASK, "--cache-dir", tmp_path / machine
        )
        assert ended.code == 0
        assert PASSWORD not in ended.err
    assert route.call_count == 2
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert PASSWORD not in (tmp_path / "two.run.json").read_text()
    assert "answered, nothing would be sent" in claimsheet("cache", "explain", papers, *ASK).out
    told = claimsheet("cache", "stats").out
    assert "answers  2" in told
    assert "kept in  postgresql://claimsheet@127.0.0.1" in told
    assert PASSWORD not in told
    assert "0 answers" in claimsheet("cache", "prune", "--older-than", 1).out
    assert "2 answers" in claimsheet("cache", "clear", "--yes").out
    assert "answers  0" in claimsheet("cache", "stats").out
    assert not (tmp_path / "one" / "cache.db").exists()


def test_a_store_that_cannot_be_reached_is_exit_5_before_anything_is_sent(claimsheet, papers, monkeypatch):
    url = f"postgresql://u:{PASSWORD}@127.0.0.1:1/d"
    monkeypatch.setenv("CLAIMSHEET_STORE", url)
    for way in (("extract", papers, "-o", "-", *ASK), ("cache", "stats")):
        ended = claimsheet(*way)
        assert (ended.code, ended.out) == (5, "")
        assert PASSWORD not in ended.err
    assert cache(url).exit_code == 5


def test_the_doctor_tries_the_shared_store(url):
    told = cache(url)
    assert told.exit_code == 0
    assert "postgresql://claimsheet@127.0.0.1" in told.line
    assert PASSWORD not in told.line


def test_a_password_on_the_command_line_is_refused_unrepeated(claimsheet, papers, url):
    ended = claimsheet("extract", papers, "-o", "-", *ASK, "--store", url)
    assert (ended.code, ended.out) == (2, "")
    assert "CLAIMSHEET_STORE" in ended.err
    assert PASSWORD not in ended.err


def test_private_papers_leave_nothing_in_the_store_of_another_machine(claimsheet, papers):
    ended = claimsheet("extract", papers, "-o", "-", *ASK, "--private", "--store", "postgresql://u@db.example/d")
    assert ended.code == 2
    assert "db.example" in ended.err


def test_a_file_that_lies_about_moves_no_answers(claimsheet, papers, route, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claimsheet.toml").write_text('store = "postgresql://u@db.example/d"\n')
    ended = claimsheet("extract", papers, "-o", "-", *ASK)
    assert ended.code == 0
    assert "store is ignored" in ended.err


def test_without_a_shared_store_nothing_of_psycopg_is_loaded(papers):
    program = "import sys; from pipeline.recall import Recall; print('psycopg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout == "False\n"


def test_the_passwords_of_an_address_are_known_as_written_and_as_meant():
    assert postgres._secrets("postgresql://u:a%40b@h/d?password=c%20d") == {"a%40b", "a@b", "c%20d", "c d"}
