"""PubMed's text of abstracts: which paragraph is what, where nothing says so."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, spoilt, survives, taken_by

THREE = (DATA / "pubmedtext" / "three.txt").read_bytes()


def test_it_is_known_by_its_first_line_and_its_ids() -> None:
    assert taken_by(THREE) == "pubmedtext"
    assert taken_by(b"1. We sort pebbles in 2021.\n\n2. We sort sand.\n") == "text"


def test_the_paragraphs_of_a_whole_record_are_told_apart() -> None:
    paper = papers("pubmedtext", THREE)[0]
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:12345678",))
    assert (paper.title, paper.venue, paper.year) == ("Sorting Pebbles by Size and Colour", "J Stones", 2021)
    assert paper.authors == ("Stein P", "van der Kies J", "Korn AB")
    assert paper.abstract == (
        "BACKGROUND: Pebbles lie in heaps of 1999 or more. METHODS: We sort pebbles by size and colour with a small "
        "scale. RESULTS: It takes 20% less time."
    )
    assert [(change.kind, change.cut) for change in paper.cleaning] == [("copyright line", "© 2021 Stone Press.")]


def test_a_record_may_lack_its_abstract_or_its_authors() -> None:
    _, second, third = papers("pubmedtext", THREE)
    assert (second.id, second.title, second.year, second.abstract) == ("pmid:12345679", "[On Loam]", 1999, "")
    assert (third.title, third.authors, third.year) == ("Clay is not counted", (), 2003)
    assert third.abstract.endswith("and find\n2. no way of doing it without water in the year 2000.")


@given(spoilt(THREE))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("pubmedtext", data)
