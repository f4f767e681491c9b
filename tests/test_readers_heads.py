"""What is read above an abstract of a plain list: title, authors, address; and the word that names the abstract."""

from __future__ import annotations

from io import BytesIO

import pytest

from pipeline.paper import Paper
from pipeline.readers.heads import head, is_of_names
from pipeline.readers.mapping import Origin
from pipeline.readers.plaintext import READER

SAND = "Sand is counted grain by grain, which takes long. " * 4 + "We do it in half the time."
LOAM = SAND.replace("Sand", "Loam")
BOTH = (("On Sand", "Ada Korn, Bo Stein", SAND), ("Is Loam Heavy?", "C. Kies* and Di van Ton†", LOAM))
AUTHORS = [("Ada Korn", "Bo Stein"), ("C. Kies", "Di van Ton")]


def papers(text: str) -> list[Paper]:
    return list(READER.read(BytesIO(text.encode()), Origin("list.txt")))


def listed(form: str) -> list[Paper]:
    return papers("".join(form.format(*each) for each in BOTH))


@pytest.mark.parametrize(
    "form",
    [
        "{0}\n{1}\nAbstract: {2}\n\n",
        "{0}\nAuthors: {1}\nAbstract: {2}\n\n",
        "Titre : {0}\nAuteurs : {1}\nRésumé : {2}\n\n",
        "{0}\n{1}\n\nAbstract\n{2}\n\n",
        "{0}\n{1}\n\nAbstract\n\n{2}\n\n",
        "{0}\n{1}\n\nAbstract—{2}\n\n",
        "{0}\n{1}\n\n{2}\n\n",
        "{0}\n\n{1}\n\n{2}\n\n",
        "{0}\n\n{1}\n\nAbstract: {2}\n\n",
    ],
)
def test_title_and_authors_stand_above_the_abstract(form: str):
    found = listed(form)
    assert [(paper.title, paper.abstract) for paper in found] == [(title, text) for title, _, text in BOTH]
    assert [paper.authors for paper in found] == AUTHORS


@pytest.mark.parametrize("label", ["Abstract: ", "Abstract—", "ABSTRACT\n", "Abstract\n\n", "摘要：", "Abstract. "])
def test_the_word_that_names_an_abstract_is_cut_off_and_told(label: str):
    for paper in (papers(label + SAND)[0], papers(f"On Sand\n{label}{SAND}")[0]):
        assert paper.abstract == SAND
        assert [(change.kind, change.cut) for change in paper.cleaning] == [("heading of the abstract", label.strip())]


@pytest.mark.parametrize("form", ["{}\n{}\n\n{}\n\n", "{}\n\n{}\n\n{}\n\n", "{}\n{}\nAbstract: {}\n\n"])
def test_one_author_is_known_beside_papers_of_several(form: str):
    names = ["Ada Korn, Bo Stein", "Di van Ton", "C. Kies and Ed Fels"] * 4
    found = papers("".join(form.format("On Sand", name, SAND) for name in names))
    assert [(paper.title, paper.abstract, len(paper.authors)) for paper in found] == [
        ("On Sand", SAND, count) for count in [2, 1, 2] * 4
    ]


def test_the_end_of_a_title_is_no_author():
    found = papers(f"On the Counting of Sand\nBefore Winter\nAbstract: {SAND}")
    assert [(paper.title, paper.authors) for paper in found] == [("On the Counting of Sand Before Winter", ())]


def test_an_address_above_an_abstract_is_its_paper_s():
    first, _ = listed("{0}\nhttps://arxiv.org/abs/2401.00001\n\n{2}\n\n")
    assert (first.id, first.url, first.title) == ("arxiv:2401.00001", "https://arxiv.org/abs/2401.00001", "On Sand")


def test_an_address_below_an_abstract_is_not_the_title_of_the_next():
    text = "\n\n".join(f"{SAND}\n\nhttps://arxiv.org/abs/2401.0000{number}" for number in range(9))
    assert [paper.id[:4] for paper in papers(text)] == ["abs:"] * 18
    assert {paper.title for paper in papers(text) if paper.abstract} == {None}


def test_lines_that_are_not_understood_are_told_and_not_lost():
    paper = papers(f"On Sand\nAda Korn, Bo Stein\nUniversity of Stones\nAbstract: {SAND}")[0]
    assert (paper.title, paper.authors) == ("On Sand", ("Ada Korn", "Bo Stein"))
    assert [change.cut for change in paper.cleaning] == ["University of Stones", "Abstract:"]


@pytest.mark.parametrize("text", [f"We count sand.\nAbstract: {SAND}", f"We read only the\nabstract. {SAND}"])
def test_a_sentence_before_the_word_abstract_is_text(text: str):
    assert [(paper.title, paper.abstract) for paper in papers(text)] == [(None, text)]


def test_a_title_may_be_wrapped():
    assert head("On Sand and\nIts Grains\nAda Korn, Bo Stein")[:2] == (
        "On Sand and Its Grains",
        ("Ada Korn", "Bo Stein"),
    )


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ada Korn, Bo Stein", True),
        ("A. B. Korn¹, Di van der Ton²; and Ed O'Kies*", True),
        ("石小明，沙丽", True),
        ("Ada Korn", False),
        ("Attention, Memory and Planning", False),
        ("We count sand, and we dig loam", False),
    ],
)
def test_names_of_people_are_known_by_their_form(line: str, names: bool):  # noqa: FBT001 - a parameter of the table
    assert is_of_names(line) is names
