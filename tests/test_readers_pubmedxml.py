"""What PubMed's XML becomes, and what of XML is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, kinds, papers, read, spoilt, survives, taken_by

from pipeline.errors import InputError

THREE = (DATA / "pubmedxml" / "three.xml").read_bytes()
BOMB = b"""<?xml version="1.0"?><!DOCTYPE PubmedArticleSet [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><PubmedArticleSet><PubmedArticle><ArticleTitle>&b;</ArticleTitle>
</PubmedArticle></PubmedArticleSet>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE PubmedArticleSet [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<PubmedArticleSet><PubmedArticle><ArticleTitle>&a;</ArticleTitle></PubmedArticle></PubmedArticleSet>"""


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("pubmedxml", THREE)[0]
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:31234567",))
    assert paper.title == "Sorting pebbles by size & colour."
    assert paper.authors == ("Stein, Petra", "The Pebble Group")
    assert (paper.year, paper.venue) == (2021, "Journal of small stones")
    assert paper.keywords == ("pebbles", "sorting")


def test_an_abstract_has_its_labels_and_no_markup_and_not_who_owns_it() -> None:
    assert papers("pubmedxml", THREE)[0].abstract == (
        "BACKGROUND: Pebbles lie in heaps of 10^6.\nRESULTS: Sorting takes 20% less time (P < 0.01)."
    )


def test_ids_of_references_and_corrections_are_not_those_of_the_paper() -> None:
    ids = [(paper.id, *paper.also) for paper in papers("pubmedxml", THREE)]
    assert ids == [("doi:10.5555/pebble.1", "pmid:31234567"), ("doi:10.5555/sand", "pmid:30000001"), ("pmid:20000002",)]


def test_a_date_in_words_and_subject_headings_will_do() -> None:
    paper = papers("pubmedxml", THREE)[1]
    assert (paper.year, paper.venue, paper.keywords) == (1987, "Sand Lett", ("Beaches",))
    assert paper.missing == "the source gives no abstract"


def test_a_chapter_is_a_paper_of_its_book() -> None:
    paper = papers("pubmedxml", THREE)[2]
    assert (paper.title, paper.venue, paper.year) == ("Loam in lakes", "All of loam", 2009)


@pytest.mark.parametrize("data", [BOMB, OUTSIDE])
def test_entities_of_the_file_are_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="declares entities of its own"):
        read("pubmedxml", data)


def test_what_follows_a_fault_in_the_markup_is_told_as_broken() -> None:
    cut = THREE[: THREE.index(b"Loam in lakes")]
    assert kinds("pubmedxml", cut) == ["paper", "paper", "broken"]
    assert kinds("pubmedxml", THREE.replace(b"</Journal>", b"</Jornal>", 1))[-1] == "broken"


def test_it_is_known_by_its_root() -> None:
    assert taken_by(THREE, "list.xml") == "pubmedxml"


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("pubmedxml", data)
