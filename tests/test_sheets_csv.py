from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheet_cards import FORMULAS, bare, chinese, every_card, faithful, formulas, readable_cards, rendered, unfaithful

from pipeline.card import Card
from pipeline.sheets.csv import COLUMNS, inert

GOLDEN = Path(__file__).parent / "golden" / "sheet.csv"


def rows(cards: tuple[Card, ...]):
    return list(csv.DictReader(io.StringIO(rendered(".csv", cards).decode("utf-8-sig"), newline="")))


def test_the_sheet_is_the_golden_one():
    assert rendered(".csv", readable_cards()) == GOLDEN.read_bytes()


def test_excel_is_told_the_encoding_and_each_line_ends_as_it_expects():
    text = rendered(".csv", every_card()).decode()
    assert text.startswith('\ufeff"paper","title"')
    assert text.count("\n") == text.count("\r\n") == len(rows(every_card())) + 1


def test_there_is_a_line_per_gain_one_for_a_paper_without_and_one_per_failure():
    told = [(row["paper"], row["gain"], row["state"]) for row in rows((faithful(), bare()))]
    assert told == [
        ("abs:00000000000000aa", "1", "ok"),
        ("abs:00000000000000aa", "2", "ok"),
        ("abs:00000000000000bb", "", "ok"),
        ("abs:00000000000000cc", "", "refused"),
        ("key:=2", "", "format_error"),
    ]


def test_the_figure_reads_as_written_and_counts_as_a_number():
    first, second, *_ = rows((faithful(),))
    assert (first["value"], first["amount"], first["unit"], first["hedges"]) == ("3.67×", "3.67", "x", "up to")
    assert (second["value"], second["amount"], second["unit"]) == ("65%", "65", "%")


def test_the_evidence_is_the_abstract_s_own_text():
    first, *_ = rows((faithful(),))
    assert first["evidence"] == "PARD is up to \\textbf{3.67$\\times$} faster than AR decoding on LLaMA3.1-8B"


def test_a_line_is_as_true_as_its_weakest_part():
    assert [row["verdict"] for row in rows((faithful(), unfaithful(), chinese()))[:5]] == [
        "exact",
        "exact",
        "absent",
        "exact",
        "exact",
    ]


def test_no_cell_begins_like_a_formula():
    for row in rows(every_card()):
        assert tuple(row) == COLUMNS
        for cell in row.values():
            assert cell.lstrip()[:1] not in set("=@＝＠") - {""}
            if cell[:1] in {"+", "-"}:
                float(cell.rstrip("% "))


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_is_made_text(formula: str):
    assert "'" in inert(formula)
    assert inert(formula).replace("'", "") == formula.replace("'", "")


@pytest.mark.parametrize("number", ["-3.2", "+4", "-3.2%", "-1e-5", "-12 %"])
def test_a_plain_number_stays_a_number(number: str):
    assert inert(number) == number


def test_a_negative_amount_stays_usable():
    assert {row["amount"] for row in rows((formulas(),)) if row["gain"]} == {"-3.25"}


@given(st.text(alphabet=st.sampled_from("=+-@;'\" \t1a")))
def test_no_text_becomes_a_formula_even_where_semicolons_part_cells(text: str):
    for cell in inert(text).split(";"):
        bare_cell = cell.strip(" \t\"'")
        assert bare_cell[:1] not in {"=", "@"} or cell.lstrip(' \t"').startswith("'")
