"""What RIS of many dialects becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, kinds, papers, read, spoilt, survives, taken_by

from pipeline.paper import BrokenRecord

PLAIN = (DATA / "ris" / "plain.ris").read_bytes()


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("ris", PLAIN)[0]
    assert paper.id == "doi:10.5555/pebble.1"
    assert paper.title == "Sorting pebbles by size & colour"
    assert paper.authors == ("Stein, Petra", "Kiesel, Jo")
    assert (paper.year, paper.venue, paper.url) == (2021, "Journal of Small Stones", "https://example.org/pebbles")
    assert paper.keywords == ("pebbles", "sorting", "colour, tone")


def test_lines_of_an_abstract_are_paragraphs_and_its_copyright_line_is_cut() -> None:
    paper = papers("ris", PLAIN)[0]
    assert paper.abstract == (
        "BACKGROUND: Pebbles lie in heaps. METHODS: We sort them.\nThey are weighed first.\n"
        "RESULTS: Sorting takes 20% less time."
    )
    assert [change.kind for change in paper.cleaning] == ["copyright line"]


def test_the_rights_of_psycinfo_are_cut_whole() -> None:
    rights = b"(PsycINFO Database Record (c) 2020 APA, all rights reserved)"
    text = b"TY  - JOUR\nAB  - Pebbles lie in heaps. " + rights + b"\nER  - \n"
    paper = papers("ris", text)[0]
    assert paper.abstract == "Pebbles lie in heaps."
    assert [change.cut for change in paper.cleaning] == ["(PsycINFO Database Record (c) 2020 APA, all rights reserved)"]


def test_a_tag_that_is_repeated_gives_all_parts_of_the_abstract() -> None:
    paper = papers("ris", PLAIN)[1]
    assert paper.abstract == "Sand is counted grain by grain. A grain has 2 mm.\nCounting is done with a lens."
    assert (paper.id, paper.year) == ("doi:10.5555/sand.2", 2019)


def test_a_label_that_two_records_share_is_no_id() -> None:
    assert [paper.id.partition(":")[0] for paper in papers("ris", PLAIN)] == ["doi", "doi", "arxiv", "abs"]


def test_one_blank_before_the_dash_will_do() -> None:
    paper = papers("ris", PLAIN)[2]
    assert (paper.id, paper.title) == ("arxiv:1901.00001v2", "A thesis with one blank before the dash")


def test_a_placeholder_is_a_missing_abstract() -> None:
    assert papers("ris", PLAIN)[3].missing == 'the source gives "No abstract available." in place of an abstract'


def test_a_line_that_is_wrapped_is_joined() -> None:
    text = b"TY  - JOUR\nN2  - The first line,\n      ER then the second\nand the last.\nER  -\n"
    assert papers("ris", text)[0].abstract == "The first line, ER then the second and the last."


def test_a_record_without_its_end_ends_where_the_next_begins() -> None:
    text = (
        b"TY  - JOUR\nTI  - One\nAB  - Pebbles lie in heaps.\n\nTY  - JOUR\nTI  - Two\nAB  - Sand lies there.\nER  - \n"
    )
    assert [paper.title for paper in papers("ris", text)] == ["One", "Two"]


@pytest.mark.parametrize("end", [PLAIN.index(b"bles lie"), PLAIN.index(b"is said"), len(PLAIN) - 7])
def test_a_file_that_is_cut_loses_only_its_last_record(end: int) -> None:
    whole, cut = kinds("ris", PLAIN), kinds("ris", PLAIN[:end])
    assert cut[-1] == "broken"
    assert cut[:-1] == whole[: len(cut) - 1]


def test_the_record_that_is_cut_is_named_by_its_line() -> None:
    record = read("ris", PLAIN[:-7])[-1]
    assert isinstance(record, BrokenRecord)
    assert record.message == "line 41 of list: the file stops before the end of this record, the line ER"


def test_a_lone_record_without_an_end_is_read() -> None:
    assert papers("ris", b"TY  - JOUR\nAB  - Pebbles lie in heaps.\nTI  - One\n")[0].title == "One"


@pytest.mark.parametrize("data", [PLAIN, PLAIN.replace(b"\n", b"\r\n"), b"TY - JOUR\nTI - A\nER -\n"])
def test_ris_is_known_by_its_first_tag(data: bytes) -> None:
    assert taken_by(data, "list.txt") == "ris"


SMALL = b"ty  - CONF\nti  - Small\nab  - Sand lies there,\nto  be seen.\ner  - \n"
TIGHT = b"TY  -JOUR\nTI  -Tight\nAB  -Sand lies there,\nto-be seen.\nER  -\n"


@pytest.mark.parametrize("odd", [SMALL, TIGHT, b"\t  " + PLAIN.replace(b"\n", b"\n\t  ")])
def test_a_record_in_an_odd_form_is_read_alone_and_among_others(odd: bytes) -> None:
    assert taken_by(odd, "list.txt") == "ris"
    alone = papers("ris", odd)
    assert all(paper.title and not paper.title.startswith("AB") for paper in alone)
    among = papers("ris", PLAIN + odd + PLAIN)
    assert [paper.title for paper in among[4:-4]] == [paper.title for paper in alone]
    assert among[:4] == papers("ris", PLAIN)


def test_words_of_an_abstract_are_no_tags_in_small_letters() -> None:
    text = b"TY  - JOUR\nAB  - Sand lies there,\nin  - as it seems -\nheaps.\nER  - \n"
    assert papers("ris", text)[0].abstract == "Sand lies there, in  - as it seems - heaps."


def test_a_second_abstract_stands_for_one_that_is_cut_off_or_none() -> None:
    whole = "We count sand grain by grain, which takes 5% more time."
    for first in ("We count sand...", "Date of acceptance", "No abstract available."):
        text = f"TY  - JOUR\nAB  - {first}\nN2  - {whole}\nER  - \n"
        assert papers("ris", text.encode())[0].abstract == whole
    (paper,) = papers("ris", b"TY  - JOUR\nAB  - We count sand...\nN2  - We count...\nER  - \n")
    assert paper.missing == 'the abstract is cut off, it ends in "We count sand..."'


def test_lines_may_end_as_they_like() -> None:
    assert papers("ris", PLAIN.replace(b"\n", b"\r\n")) == papers("ris", PLAIN)


def test_a_field_of_200_kilobytes_is_read() -> None:
    long = "Sand is counted. " * 12_000
    assert len(papers("ris", f"TY  - JOUR\nAB  - {long}\nER  - \n".encode())[0].abstract) == len(long) - 1


@given(spoilt(PLAIN))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("ris", data)
