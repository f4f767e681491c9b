from __future__ import annotations

from pathlib import Path

import pytest
from sheet_cards import bare, chinese, failures, faithful

from pipeline.errors import InputError
from pipeline.recordfiles import opened_cards, opened_failures
from pipeline.write import line


def test_a_record_is_read_when_it_is_asked_for_in_any_order(tmp_path: Path):
    told = (faithful(), chinese(), bare())
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"\n".join(map(line, told)) + b"\n \n")
    with opened_cards(path) as cards:
        assert len(cards) == 3
        assert cards[2] == bare()
        assert cards[0] == faithful()
        assert cards[-1] == bare()
        assert cards[1:] == told[1:]
        assert tuple(cards) == told
        with pytest.raises(IndexError):
            cards[3]


def test_a_line_that_is_no_record_is_told_by_its_number_when_it_is_asked_for(tmp_path: Path):
    path = tmp_path / "failures.jsonl"
    path.write_bytes(line(failures()[0]) + b"\n{}\n")
    with opened_failures(path) as told:
        assert told[0] == failures()[0]
        with pytest.raises(InputError, match=r"failures\.jsonl:3: no failure: paper"):
            told[1]


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path):
    with pytest.raises(InputError, match="cannot be read"), opened_cards(tmp_path):
        pass
