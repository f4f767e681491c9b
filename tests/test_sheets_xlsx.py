from __future__ import annotations

import io
import sys
import zipfile
from xml.etree import ElementTree as ET

import pytest
from sheet_cards import bare, batch, card, chinese, every_card, faithful, formulas, gain, rendered, unfaithful

from pipeline.card import Card
from pipeline.errors import UsageError
from pipeline.paper import Paper
from pipeline.sheets.interface import renderer_for

NS = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


class Book:
    """A workbook as its XML tells it."""

    def __init__(self, cards: tuple[Card, ...], language: str = "en") -> None:
        self.zip = zipfile.ZipFile(io.BytesIO(rendered(".xlsx", cards, language)))
        self.texts = ["".join(item.itertext()) for item in self.part("sharedStrings")]
        self.names = [sheet.attrib["name"] for sheet in self.part("workbook").iterfind("m:sheets/m:sheet", NS)]

    def part(self, name: str) -> ET.Element:
        return ET.fromstring(self.zip.read(f"xl/{name}.xml"))  # noqa: S314 - written a moment ago

    def rows(self, number: int) -> list[dict[str, str | float]]:
        table = [
            {cell.attrib["r"].rstrip("0123456789"): self.cell(cell) for cell in row}
            for row in self.part(f"worksheets/sheet{number}").iterfind("m:sheetData/m:row", NS)
        ]
        head = table[0]
        return [{str(head[column]): text for column, text in row.items()} for row in table[1:]]

    def cell(self, cell: ET.Element) -> str | float:
        text = cell.findtext("m:v", default="", namespaces=NS)
        return self.texts[int(text)] if cell.attrib.get("t") == "s" else float(text) if text else ""


def test_papers_gains_and_review_stand_on_a_sheet_each_with_a_frozen_head_and_filters():
    book = Book(every_card())
    assert book.names == ["Papers", "Claimed gains", "Review"]
    for number in (1, 2, 3):
        sheet = book.part(f"worksheets/sheet{number}")
        pane = sheet.find("m:sheetViews/m:sheetView/m:pane", NS)
        assert pane is not None
        assert (pane.attrib["state"], pane.attrib["ySplit"]) == ("frozen", "1")
        assert sheet.find("m:autoFilter", NS) is not None


def test_there_is_a_line_per_paper_and_one_per_paper_without_a_card():
    rows = Book((faithful(), bare())).rows(1)
    assert [row.get("Id") for row in rows] == [
        "abs:00000000000000aa",
        "abs:00000000000000bb",
        "abs:00000000000000cc",
        "key:=2",
    ]
    assert [row.get("State") for row in rows] == ["ok", "ok", "refused by the model", "not readable"]
    assert rows[0]["Claimed gains"] == 2
    assert rows[0]["Largest multiple"] == 3.67


def test_a_figure_is_a_number_on_a_line_of_its_own():
    rows = Book((unfaithful(), bare())).rows(2)
    assert [(row["Gain"], row["Value"], row["Amount"], row["Unit"]) for row in rows] == [
        (1, "42 points", 42, "points"),
        (1, "4.2 points", 4.2, "points"),
    ]
    assert [row["Verdict"] for row in rows] == ["not in the abstract", "close to the abstract’s words"]


def test_the_review_is_a_list_to_work_through():
    rows = Book((unfaithful(),)).rows(3)
    assert {"No.": 1, "Paper": "RIFT", "Finding": "Not stated", "What": "code"} in rows
    assert {
        "No.": 1,
        "Paper": "RIFT",
        "Finding": "not in the abstract",
        "What": "DRIFT",
        "Why": "this name is not in the abstract",
    } in rows
    assert {row["Finding"] for row in rows} >= {"Ask the authors", "Figures that no gain claims"}


def test_no_cell_is_a_formula_or_a_link():
    book = Book(every_card())
    for number in (1, 2, 3):
        sheet = book.part(f"worksheets/sheet{number}")
        assert sheet.find(".//m:f", NS) is None
        assert sheet.find(".//m:hyperlink", NS) is None
    assert "=1+1" in book.texts
    assert {row["Amount"] for row in Book((formulas(),)).rows(2)} == {-3.25}


def test_hidden_characters_of_data_reach_no_workbook():
    assert not set("\u202e\u2066\u200b\ufeff\x00\x1b\U000e0041") & set("".join(Book(every_card()).texts))


def test_the_heads_speak_the_language_that_is_asked_for():
    assert Book((chinese(),), "zh").names[0] == "论文"


def test_a_cell_longer_than_excel_holds_is_cut_and_not_lost():
    text = "word " * 10_000
    long = card(Paper(id="abs:1", abstract="x"), claimed_gains=(gain(text),))
    (row,) = Book((long,)).rows(2)
    assert len(str(row["Claim"])) == 32_767


def test_without_the_library_the_message_names_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(UsageError, match=r"pip install 'claimsheet\[xlsx\]'"):
        next(renderer_for(".xlsx").files(batch((bare(),)), "sheet.xlsx"))
