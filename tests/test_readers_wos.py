"""What Web of Science's tagged records become."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, kinds, papers, spoilt, survives, taken_by

CORE = (DATA / "wos" / "core.ciw").read_bytes()
UNINDENTED = (DATA / "wos" / "unindented.txt").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("wos", CORE)[0]
    assert paper.id == "doi:10.5555/pebble.1"
    assert paper.also == ("pmid:31234567", "key:WOS:000000000000001")
    assert paper.title == "Sorting pebbles by size and colour"
    assert paper.authors == ("Stein, Petra", "Kiesel, Jo")
    assert (paper.year, paper.venue) == (2021, "JOURNAL OF SMALL STONES")
    assert paper.keywords == ("pebbles", "sorting by colour", "heaps")


def test_wrapped_lines_are_joined_and_the_copyright_line_is_cut() -> None:
    paper = papers("wos", CORE)[0]
    assert paper.abstract == (
        "Pebbles lie in heaps that nobody sorts, which is a well-known loss. "
        "Sorting takes 20% less time with our method."
    )
    assert [change.cut for change in paper.cleaning] == ["(C) 2021 Elsevier B.V. All rights reserved."]


def test_a_record_without_an_abstract_says_so() -> None:
    assert papers("wos", CORE)[1].missing == "the source gives no abstract"


def test_lines_that_are_not_indented_go_on_even_where_they_begin_like_a_tag_that_was_there() -> None:
    paper = papers("wos", UNINDENTED)[0]
    assert paper.title == "Loam of two lakes"
    assert paper.authors == ("Lehm, Udo", "Korn, Ada")
    assert paper.abstract == (
        "Loam was taken from two lakes and dried. PT of it was weighed. "
        "Loam of the first lake is heavier by ER a third."
    )


def test_a_file_that_is_cut_loses_only_its_last_record() -> None:
    assert kinds("wos", CORE[: CORE.index(b"SAND BOOKS")]) == ["paper", "broken"]
    assert kinds("wos", CORE[: CORE.index(b"well-known")]) == ["broken"]


def test_it_is_known_by_its_first_tags() -> None:
    old = CORE.replace(b"PT J", b"PT Journal").replace(b"Clarivate Analytics Web of Science", b"ISI Export Format")
    assert {taken_by(data, "list.txt") for data in (CORE, UNINDENTED, old)} == {"wos"}


@given(spoilt(CORE) | spoilt(UNINDENTED))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("wos", data)
