import pytest
from pydantic import ValidationError

from pipeline.extraction import Extraction, extraction_schema, schema_fingerprint

STATEMENT = '{"text": "t", "sentences": [1]}'
GAIN = (
    '{"text": "g", "kind": "quantitative", "metric": null, "values": ["3x"], "baseline": null, '
    '"setting": null, "sentences": [2]}'
)
REPLY = (
    f'{{"system": [], "problem": {STATEMENT}, "method": {STATEMENT}, "claimed_gains": [{GAIN}], '
    '"area": "a", "task": "t"}'
)


def objects(node):
    if isinstance(node, dict):
        if node.get("type") == "object":
            yield node
        for part in node.values():
            yield from objects(part)
    elif isinstance(node, list):
        for part in node:
            yield from objects(part)


def test_a_reply_of_the_contracts_shape_is_read():
    assert Extraction.model_validate_json(REPLY).claimed_gains[0].values == ("3x",)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('"sentences": [1]', '"sentences": ["1"]'),
        ('"sentences": [1]', '"sentences": [true]'),
        ('"kind": "quantitative"', '"kind": "huge"'),
        ('"metric": null', '"metric": 3'),
        ('"metric": null, ', ""),
        ('"task": "t"', '"task": "t", "score": 1'),
    ],
)
def test_a_reply_is_never_bent_into_shape(good, bad):
    assert good in REPLY
    with pytest.raises(ValidationError):
        Extraction.model_validate_json(REPLY.replace(good, bad))


def test_the_schema_is_what_strict_mode_asks_for():
    schema = extraction_schema(["one", "two"])
    found = list(objects(schema))
    assert len(found) == 4
    for part in found:
        assert part["additionalProperties"] is False
        assert part["required"] == list(part["properties"])
    assert "$ref" not in str(schema)
    assert "default" not in str(schema)


def test_the_schema_binds_the_area_to_the_taxonomy_and_its_fingerprint_follows():
    one, two = extraction_schema(["one"]), extraction_schema(["two"])
    assert one["properties"]["area"]["enum"] == ["one"]
    assert schema_fingerprint(one) != schema_fingerprint(two)
    assert schema_fingerprint(one) == schema_fingerprint(extraction_schema(["one"]))
