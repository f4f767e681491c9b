"""A taxonomy is read from TOML, or told what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import UsageError
from pipeline.taxonomy import taxonomy_from_toml

SHIPPED = Path(__file__).parents[1] / "prompts" / "areas.toml"


def test_the_shipped_areas_are_the_21_of_iclr_each_with_cues():
    taxonomy = taxonomy_from_toml(SHIPPED.read_text(encoding="utf-8"))
    assert len(taxonomy.areas) == 21
    assert taxonomy.names[0] == "foundation or frontier models, including LLMs"
    assert taxonomy.names[-1].startswith("other topics")
    assert all(area.cues for area in taxonomy.areas)


def test_cues_are_optional_and_folded_to_lower_case():
    taxonomy = taxonomy_from_toml('[[area]]\nname = "a"\n[[area]]\nname = "b"\ncues = { "Big Data" = 2 }\n')
    assert taxonomy.areas[0].cues == {}
    assert taxonomy.areas[1].cues == {"big data": 2.0}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "No areas"),
        ("area = 3", "No areas"),
        ("[[area", "not valid TOML"),
        ("areas = 3", '"areas"'),
        ("area = [1]", "Area 1 is not a table"),
        ("[[area]]\ncues = {}", 'Area 1 has no "name"'),
        ('[[area]]\nname = "a"\n[[area]]\nname = "a"', '"a" is given twice'),
        ('[[area]]\nname = "a"\nqueues = {}', '"queues"'),
        ('[[area]]\nname = "a"\ncues = ["x"]', '"cues" of the area "a"'),
        ('[[area]]\nname = "a"\ncues = { x = "1" }', 'cue "x" of the area "a"'),
        ('[[area]]\nname = "a"\ncues = { x = true }', 'cue "x" of the area "a"'),
        ('[[area]]\nname = "a"\ncues = { x = nan }', 'cue "x" of the area "a"'),
        ('[[area]]\nname = "a"\ncues = { "" = 1 }', "empty cue"),
    ],
)
def test_what_is_wrong_is_told_by_name(text, told):
    with pytest.raises(UsageError) as error:
        taxonomy_from_toml(text)
    assert told in str(error.value)
