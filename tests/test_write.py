import os
import resource
import stat

import pytest

from pipeline.card import Evidence, Verdict
from pipeline.errors import MachineError
from pipeline.write import WholeFile, line, write_file


def test_a_file_appears_whole_when_its_block_ends(tmp_path):
    path = tmp_path / "new" / "cards.jsonl"
    with WholeFile(path) as file:
        file.write(b"one\n")
        assert not path.exists()
        file.write(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    assert [found.name for found in path.parent.iterdir()] == ["cards.jsonl"]


def test_an_error_leaves_what_stood_there_before_and_no_litter(tmp_path):
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt), WholeFile(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == ["cards.jsonl"]


def test_a_file_gets_the_rights_that_the_user_gives_files(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "sheet.md", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "sheet.md").stat().st_mode) == 0o640


def test_a_place_that_cannot_be_written_is_told_before_anything_is(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MachineError, match="cannot be written") as caught:
        WholeFile(tmp_path / "file" / "cards.jsonl")
    assert "cards.jsonl" in str(caught.value)


def test_a_disk_that_takes_no_more_is_this_machines_fault_and_leaves_what_was_there(tmp_path):
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"before")
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(MachineError, match="File too large"), WholeFile(path) as file:
            file.write(b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == ["cards.jsonl"]


def test_a_record_is_one_line_of_utf8_whatever_it_holds():
    assert line(Evidence(start=1, end=2, verdict=Verdict.EXACT)) == b'{"start":1,"end":2,"verdict":"exact"}\n'
