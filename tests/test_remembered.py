"""What is remembered of the reading of a list is what reading gives, or nothing."""

from __future__ import annotations

import io
import os
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import remembered
from pipeline.errors import InputError
from pipeline.manner import Dedupe, Manner
from pipeline.paper import BrokenRecord, Change, Paper, Source
from pipeline.readers import find, read_files
from pipeline.recall import Recall
from pipeline.remembered import Recollection, Remembered
from pipeline.stock import kept_before, take_stock

DATA = Path(__file__).parent / "data"
SEEDS = Path(__file__).parent.parent / "seeds"
LISTS = sorted([*DATA.glob("*.jsonl"), *DATA.glob("formats/*"), *DATA.glob("readers/*/*"), *DATA.glob("gold/*.jsonl")])
MANNER = Manner()


@pytest.fixture
def folder(tmp_path):
    with Recall(tmp_path / "answers"):
        return tmp_path / "answers"


@pytest.fixture
def listed(tmp_path):
    path = tmp_path / "list.jsonl"
    path.write_text('{"id": "a", "abstract": "One is slow."}\nno record\n{"id": "b", "title": "Two"}\n')
    return path


def run(folder, *inputs, manner=MANNER):
    """Return the papers as a run gets them, and let later runs know them as a run does."""
    found = find([str(path) for path in inputs], manner)
    recollection = Recollection(found, manner, folder)
    known = recollection.papers()
    papers = read_files(found, manner) if known is None else known
    recollection.keep(papers, papers.near_duplicates())
    return papers


def is_remembered(folder, *inputs, manner=MANNER):
    return isinstance(run(folder, *inputs, manner=manner), Remembered)


def told(papers):
    counts = len(papers), papers.sources, papers.duplicates, papers.broken
    return papers.files, counts, papers.near_duplicates(), list(papers.records()), list(papers)


def rows(folder):
    with Recall(folder) as recall:
        return [row.key for row in recall.rows()]


@pytest.mark.parametrize("manner", [MANNER, Manner(title_only=True), Manner(dedupe=Dedupe.OFF)])
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_list_is_remembered_as_it_is_read(folder, path, manner):
    try:
        first = run(folder, path, manner=manner)
    except InputError:
        assert rows(folder) == []
        return
    second = run(folder, path, manner=manner)
    assert (type(first) is Remembered, type(second) is Remembered) == (False, True)
    assert told(second) == told(first)
    assert [record.model_dump_json() for record in second.records()] == [
        record.model_dump_json() for record in first.records()
    ]


def test_most_of_the_lists_can_be_read():
    def is_read(path):
        try:
            return bool(read_files(find([str(path)], MANNER), MANNER))
        except InputError:
            return False

    assert sum(map(is_read, LISTS)) > 40


TEXT = st.text(st.characters(exclude_categories=("Cs",)))
PAPERS = st.builds(
    Paper,
    id=TEXT,
    title=st.none() | TEXT,
    authors=st.tuples(TEXT),
    year=st.none() | st.integers(),
    sources=st.builds(lambda path, at: (Source(path=path, position=at),), TEXT, st.integers(1)),
    abstract=TEXT,
    cleaning=st.tuples(st.builds(Change, kind=TEXT, cut=st.none() | TEXT)),
    also=st.just(()) | st.tuples(TEXT, TEXT),
    local=st.none() | TEXT,
    missing=st.none() | TEXT,
)
BROKEN = st.builds(
    BrokenRecord,
    source=st.builds(Source, path=TEXT, position=st.integers(1)),
    reason=TEXT,
    line=st.none() | st.integers(1),
)


@given(PAPERS | BROKEN)
def test_any_record_is_the_same_after_it_was_a_line(record):
    line = remembered._line(record)
    assert b"\n" not in line
    assert remembered._record(line) == record


@pytest.mark.parametrize("inputs", [[SEEDS], [DATA / "formats"], [SEEDS, *sorted(SEEDS.glob("*.txt"))[::-1]]])
def test_several_files_are_remembered_with_what_joins_their_papers(folder, inputs):
    first, second = (run(folder, *inputs) for _ in range(2))
    assert isinstance(second, Remembered)
    assert told(second) == told(first)


