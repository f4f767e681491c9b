"""OpenReview notes: fields of the second API that hold no value."""

from __future__ import annotations

import json

import pytest
from one_reader import papers


@pytest.mark.parametrize("nothing", [{}, {"readers": ["A.cc/1999"]}, {"value": None}, {"value": ""}, None])
def test_a_field_without_a_value_is_as_if_it_were_absent(nothing: object):
    fields = dict.fromkeys(("abstract", "authors", "keywords", "venue"), nothing)
    note = {
        "id": "aB1cD2eF",
        "forum": "aB1cD2eF",
        "cdate": 1_700_000_000_000,
        "content": {"title": {"value": "A"}, **fields},
    }
    [paper] = papers("openreview", json.dumps({"notes": [note]}).encode())
    assert (paper.id, paper.title, paper.year) == ("openreview:aB1cD2eF", "A", 2023)
    assert (paper.abstract, paper.authors, paper.keywords, paper.venue) == ("", (), (), None)
    assert paper.missing == "the source gives no abstract"


def test_a_title_without_a_value_leaves_the_abstract():
    note = {"id": "aB1cD2eF", "forum": "aB1cD2eF", "content": {"title": {}, "abstract": {"value": "We prove it."}}}
    [paper] = papers("openreview", json.dumps({"notes": [note]}).encode())
    assert (paper.title, paper.abstract) == (None, "We prove it.")
