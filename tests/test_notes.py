"""What is kept beside answers."""

from __future__ import annotations

import pytest

from pipeline.notes import Note, is_note


@pytest.mark.parametrize("kind", Note)
def test_a_note_is_known_by_its_key(kind):
    assert is_note(kind.key("a" * 64))


@pytest.mark.parametrize("key", ["a" * 64, "broken", "note:1", "", ":", "Half:1"])
def test_an_answer_and_what_is_not_ours_are_no_notes(key):
    assert not is_note(key)


def test_two_kinds_of_notes_on_one_request_have_two_keys():
    assert len({kind.key("a") for kind in Note}) == len(Note)
