import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from pipeline.errors import InputError
from pipeline.extraction import GainKind
from pipeline.gold import Gold, GoldGain
from pipeline.recordfiles import read_gold

LABELS = Path(__file__).parent / "data" / "gold" / "seeds-000.jsonl"


def test_the_labels_of_the_first_list_are_gold_rows_in_its_order():
    rows = tuple(read_gold(LABELS))
    assert [row.key for row in rows] == [f"000-{n:02}" for n in range(1, 20)]
    assert sum(len(row.gains) for row in rows) == 45


def test_a_row_goes_out_as_it_came_in():
    for line in LABELS.read_text("utf-8").splitlines():
        told = json.loads(line)
        assert json.loads(Gold.model_validate_json(line).model_dump_json(exclude={"abstract"})) == told


def test_sota_is_short_for_state_of_the_art():
    assert GoldGain(quote="q", kind="sota").gain_kind is GainKind.STATE_OF_THE_ART
    assert GoldGain(quote="q", kind="state_of_the_art").gain_kind is GainKind.STATE_OF_THE_ART
    assert GoldGain(quote="q", kind="comparative").gain_kind is GainKind.COMPARATIVE


@pytest.mark.parametrize(
    "spoilt", [{"key": ""}, {"areas": []}, {"colour": "red"}, {"gains": [{"quote": "", "kind": "sota"}]}]
)
def test_a_row_without_its_parts_or_with_others_is_refused(spoilt):
    row = json.loads(LABELS.read_text("utf-8").splitlines()[0])
    with pytest.raises(ValidationError):
        Gold.model_validate(row | spoilt)


def test_a_line_that_is_no_gold_row_is_told_by_file_and_line(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(LABELS.read_text("utf-8").splitlines()[0] + '\n{"key": "000-02"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"gold\.jsonl:2: no gold: problem_quotes"):
        tuple(read_gold(path))
