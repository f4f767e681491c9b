"""JSON Lines: the fields of a paper, and the line that is wrong."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cleaning import clean_line, missing_reason
from pipeline.errors import InputError
from pipeline.paper import BrokenRecord, Paper, abstract_id
from pipeline.readers.jsonl import READER
from pipeline.readers.mapping import Origin


def records(content: str | bytes) -> list[Paper | BrokenRecord]:
    stream = BytesIO(content.encode() if isinstance(content, str) else content)
    return list(READER.read(stream, Origin("papers.jsonl")))


def read(content: str | bytes) -> list[Paper]:
    found = records(content)
    assert all(isinstance(record, Paper) for record in found)
    return [record for record in found if isinstance(record, Paper)]


def test_every_field_reaches_the_paper_and_unknown_ones_are_ignored():
    line = {
        "id": "arXiv:2606.1",
        "title": " A Bound ",
        "abstract": "We prove it.",
        "authors": ["Ada Lovelace", "Alan Turing"],
        "year": 2026,
        "venue": "ICLR 2026",
        "url": "https://example.org/1",
        "keywords": ["bounds"],
        "score": {"nested": [1, 2.5]},
    }
    [paper] = read(json.dumps(line))
    assert (paper.id, paper.title, paper.abstract) == ("arxiv:2606.1", "A Bound", "We prove it.")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace", "Alan Turing"), 2026, "ICLR 2026")
    assert (paper.url, paper.keywords) == ("https://example.org/1", ("bounds",))
    assert [(source.path, source.position) for source in paper.sources] == [("papers.jsonl", 1)]


@pytest.mark.parametrize(
    ("written", "read_as"),
    [('"x"', "key:x"), ("17", "key:17"), ("2606.30770", "key:2606.30770"), ('"doi:10.1/X"', "doi:10.1/X")],
)
def test_an_id_is_taken_as_it_is_written(written: str, read_as: str):
    assert read(f'{{"id": {written}, "abstract": "A."}}')[0].id == read_as


@pytest.mark.parametrize("given_id", ["", '"id": null,', '"id": "  ",'])
def test_without_an_id_the_abstract_makes_it(given_id: str):
    assert read(f'{{{given_id} "abstract": "A."}}')[0].id == abstract_id("A.")


@pytest.mark.parametrize("field", ["", ', "abstract": null', ', "abstract": ""', ', "abstract": " \\n\\u3000"'])
def test_a_missing_abstract_is_an_empty_one(field: str):
    first, second = read(f'{{"title": "T"{field}}}\n' * 2)
    assert first.abstract == second.abstract == ""
    assert first.id != second.id


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("field", ["id", "title", "authors", "year", "venue", "url", "keywords", "score"])
def test_what_is_no_number_is_a_missing_value(field: str, value: str):
    [paper] = read(f'{{"abstract": "It is NaN, or -Infinity.", "{field}": {value}}}')
    [bare] = read('{"abstract": "It is NaN, or -Infinity."}')
    assert paper == bare
    [paper] = read(f'{{"id": "a", "title": "T", "abstract": {value}}}')
    assert (paper.id, paper.title, paper.abstract) == ("key:a", "T", "")


@pytest.mark.parametrize("ends", [(",", ","), (",", ""), ("", ","), (" , ", ",\t"), (",\r", ",")])
def test_a_comma_behind_a_line_is_let_pass(ends: tuple[str, str]):
    content = "\n".join(
        f'{{"title": "{name}", "abstract": "We prove it."}}{end}' for name, end in zip("AB", ends, strict=True)
    )
    assert READER.recognises(content.encode(), "x")
    assert [(paper.title, paper.abstract) for paper in read(content)] == [("A", "We prove it."), ("B", "We prove it.")]


def test_a_text_beside_labels_is_an_abstract_where_the_first_line_holds_prose():
    prose = "We gain 5% over the base of old and show it."
    papers = read(f'{{"text": "{prose}", "label": 1}}\n{{"text": "We prove it.", "label": 2}}\n{{"text": null}}')
    assert [paper.abstract for paper in papers] == [prose, "We prove it.", ""]
    for other in ('{"text": "started", "level": 1}', '{"text": 3}', f'{{"note": "{prose}"}}'):
        broken, second = records(f'{other}\n{{"text": "{prose}"}}')
        assert isinstance(broken, BrokenRecord)
        assert isinstance(second, BrokenRecord)


def test_authors_may_be_one_text_with_semicolons():
    assert read('{"title": "T", "authors": "Ada Lovelace; Alan Turing;"}')[0].authors == ("Ada Lovelace", "Alan Turing")


@pytest.mark.parametrize("year", ['"2026"', "2026", "2026.0", '" 2026 "'])
def test_a_year_may_be_a_number_or_a_text(year: str):
    assert read(f'{{"title": "T", "year": {year}}}')[0].year == 2026


def test_white_space_that_ends_a_spoilt_sign_goes_with_it():
    [paper] = read(
        '{"abstract": "A.", "title": "On Sand\u00c2\u00a0", "authors": ["Ada Korn\u00c2\u00a0", "Jo Kies\u00a0"]}'
    )
    assert (paper.title, paper.authors) == ("On Sand", ("Ada Korn", "Jo Kies"))


def test_an_abstract_keeps_its_white_space_and_its_line_ends_become_newlines():
    assert read(r'{"abstract": "  One,\r\ntwo\rthree. "}')[0].abstract == "  One,\ntwo\nthree. "


def test_unicode_separators_inside_a_string_break_no_line():
    text = "One\u2028two\u2029three\u0085four."
    assert read(json.dumps({"abstract": text}, ensure_ascii=False))[0].abstract == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_marks_blank_lines_and_line_ends_do_not_count(end: str):
    content = end.join(["\ufeff", '{"abstract": "A."}', "", "  ", '{"abstract": "B."}'])
    papers = read(content)
    assert [(paper.abstract, paper.sources[0].position) for paper in papers] == [("A.", 1), ("B.", 2)]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"id": "a", "abstract": "torn', "broken JSON at column 25, unterminated string"),
        ("not json", "broken JSON at column 1, expecting value"),
        ('{"id": "a"} {"id": "b"}', "broken JSON at column 13, extra data"),
        ("[" * 100_000, "broken JSON, nested too deeply"),
        ('["a"]', "this is no JSON object"),
        ("3", "this is no JSON object"),
        ("{}", "none of the fields id, title"),
        ('{"text": "A."}', "none of the fields id, title"),
        ('{"id": "a", "abstract": "A.", "id": "b"}', "the key 'id' stands twice"),
        ('{"id": "a", "more": {"k": 1, "k": 2}}', "the key 'k' stands twice"),
        ('{"id": "a", "abstract": "A."},,', "broken JSON at column 30, extra data"),
        ('{"abstract": ["A."]}', '"abstract" is a list, not a text'),
        ('{"title": 7}', '"title" is a number, not a text'),
        ('{"id": true}', '"id" is true or false, not an id'),
        ('{"id": "a", "authors": [["Ada"]]}', '"authors" is a list, not a list of texts'),
        ('{"id": "a", "keywords": 3}', '"keywords" is a number, not a list of texts'),
        ('{"id": "a", "year": "soon"}', "\"year\" is 'soon', not a year"),
        ('{"id": "a", "year": 26}', "\"year\" is '26', not a year"),
        (r'{"abstract": "\ud83d"}', '"abstract" holds half of a surrogate pair'),
        (r'{"abstract": "a", "authors": "Ada L\ud83d, Alan T"}', '"authors" holds half of a surrogate pair'),
        (r'{"abstract": "a", "keywords": "one, t\ud83d"}', '"keywords" holds half of a surrogate pair'),
    ],
)
def test_a_wrong_line_is_a_broken_record_and_the_others_are_read(line: str, what: str):
    first, broken, last = records('{"abstract": "A."}\n\n' + line + '\n{"abstract": "B."}')
    assert isinstance(broken, BrokenRecord)
    assert broken.reason.startswith(what)
    assert (broken.line, broken.source.position) == (3, 2)
    assert "\n" not in broken.message
    assert isinstance(first, Paper)
    assert isinstance(last, Paper)
    assert last.sources[0].position == 3


@pytest.mark.parametrize(
    ("head", "name", "ours"),
    [
        (b'{"id": "a", "abstract": "A."}\n', "x", True),
        (b'\xef\xbb\xbf\n{ "abstract": "cut off he', "x", True),
        (b"not json", "x.JSONL", True),
        (b"not json", "x.txt", False),
        (b'{"schema_version": 1, "paper": {"id": "a"}}', "cards.jsonl", False),
        (b'{\n  "abstract": "A."\n}', "x.json", False),
        (b'[{"abstract": "A."}]', "x.json", False),
        (b"", "x.txt", False),
    ],
)
def test_json_lines_are_recognised_by_their_first_line(head: bytes, name: str, ours: bool):  # noqa: FBT001 - of the table
    assert READER.recognises(head, name) is ours


_TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
_NAMES = st.lists(_TEXT.map(str.strip).filter(lambda name: name and name.lower() not in {"nan", "n/a"}), max_size=3)


@given(st.lists(st.tuples(_TEXT, _TEXT, _NAMES), min_size=1, max_size=8), st.booleans())
def test_whatever_is_written_is_read_back(rows: list[tuple[str, str, list[str]]], ascii_only: bool):  # noqa: FBT001 - drawn
    lines = [
        json.dumps({"abstract": abstract, "title": title, "authors": authors}, ensure_ascii=ascii_only)
        for abstract, title, authors in rows
    ]
    for paper, (abstract, title, authors) in zip(read("\n".join(lines)), rows, strict=True):
        expected = abstract.replace("\r\n", "\n").replace("\r", "\n")
        if not paper.cleaning:
            assert paper.abstract == ("" if paper.missing else expected)
            assert bool(paper.missing) == (missing_reason(expected, paper.title) is not None)
        assert paper.title == (clean_line(title) or None)
        assert paper.authors == tuple(name for author in authors if (name := clean_line(author)))


_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.binary(max_size=200)
    | st.dictionaries(st.sampled_from(["id", "year", "authors", "abstract"]), _VALUE).map(
        lambda fields: json.dumps(fields).encode()
    )
)
def test_random_bytes_and_values_are_papers_or_an_input_error(content: bytes):
    try:
        papers = [record for record in records(content) if isinstance(record, Paper)]
    except InputError:
        return
    assert all(paper.sources[0].path == "papers.jsonl" for paper in papers)
