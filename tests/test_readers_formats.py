"""Every format tells the same two papers: one whole, one without an abstract; and its spoilt twins are told."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import InputError, UsageError
from pipeline.paper import BrokenRecord, Paper, Source
from pipeline.readers import Manner, Papers, read_papers
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import all_readers, reader_named

FORMATS = Path(__file__).parent / "data" / "formats"
ABSTRACT = "We prove a bound on models of moderate size. It is tight up to 3%."
NAMES = ("Ada Lovelace", "Alan Turing")


@dataclass(frozen=True)
class Told:
    """What a fixture tells of the whole paper, and the id and the year of the other one."""

    format: str
    id: str
    also: tuple[str, ...] = ()
    authors: tuple[str, ...] = NAMES
    venue: str | None = "Journal of Bounds"
    url: str | None = "https://example.org/1"
    keywords: tuple[str, ...] = ("bounds", "models")
    cleaning: tuple[str, ...] = ()
    other: tuple[str, int | None] = ("abs:", 1999)
    missing: str = "the source gives no abstract"
    abstract: str = field(default=ABSTRACT)


_ARXIV = Told("arxivjson", "arxiv:2603.00001", venue=None, url="https://arxiv.org/abs/2603.00001", keywords=())
_OPENREVIEW = Told(
    "openreview", "openreview:aB1cD2eF", venue="Bounds 2026", url=None, other=("openreview:gH3iJ4kL", 1999)
)
_CSV = Told("csv", "doi:10.5555/bound.1")
TOLD = {
    "openalex.json": Told("openalex", "doi:10.5555/bound.1", ("key:W1",), other=("key:W2", 1999)),
    "crossref.json": Told(
        "crossref",
        "doi:10.5555/bound.1",
        cleaning=("JATS or HTML tags", "heading of the abstract"),
        other=("doi:10.5555/nothing", 1999),
    ),
    "semanticscholar.json": Told(
        "semanticscholar",
        "arxiv:2603.00001",
        ("doi:10.5555/bound.1", "key:aaa"),
        keywords=(),
        other=("key:bbb", 1999),
    ),
    "openreview1.json": _OPENREVIEW,
    "openreview2.json": _OPENREVIEW,
    "paperlist.json": Told(
        "json",
        "openreview:aB1cD2eF",
        ("key:aB1cD2eF",),
        venue="Bounds 2026",
        url="https://openreview.net/forum?id=aB1cD2eF",
        other=("key:77", 1999),
        missing='the source gives "Abstract Unavailable" in place of an abstract',
    ),
    "csl.json": Told("csljson", "doi:10.5555/bound.1", ("key:lovelace2026",), other=("key:nothing1999", 1999)),
    "kaggle.jsonl": replace(
        _ARXIV,
        also=("doi:10.5555/bound.1",),
        venue="J. Bounds 3 (2026)",
        url=None,
        other=("arxiv:math/9903001", 1999),
        missing='the paper is withdrawn: "This paper has been withdrawn by the author."',
    ),
    "daily.jsonl": replace(_ARXIV, other=("arxiv:math/9903001", 1999)),
    "atom.xml": replace(
        _ARXIV,
        format="arxivxml",
        id="arxiv:2603.00001v2",
        also=("doi:10.5555/bound.1",),
        venue="J. Bounds 3 (2026)",
        url="https://arxiv.org/abs/2603.00001v2",
        other=("arxiv:math/9903001v1", 1999),
    ),
    "oai.xml": replace(
        _ARXIV,
        format="arxivxml",
        venue="J. Bounds 3 (2026)",
        other=("arxiv:math/9903001", None),
        missing="arXiv has taken this paper back",
    ),
    "scopus.csv": replace(
        _CSV,
        also=("pmid:123", "key:2-s2.0-1"),
        authors=("Lovelace A.", "Turing A."),
        cleaning=("copyright line",),
        other=("key:2-s2.0-2", 1999),
        missing='the source gives "[No abstract available]" in place of an abstract',
    ),
    "zotero.csv": replace(
        _CSV,
        also=("key:ABCD1234",),
        authors=("Lovelace, Ada", "Turing, Alan"),
        other=("key:EFGH5678", 1999),
        abstract=ABSTRACT.replace("size. ", "size.\n"),
    ),
    "digest.md": replace(
        _ARXIV,
        format="markdown",
        id="arxiv:2603.00001v1",
        url="https://arxiv.org/abs/2603.00001v1",
        other=("arxiv:math/9903001", 1999),
    ),
    "headings.md": replace(_ARXIV, format="markdown", other=("arxiv:math/9903001", 1999)),
    "labels.md": Told(
        "markdown",
        "abs:",
        venue="Journal of Bounds, 2026",
        missing='the source gives "N/A" in place of an abstract',
    ),
}


def read(path: Path | str, **manner: object) -> list[Paper | BrokenRecord]:
    return list(read_papers([str(path)], Manner(**manner)).records())  # type: ignore[arg-type]


def check(papers: Papers, told: Told) -> None:
    assert papers.files[0].format == told.format
    whole, other = [paper for paper in papers if paper.title]
    assert (whole.title, whole.abstract, whole.year) == ("A Bound on Moderate Models", told.abstract, 2026)
    assert told.id in {whole.id, whole.id[:4]}
    assert (whole.also, whole.authors, whole.venue) == (told.also, told.authors, told.venue)
    assert (whole.url, whole.keywords) == (told.url, told.keywords)
    assert tuple(change.kind for change in whole.cleaning) == told.cleaning
    assert (other.title or "").startswith("Notes on Nothing")
    assert (other.abstract, other.missing, other.year) == ("", told.missing, told.other[1])
    assert other.id.startswith(told.other[0])


@pytest.mark.parametrize("name", [name for name in TOLD if name != "oai.xml"])
def test_a_format_is_recognised_and_its_papers_are_read_whole(name: str):
    check(read_papers([str(FORMATS / name)]), TOLD[name])


def test_a_paper_that_arxiv_has_taken_back_has_no_abstract():
    whole, deleted = read(FORMATS / "oai.xml")
    assert isinstance(whole, Paper)
    assert isinstance(deleted, Paper)
    assert (whole.id, whole.authors, whole.year) == ("arxiv:2603.00001", NAMES, 2026)
    assert (deleted.id, deleted.missing) == ("arxiv:math/9903001", "arXiv has taken this paper back")


@pytest.mark.parametrize("name", TOLD)
def test_a_format_is_recognised_by_its_content_alone(name: str, tmp_path: Path):
    (tmp_path / "download").write_bytes((FORMATS / name).read_bytes())
    assert read_papers([str(tmp_path / "download")]).files[0].format == TOLD[name].format


@pytest.mark.parametrize("name", [name for name in TOLD if not name.endswith((".xml", ".md"))])
def test_a_format_may_be_forced(name: str, tmp_path: Path):
    (tmp_path / "download").write_bytes((FORMATS / name).read_bytes())
    assert read_papers([str(tmp_path / "download")], Manner(format=TOLD[name].format)).sources >= 2


def test_a_record_that_the_service_did_not_find_is_a_paper_without_abstract():
    nothing = read(FORMATS / "semanticscholar.json")[0]
    assert isinstance(nothing, Paper)
    assert (nothing.abstract, nothing.missing) == ("", "the source holds nothing in the place of this paper")


def test_the_user_names_columns_in_any_case():
    whole, other = read(FORMATS / "semicolon.csv", column=("abstract=zusammenfassung",))
    assert isinstance(whole, Paper)
    assert isinstance(other, Paper)
    assert (whole.title, whole.abstract, whole.authors) == ("A Bound on Moderate Models", ABSTRACT, NAMES)
    assert (other.missing, other.sources[0].position) == ("the source gives no abstract", 2)


def test_a_table_without_a_column_for_abstracts_says_so():
    whole, _ = read(FORMATS / "semicolon.csv")
    assert isinstance(whole, Paper)
    assert whole.missing == "the file has no column for abstracts; it has: Titel, Title, Zusammenfassung, Authors, Year"


@pytest.mark.parametrize(
    ("column", "what"),
    [
        ("abstract=Nowhere", "--column abstract=Nowhere: .*semicolon.csv has no such column. It has: Titel, Title"),
        ("abstracts=Title", "--column abstracts=Title: give FACT=COLUMN"),
        ("abstract", "--column abstract: give FACT=COLUMN"),
    ],
)
def test_a_wrong_column_is_a_wrong_option(column: str, what: str):
    with pytest.raises(UsageError, match=what):
        read(FORMATS / "semicolon.csv", column=(column,))


def test_a_field_of_json_lines_may_be_named_too(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text('{"id": "1", "body": {"main": "We prove it."}, "title": "T"}')
    [paper] = read(tmp_path / "a.jsonl", column=("abstract=body.main",))
    assert isinstance(paper, Paper)
    assert paper.abstract == "We prove it."


@pytest.mark.parametrize(
    ("header", "abstract", "year"),
    [
        ("Paper Title,Abstract (English),Year (of print)", "We prove it.", 2026),
        ("paper_title,ABSTRACT_TEXT(EN),Year", "We prove it.", 2026),
        ("题名,摘要（英文）,Date (accessed)", "We prove it.", None),
        ("Title,Abstract (German),Abstract", "We refute 2026.", None),
        ("Title (long),Abstract (German),Abstract (English)", "We prove it.", None),
        ("Title,Abstract (German) x,Year", "", 2026),
    ],
)
def test_a_name_with_more_in_parentheses_counts_where_the_bare_one_is_not_there(
    header: str, abstract: str, year: int | None, tmp_path: Path
):
    (tmp_path / "a.csv").write_text(f"{header}\nA Bound,We prove it.,We refute 2026.\n", "utf-8")
    [paper] = read(tmp_path / "a.csv")
    assert isinstance(paper, Paper)
    assert (paper.title, paper.abstract, paper.year) == ("A Bound", abstract, year)
    [paper] = read(tmp_path / "a.csv", column=(f"venue={header.split(',')[1]}",))
    assert isinstance(paper, Paper)
    assert paper.venue == "We prove it."


HEADER = ["Title", "Abstract", "Authors", "Year", "DOI"]
ROWS = [
    ["A Bound on Moderate Models", ABSTRACT, "; ".join(NAMES), 2026, "10.5555/bound.1"],
    ["Notes on Nothing", None, None, 1999, None],
]


def test_a_spreadsheet_is_read_from_the_sheet_that_has_columns_of_papers(tmp_path: Path):
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        book.add_worksheet("About").write(0, 0, "Made by hand")
        sheet = book.add_worksheet("Papers")
        sheet.write(0, 0, "Export of papers")
        for place, row in enumerate([HEADER, *ROWS], start=1):
            sheet.write_row(place, 0, row)
    check(
        read_papers([str(tmp_path / "a.xlsx")]),
        Told("xlsx", "doi:10.5555/bound.1", venue=None, url=None, keywords=()),
    )


def test_every_sheet_with_a_column_of_abstracts_is_read(tmp_path: Path):
    sheets = {
        "About": [["Column", "Description"], ["Title", "What the paper is called"]],
        "ML": [["Title", "Abstract"], ["A", "We prove it."]],
        "CV": [["Abstract", "Id"], ["We refute it.", "x"], ["We rest.", "y"]],
        "Done": [["Title", "Kurzfassung"], ["D", "We stop."]],
    }
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for place, row in enumerate(rows):
                sheet.write_row(place, 0, row)
    found = list(read_papers([str(tmp_path / "a.xlsx")]))
    assert [paper.abstract for paper in found] == ["We prove it.", "We refute it.", "We rest."]
    assert [paper.sources[0].position for paper in found] == [1, 2, 3]
    found = list(read_papers([str(tmp_path / "a.xlsx")], Manner(column=("abstract=Kurzfassung",))))
    assert [paper.abstract for paper in found] == ["We prove it.", "We refute it.", "We rest.", "We stop."]
    with pytest.raises(UsageError, match=r"abstract=Nowhere: .* has no such column"):
        read(tmp_path / "a.xlsx", column=("abstract=Nowhere",))


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_a_parquet_file_is_read(tmp_path: Path):
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    columns = {name: list(values) for name, values in zip(HEADER, zip(*ROWS, strict=True), strict=True)}
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    check(
        read_papers([str(tmp_path / "a.parquet")]),
        Told("parquet", "doi:10.5555/bound.1", venue=None, url=None, keywords=()),
    )
    (tmp_path / "a.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:-20])
    with pytest.raises(InputError, match="this Parquet file cannot be read"):
        read(tmp_path / "a.parquet")


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is there")
def test_without_pyarrow_a_parquet_file_names_the_install_line(tmp_path: Path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"pip install 'claimsheet\[parquet\]'"):
        read(tmp_path / "a.parquet")


# Spoilt twins.


@pytest.mark.parametrize("name", [name for name in TOLD if name.endswith(".json")])
def test_a_json_text_that_is_cut_tells_the_record_where_it_breaks(name: str, tmp_path: Path):
    whole = json.dumps(json.loads((FORMATS / name).read_text("utf-8")), indent=1)
    (tmp_path / name).write_text(whole[:-40])
    with pytest.raises(InputError, match=r"record \d+: broken JSON, .*; nothing after it can be read"):
        read(tmp_path / name, strict_input=True)


@pytest.mark.parametrize("name", ["atom.xml", "oai.xml"])
def test_an_xml_text_that_is_cut_tells_where_it_breaks(name: str, tmp_path: Path):
    (tmp_path / name).write_text((FORMATS / name).read_text("utf-8")[:-30])
    with pytest.raises(InputError, match=rf"{name}:\d+: broken XML"):
        read(tmp_path / name, strict_input=True)


def test_wrongly_nested_xml_is_told(tmp_path: Path):
    text = (FORMATS / "atom.xml").read_text("utf-8")
    (tmp_path / "a.xml").write_text(text.replace("</summary>\n    <author>", "</author>\n    <author>"))
    with pytest.raises(InputError, match=r"a\.xml:\d+: broken XML, Opening and ending tag mismatch"):
        read(tmp_path / "a.xml")


BOMB = '<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE feed [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE feed [<!ENTITY % b SYSTEM "http://127.0.0.1:9/x">]>'


@pytest.mark.parametrize("declared", [BOMB, OUTSIDE, PARAMETER])
def test_entities_of_a_file_of_its_own_are_refused(declared: str, tmp_path: Path):
    text = (FORMATS / "atom.xml").read_text("utf-8").replace("<feed", f"{declared}\n<feed").replace("tight", "&b;")
    (tmp_path / "a.xml").write_text(text)
    with pytest.raises(InputError, match=r"a\.xml: this XML declares entities of its own"):
        read(tmp_path / "a.xml")


def test_an_error_of_arxiv_is_no_paper(tmp_path: Path):
    error = "<entry><id>https://arxiv.org/api/errors#x</id><summary>incorrect id format</summary></entry>"
    (tmp_path / "a.xml").write_text(f'<feed xmlns="http://www.w3.org/2005/Atom">{error}</feed>')
    with pytest.raises(InputError, match="record 1: this is no paper but an error of arXiv, 'incorrect id format'"):
        read(tmp_path / "a.xml")


def test_a_key_that_stands_twice_breaks_its_record_alone(tmp_path: Path):
    (tmp_path / "a.json").write_text(
        '[{"id": "1", "title": "T", "abstract": "A."}, {"id": "2", "title": "U", "abstract": "B.", "title": "V"},'
        ' {"id": "3", "title": "W", "abstract": "C."}]'
    )
    first, broken, last = read(tmp_path / "a.json")
    assert isinstance(broken, BrokenRecord)
    assert broken.message == "record 2 of a.json: the key 'title' stands twice in one object"
    assert isinstance(first, Paper)
    assert isinstance(last, Paper)
    assert (first.id, last.id, last.sources[0].position) == ("key:1", "key:3", 3)


_TWO = '{"title": "A", "abstract": "We prove it."},\n{"title": "B", "abstract": "We refute it."}'


@pytest.mark.parametrize(
    "content",
    [
        f'{{"papers":[\n{_TWO}\n]}}\n',
        f'{{"status": "ok",\r\n"message": {{"items": [\r\n{_TWO}]}}}}',
        f'{{"size": 2, "papers": [{_TWO}]}}',
        f"[\n{_TWO}\n]\n",
        f"[{_TWO}]",
        f'{{"papers": [{_TWO}, {{"title": "C", "abstract": "{"We rest. " * 9_000}"}}]}}'.replace("\n", " "),
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "download"])
def test_a_list_with_an_object_a_line_is_no_json_lines(content: str, name: str, tmp_path: Path):
    (tmp_path / name).write_text(content)
    found = read_papers([str(tmp_path / name)])
    assert found.files[0].format == "json"
    assert [paper.abstract for paper in found][:2] == ["We prove it.", "We refute it."]


@pytest.mark.parametrize(
    "broken",
    ['{"title": "A", "abstract": "We pro', '{"title": "A" "abstract": "B."}', '{"title": "A",', '{"title": A}'],
)
def test_json_lines_of_which_the_first_is_broken_are_still_lines(broken: str, tmp_path: Path):
    (tmp_path / "download").write_text("\n".join([broken, *_TWO.replace("},", "}").split("\n")]))
    first, *others = read(tmp_path / "download")
    assert isinstance(first, BrokenRecord)
    assert (first.line, len(others)) == (1, 2)


def test_a_list_of_long_texts_is_one_of_abstracts(tmp_path: Path):
    long = "We prove a bound of moderate size. " * 4
    (tmp_path / "a.json").write_text(
        json.dumps([f"{long}One.", None, 'We "stop".', {"title": "T", "abstract": "We rest."}])
    )
    papers = list(read_papers([str(tmp_path / "a.json")]))
    assert [paper.abstract for paper in papers] == [f"{long}One.", "", 'We "stop".', "We rest."]
    (tmp_path / "a.json").write_text('["A Bound on Moderate Models", "Notes on Nothing"]')
    with pytest.raises(InputError, match="no object in this JSON"):
        read(tmp_path / "a.json")


def test_an_item_with_nothing_but_a_title_is_a_paper_without_abstract(tmp_path: Path):
    (tmp_path / "a.json").write_text('[{"title": "T", "abstract": "We rest."}, {"title": "U", "code": 1}, {"code": 2}]')
    _, second = read_papers([str(tmp_path / "a.json")])
    assert (second.title, second.abstract, second.missing) == ("U", "", "the source gives no abstract")


def test_a_text_between_objects_is_passed_over(tmp_path: Path):
    (tmp_path / "a.json").write_text(
        '[["x", {"title": "T", "abstract": "We rest."}], ["y", {"title": "U", "id": "1"}]]'
    )
    assert [paper.title for paper in read_papers([str(tmp_path / "a.json")])] == ["T", "U"]


@pytest.mark.parametrize(
    ("written", "read_as"),
    [(["One.", " Two.\n"], "One.\n\nTwo."), (["One."], "One."), (["", None, "Two."], "Two."), ([], "")],
)
def test_an_abstract_may_be_a_list_of_paragraphs(written: list[str | None], read_as: str):
    content = json.dumps([{"title": "A", "abstract": written, "id": "1"}]).encode()
    [paper] = reader_named("json").read(io.BytesIO(content), Origin("a.json"))
    assert isinstance(paper, Paper)
    assert paper.abstract == read_as


@pytest.mark.parametrize("paragraph", [3, ["One."], {"text": "One."}])
def test_what_is_no_paragraph_is_told(paragraph: object):
    content = json.dumps([{"title": "A", "abstract": ["One.", paragraph], "id": "1"}]).encode()
    [broken] = reader_named("json").read(io.BytesIO(content), Origin("a.json"))
    assert isinstance(broken, BrokenRecord)
    assert broken.reason.startswith('"abstract" is a')


@pytest.mark.parametrize(
    "table",
    [
        {"title": {"0": "A", "1": "B"}, "abstract": {"0": "We prove it.", "1": "We rest."}},
        {"abstract": {"17": "We prove it."}, "title": {"17": None}},
        {"title": ["A", "B"], "abstract": ["We prove it.", "We rest."]},
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_a_table_by_its_columns_is_told_with_its_mend(table: object, indent: int | None, tmp_path: Path):
    (tmp_path / "a.json").write_text(json.dumps(table, indent=indent))
    with pytest.raises(InputError, match=r'a table by its columns; .*orient="records"'):
        read(tmp_path / "a.json")


@pytest.mark.parametrize("wrapping", ["{}", '{{"papers": [{}]}}'])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_objects_one_after_another_are_read(wrapping: str, name: str, tmp_path: Path):
    whole = [
        wrapping.format(json.dumps({"title": letter, "abstract": f"We prove {letter}."}, indent=2)) for letter in "ABC"
    ]
    (tmp_path / name).write_text("\n".join(whole))
    assert [paper.title for paper in read_papers([str(tmp_path / name)])] == ["A", "B", "C"]
    (tmp_path / name).write_text("\n".join(whole)[:-9])
    *others, broken = read(tmp_path / name)
    assert len(others) == 2
    assert isinstance(broken, BrokenRecord)


@pytest.mark.parametrize("more", ["5", "null", '"x"', "x", "]", "}", ",", "[]", '[{"title": "B", "id": "1"}]'])
@pytest.mark.parametrize("wrapping", ["[{}]", '{{"papers": [{}]}}', "{}"])
def test_what_else_stands_after_the_end_is_told(wrapping: str, more: str):
    record = json.dumps({"title": "A", "abstract": "We prove it."}, indent=2)
    content = f"{wrapping.format(record)}\n{more}".encode()
    found, broken = reader_named("json").read(io.BytesIO(content), Origin("a.json"))
    assert isinstance(found, Paper)
    assert isinstance(broken, BrokenRecord)
    assert broken.reason.startswith("broken JSON, ")


def test_a_row_with_broken_quotes_or_too_many_fields_breaks_alone(tmp_path: Path):
    (tmp_path / "a.csv").write_text(
        'Title,Abstract\nA,"We prove it."\nB,"We "prove" it."\nC,We, prove it.\nD,We refute it.\nE,We rest.\n'
    )
    records = read(tmp_path / "a.csv")
    assert [isinstance(record, Paper) for record in records] == [True, False, False, True, True]
    assert [record.message for record in records if isinstance(record, BrokenRecord)] == [
        "line 3 of a.csv: the quotes of this row are broken, ',' expected after '\"'",
        "line 4 of a.csv: the row has 3 fields where the header has 2",
    ]


def test_a_quote_that_is_not_closed_names_all_lines_that_it_took(tmp_path: Path):
    (tmp_path / "a.csv").write_text(
        'sep=,\nTitle,Abstract\nA,"We prove it.\nB,"We refute it."\nC,We rest.\nD,"We stop.\nE,F\n'
    )
    with (tmp_path / "a.csv").open("rb") as stream:
        first, second, third = reader_named("csv").read(stream, Origin("a.csv"))
    assert isinstance(second, Paper)
    assert [record.message for record in (first, third) if isinstance(record, BrokenRecord)] == [
        "line 3 of a.csv: the quotes of this row, lines 3 to 4, are broken, ',' expected after '\"'",
        "line 6 of a.csv: the quotes of this row, lines 6 to 7, are broken, unexpected end of data",
    ]


def test_a_field_of_200_kilobytes_is_read(tmp_path: Path):
    long = "We prove a bound of moderate size. " * 6_000
    (tmp_path / "a.csv").write_text(f'Title,Abstract\nA,"{long}"\n')
    (tmp_path / "a.json").write_text(json.dumps([{"title": "A", "abstract": long}]))
    (tmp_path / "a.xml").write_text((FORMATS / "atom.xml").read_text().replace(ABSTRACT, long))
    for name in ("a.csv", "a.json", "a.xml"):
        paper = read(tmp_path / name)[0]
        assert isinstance(paper, Paper)
        assert len(paper.abstract) == len(long) - 1


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ('{"a": {"b": [1, 2]}}', "no object in this JSON has a title and an abstract"),
        ("[" * 100_000, "no object in this JSON"),
        ("[]", "no object in this JSON"),
    ],
)
def test_json_without_papers_is_told(content: str, what: str, tmp_path: Path):
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(InputError, match=what):
        read(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("name", "record", "told"),
    [
        (
            "arxivjson",
            '{"id": "2603.00001", "title": "", "authors_parsed": [["\\ud800", "A"]]}',
            '"authors_parsed" holds half',
        ),
        ("openalex", '{"id": "W1", "title": "A", "abstract_inverted_index": {"\\ud800": [0]}}', "holds half of a"),
        (
            "openalex",
            f'{{"id": "W1", "title": "A", "abstract_inverted_index": {{"a": [{"9" * 4000}]}}}}',
            "is no place",
        ),
    ],
)
def test_what_is_no_text_or_no_place_is_told(name: str, record: str, told: str):
    [broken] = reader_named(name).read(io.BytesIO(record.encode()), Origin("list"))
    assert isinstance(broken, BrokenRecord)
    assert told in broken.reason


def test_a_number_that_no_parser_survives_is_told(tmp_path: Path):
    whole = '[{"title": "A", "abstract": "Sand is counted."}, {"title": "B", "size": DIGITS, "abstract": "C."}]'
    told = "broken JSON, there are over 4300 digits in a row; nothing after it can be read"
    for digits, reason in ((4_300, None), (4_301, told), (200_000, told)):
        (tmp_path / "a.json").write_text(whole.replace("DIGITS", "9" * digits))
        with (tmp_path / "a.json").open("rb") as stream:
            first, second = reader_named("json").read(stream, Origin("a.json"))
        assert isinstance(first, Paper)
        assert getattr(second, "reason", None) == reason
    (tmp_path / "a.json").write_text(whole.replace("DIGITS", f"1e{'9' * 30}"))
    with (tmp_path / "a.json").open("rb") as stream:
        assert isinstance(list(reader_named("json").read(stream, Origin("a.json")))[1], BrokenRecord)


def test_a_table_of_other_things_is_told_with_its_columns(tmp_path: Path):
    (tmp_path / "a.csv").write_text("Name,Price\nApple,3\n")
    with pytest.raises(UsageError, match=r"no column is known to hold titles or abstracts.* there are: Name, Price"):
        read(tmp_path / "a.csv")


def test_a_spreadsheet_that_is_spoilt_or_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        book.add_worksheet().write_row(0, 0, HEADER)
    whole = (tmp_path / "a.xlsx").read_bytes()
    (tmp_path / "cut.xlsx").write_bytes(whole[:-100])
    with pytest.raises(InputError, match=r"cut\.xlsx: this .* cannot be "):
        read(tmp_path / "cut.xlsx")
    monkeypatch.setattr("pipeline.readers.xlsx._LARGEST", 1_000)
    with pytest.raises(InputError, match=r"a\.xlsx: this spreadsheet unpacks to [\d,]+ bytes"):
        read(tmp_path / "a.xlsx")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_any_text_format_may_be_in_any_unicode_encoding(encoding: str, tmp_path: Path):
    for name in ("scopus.csv", "openalex.json", "kaggle.jsonl", "labels.md"):
        (tmp_path / name).write_text((FORMATS / name).read_text("utf-8-sig"), encoding=encoding)
        check(read_papers([str(tmp_path / name)]), TOLD[name])


_FIXTURES = sorted(path.read_bytes() for path in FORMATS.iterdir())


@given(st.data())
def test_whatever_is_done_to_a_file_a_reader_gives_records_or_an_error_of_ours(data: st.DataObject):
    content = bytearray(data.draw(st.sampled_from(_FIXTURES)))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 40)))
        content[start:end] = data.draw(
            st.binary(max_size=8) | st.sampled_from([b'"', b"{", b"]", b"<", b"null", b"\n", b","])
        )
    for reader in all_readers():
        if not reader.is_text and reader.name != "arxivxml":
            continue
        try:
            for record in reader.read(io.BytesIO(bytes(content)), Origin("a")):
                assert isinstance(record, (Paper, BrokenRecord))
        except (InputError, UsageError):
            continue


@given(st.binary(max_size=300))
def test_random_bytes_in_a_spreadsheet_are_an_error_of_ours(content: bytes):
    with pytest.raises((InputError, UsageError)):
        list(reader_named("xlsx").read(io.BytesIO(b"PK\x03\x04" + content), Origin("a")))


@pytest.mark.parametrize(
    "text",
    [
        "## 1\n**Title:** On Sand\n\n**Abstract:** We count it.\n## 2\n- **Title**: On Loam\n**Abstract**: We do not.",
        "## Title: On Sand\n### Abstract\nWe count it.\n## Title: On Loam\n### Abstract\nWe do not.\n",
        "## Title\nOn Sand\n## Abstract\nWe count it.\n## Title\nOn Loam\n## Abstract\nWe do not.\n",
    ],
)
def test_a_title_in_markdown_may_have_a_label_of_its_own(text: str, tmp_path: Path):
    (tmp_path / "a.md").write_text(text)
    found = [(paper.title, paper.abstract) for paper in read_papers([str(tmp_path / "a.md")])]
    assert found == [("On Sand", "We count it."), ("On Loam", "We do not.")]


# Each of these took minutes where a line is looked at from each of its signs.
@pytest.mark.parametrize("long", [" " * 200_000, "#" * 200_000, "[a](" * 50_000, "~" * 200_000])
@pytest.mark.parametrize("before", ["\n", "\n## ", "\n<summary>", "\nAda Lovelace, ", "\nAbstract: "])
def test_a_long_line_of_markdown_is_looked_at_once(before: str, long: str, tmp_path: Path):
    text = (FORMATS / "headings.md").read_text("utf-8")
    (tmp_path / "a.md").write_text(f"{text}{before}{long}x\n", "utf-8")
    assert read(tmp_path / "a.md")[0] == read(FORMATS / "headings.md")[0].model_copy(
        update={"sources": (Source(path="a.md", position=1),)}
    )
