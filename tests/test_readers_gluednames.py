"""Where one name ends and the next begins, in texts that put nothing between them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_reader import papers

from pipeline.readers.gluednames import glued_people
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Araz R. AlievNigar T. Ismayilova", ("Araz R. Aliev", "Nigar T. Ismayilova")),
        ("Yi LiuHailong YangWei LiXin Wu", ("Yi Liu", "Hailong Yang", "Wei Li", "Xin Wu")),
        ("Yann LeCunAda McKenzie", ("Yann LeCun", "Ada McKenzie")),
        ("Martine De CockProf. Émile Zola", ("Martine De Cock", "Prof. Émile Zola")),
        ("Jiří BednářÖzlem Šimková", ("Jiří Bednář", "Özlem Šimková")),
        ("Ada Lovelace", ("Ada Lovelace",)),
        ("A. B. SmithC. D. Jones", ("A. B. Smith", "C. D. Jones")),
    ],
)
def test_a_small_letter_before_a_capital_parts_two_names(written: str, names: tuple[str, ...]):
    assert glued_people(written) == names


@pytest.mark.parametrize(
    "written", ["AnnaBelleCarl Dee", "Mohamed AbdulRahmanAli Hassan Omar", "JoAnn Smith", "PlatoAda Lee"]
)
def test_what_is_not_certain_stays_whole(written: str):
    assert glued_people(written) == (written,)


def test_names_that_are_parted_are_read_as_elsewhere():
    assert glued_people("Lovelace, Ada; Turing, Alan") == ("Lovelace, Ada", "Turing, Alan")
    assert glued_people(None) == ()


@given(st.text("aAbBé. ", max_size=40))
def test_no_letter_is_lost(written: str):
    assert "".join("".join(glued_people(written)).split()) == "".join(written.split())


def test_only_a_table_of_springerlink_is_read_so():
    row = "On Sand,10.5555/1,Ada LovelaceAlan Turing,Chapter\n"
    assert papers("csv", f"Item Title,Item DOI,Authors,Content Type\n{row}".encode())[0].authors == (
        "Ada Lovelace",
        "Alan Turing",
    )
    assert papers("csv", f"Title,DOI,Authors,Type\n{row}".encode())[0].authors == ("Ada LovelaceAlan Turing",)


def test_the_column_may_be_named_by_the_user():
    text = "Item Title,Item DOI,Authors,Content Type\nOn Sand,10.5555/1,Ada LovelaceAlan Turing,Chapter\n"
    [paper] = reader_named("csv").read(io.BytesIO(text.encode()), Origin("list", (("authors", "Authors"),)))
    assert getattr(paper, "authors", ()) == ("Ada LovelaceAlan Turing",)
