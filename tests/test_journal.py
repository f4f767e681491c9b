import pytest

from pipeline.errors import MachineError
from pipeline.failure import State
from pipeline.journal import Journal, Settled

KEYS = ("a" * 64, "b" * 64, "c" * 64)


def settled(key, state=State.REFUSED):
    return Settled(key=key, state=state, message="das Modell lehnt ab: 拒否 🙅", attempts=1, raw="…")


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".cards.jsonl.journal"


def written(path, keys=KEYS):
    with Journal(path) as journal:
        for key in keys:
            journal.note(settled(key))
    return path.read_bytes()


def test_what_was_noted_is_known_to_the_next_run(path):
    written(path)
    with Journal(path) as again:
        assert [again.settled(key) for key in KEYS] == [settled(key) for key in KEYS]


def test_a_file_cut_at_any_byte_loses_at_most_its_last_line_and_takes_new_ones(path):
    whole = written(path)
    lines = [len(whole[:at].split(b"\n")) - 1 for at in range(len(whole))]
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at])
        with Journal(path) as again:
            assert [again.settled(key) is not None for key in KEYS] == [n < lines[at] for n in range(3)]
            again.note(settled("d" * 64))
        with Journal(path) as third:
            assert third.settled("d" * 64) == settled("d" * 64)
            assert [third.settled(key) is not None for key in KEYS] == [n < lines[at] for n in range(3)]


def test_of_one_ask_the_last_failure_counts_and_reading_one_disturbs_no_writing(path):
    cut = settled(KEYS[0], State.TRUNCATED)
    with Journal(path) as journal:
        journal.note(settled(KEYS[0]))
        journal.note(settled(KEYS[1]))
        assert journal.settled(KEYS[0]) == settled(KEYS[0])
        journal.note(cut)
        assert [journal.settled(key) for key in KEYS] == [cut, settled(KEYS[1]), None]
    assert len(path.read_bytes().splitlines()) == 3
    with Journal(path) as again:
        assert [again.settled(key) for key in KEYS] == [cut, settled(KEYS[1]), None]


def test_a_file_cut_inside_a_character_is_read(path):
    whole = written(path)
    inside = whole.rindex("拒".encode()) + 1
    path.write_bytes(whole[:inside])
    with Journal(path) as again:
        assert again.settled(KEYS[1]) == settled(KEYS[1])
        assert again.settled(KEYS[2]) is None


def test_opening_takes_nothing_out_of_the_file_so_a_kill_then_loses_nothing(path):
    whole = written(path)
    journal = Journal(path)
    assert path.read_bytes() == whole
    journal._file.close()


def test_what_may_pass_is_not_remembered(path):
    with Journal(path) as journal:
        journal.note(settled(KEYS[0], State.PROVIDER_ERROR))
        assert journal.settled(KEYS[0]) is None
    assert not path.exists()


def test_what_was_asked_anew_is_known_to_the_next_run_until_it_is_done(path):
    with Journal(path) as journal:
        journal.renew(KEYS[0])
    with Journal(path) as again:
        assert [again.renewed(key) for key in KEYS] == [True, False, False]
        again.finish()
    assert not path.exists()


def test_a_journal_that_cannot_be_written_is_this_machines_fault(path):
    path.mkdir()
    with pytest.raises(MachineError, match="journal"):
        Journal(path)
