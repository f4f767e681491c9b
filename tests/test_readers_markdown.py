"""How the abstract of an entry in Markdown is named."""

from __future__ import annotations

import pytest
from one_reader import papers, taken_by


@pytest.mark.parametrize(
    "label",
    [
        "**Abstract:** ",
        "**Abstract** ",
        "**Abstract.** ",
        "__Abstract__ ",
        "***Abstract***—",
        "> **Abstract** ",
        "**摘要** ",
    ],
)
def test_a_label_in_bold_needs_no_colon(label: str) -> None:
    text = f"## On Sand\nAda Korn, Bo Stein\n\n{label}We count sand.\n\n## On Loam\n\n{label}We do not.\n".encode()
    assert taken_by(text, "list.md") == "markdown"
    first, second = papers("markdown", text)
    assert (first.title, first.authors, first.abstract) == ("On Sand", ("Ada Korn", "Bo Stein"), "We count sand.")
    assert (second.title, second.abstract) == ("On Loam", "We do not.")


def test_a_word_in_bold_within_an_abstract_is_text() -> None:
    text = b"## On Sand\n\n**Abstract** We count\n**sand** and **abstract** grains.\n"
    assert [paper.abstract for paper in papers("markdown", text)] == ["We count\n**sand** and **abstract** grains."]