def test_an_archive_and_standard_input_are_remembered_too(folder, tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        for path in SEEDS.glob("*.txt"):
            archive.write(path, path.name)
    content = (tmp_path / "lists.zip").read_bytes()
    for inputs, piped in (([tmp_path / "lists.zip"], b""), (["-"], content), (["-"], b"One is slow.\n\nTwo is too.\n")):
        papers = []
        for _ in range(2):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
            papers.append(run(folder, *inputs))
        assert isinstance(papers[1], Remembered)
        assert told(papers[1]) == told(papers[0])


def test_records_that_cannot_be_read_keep_their_places(folder, listed):
    run(folder, listed)
    one, broken, two = run(folder, listed).records()
    assert (one.id, broken.source.position, two.id) == ("key:a", 2, "key:b")
    assert isinstance(broken, BrokenRecord)
    assert two.missing


def test_any_change_of_a_byte_is_read_anew_whatever_the_file_s_time_says(folder, listed):
    run(folder, listed)
    status = listed.stat()
    listed.write_text(listed.read_text().replace("slow", "fast"))
    os.utime(listed, ns=(status.st_atime_ns, status.st_mtime_ns))
    papers = run(folder, listed)
    assert not isinstance(papers, Remembered)
    assert next(iter(papers)).abstract == "One is fast."
    assert is_remembered(folder, listed)


@pytest.mark.parametrize(
    "manner",
    [
        Manner(format="jsonl"), Manner(encoding="cp1252"), Manner(column=("title=id",)), Manner(title_only=True),
        Manner(dedupe=Dedupe.EXACT),
    ],
)  # fmt: skip
def test_another_manner_of_reading_reads_anew(folder, listed, manner):
    run(folder, listed)
    assert not is_remembered(folder, listed, manner=manner)
    assert is_remembered(folder, listed, manner=manner)
    assert is_remembered(folder, listed)


def test_another_edition_reads_anew_and_takes_the_place_of_what_was_there(folder, listed, monkeypatch):
    run(folder, listed)
    monkeypatch.setattr(remembered, "surroundings", lambda: "another")
    assert not is_remembered(folder, listed)
    assert is_remembered(folder, listed)
    assert len(rows(folder)) == 1


def test_a_file_of_another_name_or_met_in_a_folder_is_read_anew(folder, listed, tmp_path):
    run(folder, listed)
    (tmp_path / "more").mkdir()
    for path in (tmp_path / "other.jsonl", tmp_path / "more" / "list.jsonl"):
        path.write_bytes(listed.read_bytes())
    assert not is_remembered(folder, tmp_path / "other.jsonl")
    assert not is_remembered(folder, tmp_path / "more")


def test_a_pipe_is_not_taken_for_the_file_of_its_name(folder, listed, tmp_path):
    there, pipe = tmp_path / "there", tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    copied = threading.Thread(target=lambda: pipe.write_bytes(listed.read_bytes()))
    copied.start()
    assert not is_remembered(folder, pipe)
    copied.join()
    pipe.unlink()
    listed.rename(there)
    pipe.write_bytes(there.read_bytes())
    assert not is_remembered(folder, pipe)
    assert is_remembered(folder, pipe)


def test_the_same_file_elsewhere_is_the_same(folder, listed, tmp_path, monkeypatch):
    first = run(folder, listed)
    monkeypatch.chdir(tmp_path)
    second = run(folder, "list.jsonl")
    assert isinstance(second, Remembered)
    assert told(second) == told(first)


def test_a_name_that_is_no_utf_8_is_a_name(folder, listed, tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl")
    Path(path).write_bytes(listed.read_bytes())
    assert told(run(folder, path)) == told(run(folder, path))
    assert is_remembered(folder, path)


def test_of_a_list_that_changes_day_by_day_one_reading_is_kept(folder, listed):
    for number in range(5):
        with listed.open("a") as file:
            file.write(f'{{"id": "n{number}", "abstract": "Day {number} is slow."}}\n')
        assert not is_remembered(folder, listed)
    assert len(rows(folder)) == 1


def damage(folder, change):
    with closing(sqlite3.connect(folder / "cache.db")) as base:
        base.execute(change)
        base.commit()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE Cache SET value = zeroblob(80)", "UPDATE Cache SET value = substr(value, 1, 60)", "DELETE FROM Cache",
        "UPDATE Cache SET mode = 4", "UPDATE Cache SET value = 'text'", "DROP TABLE Cache",
    ],
)  # fmt: skip
def test_a_row_that_was_damaged_or_planted_is_not_taken(folder, listed, change):
    first = told(run(folder, listed))
    damage(folder, change)
    papers = run(folder, listed)
    assert not isinstance(papers, Remembered)
    assert told(papers) == first


