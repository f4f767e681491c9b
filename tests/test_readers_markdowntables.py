"""What tables in Markdown become."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import papers, spoilt, survives, taken_by

TWO = b"""# Soils

| # | Title | Authors | Abstract |
|---|:---|---|---|
| 1 | [On Sand](https://arxiv.org/abs/2401.00001) | Ada Korn, Bo Stein | Sand is \\| was counted grain by grain. |

Some words.

| Date | Paper | Abstract |
|:-:|---|---|
| 2024-01-02 | **On Loam**<br>Ada Korn, Bo Stein<br>[arXiv](http://arxiv.org/abs/2401.00002) \
| <details><summary>Show</summary>Loam is not counted.</details> |
"""


def test_a_title_s_link_is_the_address_and_the_id_of_its_paper() -> None:
    first = papers("markdowntable", TWO)[0]
    assert (first.id, first.url) == ("arxiv:2401.00001", "https://arxiv.org/abs/2401.00001")
    assert (first.title, first.authors) == ("On Sand", ("Ada Korn", "Bo Stein"))
    assert first.abstract == "Sand is | was counted grain by grain."


def test_a_second_table_has_names_of_its_own_and_a_cell_may_have_lines() -> None:
    _, second = papers("markdowntable", TWO)
    assert (second.id, second.title, second.year) == ("arxiv:2401.00002", "On Loam", 2024)
    assert (second.authors, second.abstract) == (("Ada Korn", "Bo Stein"), "Loam is not counted.")


@pytest.mark.parametrize(
    "text",
    [
        "# Shop\n\n| Title | Description |\n|---|---|\n| Apples | They are red. |\n",
        "# Reading\n\n| Title | Year |\n|---|---|\n| On Sand | 2024 |\n",
        "# Reading\n\n| Title | Abstract |\n\nOn Sand | We count it.\n",
    ],
)
def test_other_tables_are_left(text: str) -> None:
    assert taken_by(text.encode(), "README.md") != "markdowntable"


def test_it_is_known_by_its_columns() -> None:
    assert taken_by(TWO, "list.md") == "markdowntable"
    assert taken_by(b"| Title | Abstract |\n|---|---|\n| On Sand | We count it. |\n", "list.md") == "csv"


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("markdowntable", data)
