"""Embase's CSV of fields by row."""

from __future__ import annotations

from hypothesis import given
from one_reader import papers, spoilt, survives, taken_by

SAND = "Sand is counted grain by grain, which takes half the time. It is 20% cheaper."
TWO = f"""\
"TITLE","Counting Sand, Grain by Grain"
"AUTHOR NAMES","Korn A.","Lehm U."
"SOURCE","Sand Letters (2021) 3:1 (1-9). Date of Publication: 1 Jan 2021"
"ABSTRACT","{SAND}"
"DOI","10.5555/sand"

"TITLE","On Loam"
"AUTHOR NAMES","Lehm U."
"SOURCE","Loam (1999)"
""".encode()


def test_each_line_is_a_field_and_a_title_begins_a_record() -> None:
    assert taken_by(TWO, "export.csv") == "embase"
    paper, other = papers("embase", TWO)
    assert (paper.id, paper.title, paper.year) == ("doi:10.5555/sand", "Counting Sand, Grain by Grain", 2021)
    assert (paper.authors, paper.abstract) == (("Korn A.", "Lehm U."), SAND)
    assert (other.title, other.authors, other.year, other.abstract) == ("On Loam", ("Lehm U.",), 1999, "")


def test_a_table_of_columns_is_none() -> None:
    assert taken_by(b"TITLE,AUTHOR NAMES,ABSTRACT\nA,B,C\n", "export.csv") == "csv"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("embase", data)