def note(folder):
    (key,) = rows(folder)
    with Recall(folder) as recall:
        return key, recall.lookup(key)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda told, body: told,
        lambda told, body: told + b"\n",
        lambda told, body: b"{}\n" + body,
        lambda told, body: b"no JSON\n" + body,
        lambda told, body: told + b"\n" + body[:-3],
        lambda told, body: told.replace(b'"list.jsonl"', b"7") + b"\n" + body,
        lambda told, body: told.replace(b'"files":[[', b'"files":[["x","y",0,0,0,0,0,null,null],[') + b"\n" + body,
        lambda told, body: told + b"\n" + remembered.frame(b'{"id":"key:a","abstract":"Planted."}'),
        lambda told, body: told + b"\n" + remembered.frame(b"\n".join([b'{"id":1,"abstract":"x"}'] * 3)),
        lambda told, body: told + b"\n" + remembered.frame(b"\n".join([b'{"source":1}'] * 3)),
        lambda told, body: told + b"\n" + remembered.frame(b" " * (remembered.MOST + 1)),
    ],
)  # fmt: skip
def test_a_note_that_holds_another_thing_than_a_reading_of_these_files_is_not_taken(folder, listed, spoil):
    run(folder, listed)
    key, kept = note(folder)
    head, _, body = kept.partition(b"\n")
    with Recall(folder) as recall:
        recall.keep(key, spoil(head, body))
    assert not is_remembered(folder, listed)
    assert is_remembered(folder, listed)


def test_what_is_read_anew_each_time_for_want_of_room_is_not_remembered(folder, listed, monkeypatch):
    monkeypatch.setattr("pipeline.readers.reading.ROOM", 100)
    assert not is_remembered(folder, listed)
    assert rows(folder) == []


@pytest.mark.parametrize("most", [20, 130])
def test_files_and_papers_beyond_the_bound_are_not_remembered(folder, listed, monkeypatch, most):
    monkeypatch.setattr(remembered, "MOST", most)
    assert not is_remembered(folder, listed)
    assert not is_remembered(folder, listed)
    assert rows(folder) == []


@pytest.mark.parametrize("name", ["answers", "new"])
def test_a_file_that_changes_while_it_is_read_is_not_remembered(tmp_path, listed, name):
    folder = tmp_path / name
    found = find([str(listed)], MANNER)
    recollection = Recollection(found, MANNER, folder)
    assert recollection.papers() is None
    papers = read_files(found, MANNER)
    status = listed.stat()
    listed.write_text(listed.read_text().replace("slow", "fast"))
    os.utime(listed, ns=(status.st_atime_ns, status.st_mtime_ns))
    recollection.keep(papers, ())
    assert rows(folder) == []
    assert not is_remembered(folder, listed)
    assert is_remembered(folder, listed)


def test_a_file_that_changes_after_it_was_recalled_is_noticed_when_its_papers_are_given(folder, listed):
    run(folder, listed)
    papers = run(folder, listed)
    records = papers.records()
    next(records)
    listed.write_text("Another list, and a longer one than it was before, whatever its time may say of it. " * 9)
    with pytest.raises(InputError, match="has changed since"):
        list(records)
    with pytest.raises(InputError, match="has changed since"):
        list(papers)


def test_where_what_is_installed_cannot_be_listed_nothing_is_remembered(folder, listed, monkeypatch):
    def refused():
        raise PermissionError

    monkeypatch.setattr(remembered, "surroundings", refused)
    assert not is_remembered(folder, listed)
    assert rows(folder) == []


def test_nothing_is_remembered_without_a_folder_and_none_is_made_to_look_into(tmp_path, listed):
    assert not is_remembered(None, listed)
    found = find([str(listed)], MANNER)
    assert Recollection(found, MANNER, tmp_path / "none").papers() is None
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be_used_stands_in_no_one_s_way(tmp_path, listed):
    (tmp_path / "file").write_text("")
    assert not is_remembered(tmp_path / "file", listed)
    (tmp_path / "wreck").mkdir()
    (tmp_path / "wreck" / "cache.db").write_bytes(b"no database" * 100)
    assert not is_remembered(tmp_path / "wreck", listed)


def test_lists_are_counted_apart_and_forgotten_by_age(folder, listed):
    run(folder, listed)
    with Recall(folder) as recall:
        stock = take_stock(recall)
        assert (stock.answers, stock.cards, stock.lists, stock.notes) == (0, 0, 1, 0)
        assert "lists    1" in stock.table
        assert kept_before(recall, 0) == ()
        assert len(kept_before(recall, 2**40)) == 1
