from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest
from sheet_cards import bare, chinese, every_card, faithful, unfaithful

from pipeline.cli.rows import print_rows
from pipeline.portrait import Row, Tone, portrait


def told(number: int, card) -> list[str]:
    return [str(row) for row in portrait(number, card)]


def test_a_card_is_told_line_by_line_with_its_number():
    lines = told(3, faithful())
    assert lines[:5] == [
        "3: PARD",
        "Task: speculative decoding",
        "Area: foundation or frontier models, including LLMs",
        "Problem: Decoding yields one token per step.",
        "Method: A parallel draft model.",
    ]
    assert "Gain 1: value up to 3.67×; metric decoding speed; against AR decoding; setting LLaMA3.1-8B" in lines
    assert "Not stated: baseline [2], data or setting [2], runs or variance [1] [2]" in lines
    assert lines[-1] == "Source: abs:00000000000000aa, first list.txt:3, second_list.txt:11"


def test_what_the_abstract_does_not_carry_says_so_and_is_alarming():
    rows = list(portrait(1, unfaithful()))
    assert Row("Problem", "Training costs too much. [not in the abstract]", Tone.ALARM) in rows
    assert Row("Not in the abstract", "“DRIFT”: this name is not in the abstract", Tone.ALARM) in rows
    assert any("42 points [not in the abstract], 4.2 points" in row.text for row in rows)


def test_what_is_not_stated_is_said_at_each_place():
    lines = told(1, bare())
    assert {"Task: not stated", "Problem: not stated", "Method: not stated"} <= set(lines)
    assert "Claimed gains: No claimed gain." in lines


def test_questions_go_on_without_their_label():
    asked = [row for row in portrait(1, chinese()) if row.text.endswith("[2]?")]
    assert [row.label for row in asked] == ["Ask the authors", ""]


class Screen(io.StringIO):
    """A terminal of 80 columns."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [Screen, io.StringIO])
def test_no_card_steers_a_terminal(stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    out = stream()
    with redirect_stdout(out):
        for number, card in enumerate(every_card(), 1):
            print_rows(portrait(number, card))
    text = out.getvalue()
    assert "RIFT: A Study" in text
    assert "=1+1" in text
    assert not set("\u202e\u2066\x00\x1b\x07") & set(text)


def test_a_terminal_has_the_lines_in_columns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "80")
    out = Screen()
    with redirect_stdout(out):
        print_rows(portrait(1, faithful()))
    lines = out.getvalue().splitlines()
    assert max(map(len, (line.replace("\x1b", "") for line in lines))) <= 110
    assert not any("Problem:" in line for line in lines)
