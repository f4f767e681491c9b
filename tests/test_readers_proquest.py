"""What ProQuest's text becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from one_reader import DATA, kinds, papers, read, spoilt, survives, taken_by

from pipeline.errors import InputError

REPORT = (DATA / "proquest" / "report.txt").read_bytes()
RULE = b"_" * 60


def test_a_record_is_read_with_all_its_facts() -> None:
    paper = papers("proquest", REPORT)[0]
    assert (paper.id, paper.title) == ("doi:10.5555/pebble.1", "Sorting Pebbles by Size: A Study of Heaps")
    assert paper.authors == ("Stein, Petra", "Kiesel, Jo A")
    assert (paper.venue, paper.year) == ("Journal of Stones", 2025)
    assert paper.url == "https://www.proquest.com/docview/2000000001"
    assert paper.keywords == ("pebbles", "sorting")


def test_an_abstract_keeps_its_paragraphs_and_takes_none_of_the_full_text() -> None:
    paper = papers("proquest", REPORT)[0]
    assert paper.abstract == (
        "Background: Pebbles lie in heaps of 1999 or more.\n\n"
        "Methods: We sort pebbles by size and colour with a small scale.\n\nResults: It takes 20% less time."
    )
    assert [change.kind for change in paper.cleaning] == ["note of the database"]


def test_an_abstract_in_another_language_is_not_added_to_it() -> None:
    text = RULE + b"\n\nTitle: On Sand\n\nAbstract: We count it.\n\nAbstract (French): On le compte.\n\n" + RULE
    assert papers("proquest", text)[0].abstract == "We count it."


def test_where_no_field_has_the_title_it_is_the_line_above_them() -> None:
    second = papers("proquest", REPORT)[1]
    assert (second.title, second.authors, second.venue, second.year) == ("On Loam", ("Lehm, Ulrich",), "Loam", 1999)
    assert second.missing == 'the source gives "None available." in place of an abstract'


def test_the_heading_the_contents_and_the_end_of_a_report_are_no_papers() -> None:
    assert len(papers("proquest", REPORT)) == 2


def test_without_an_abstract_the_full_text_is_none() -> None:
    text = RULE + b"\n\nTitle: On Sand\n\nFull text: Sand is everywhere. We count it.\n\nDatabase: Stones\n\n" + RULE
    [paper] = papers("proquest", text)
    assert (paper.title, paper.abstract) == ("On Sand", "")


@pytest.mark.parametrize(
    ("info", "venue", "year"),
    [
        ("The Daily Stone ; Rome, Lazio [Rome, Lazio]. 12 Jan 2020: A.1.", "The Daily Stone", 2020),
        ("Stones 8.6 (Sep 2015): 1901-1910.", "Stones", 2015),
        ("Stone University, ProQuest Dissertations Publishing, 2019. 20000000.", "Stone University", 2019),
        ("Stones, Vol. 1999, Iss. 2,  (2003): 1-2.", "Stones", 2003),
    ],
)
def test_a_publication_s_data_give_journal_and_year(info: str, venue: str, year: int) -> None:
    [paper] = papers("proquest", RULE + f"\n\nTitle: On Sand\n\nPublication info: {info}\n\n".encode() + RULE)
    assert (paper.venue, paper.year) == (venue, year)


def test_fields_named_in_another_language_are_told() -> None:
    text = RULE + "\n\nTitre: Du sable\n\nRésumé: Le sable est compté.\n\nISSN: 0\n\n© 2026 ProQuest LLC.\n\n".encode()
    assert taken_by(text) == "proquest"
    with pytest.raises(InputError, match="list: none of its fields has a name in English"):
        read("proquest", text)


def test_a_file_that_stops_in_an_abstract_says_so() -> None:
    assert kinds("proquest", REPORT[: REPORT.index(b" a small scale")]) == ["broken"]


def test_it_is_known_by_its_rules_and_the_names_of_its_fields() -> None:
    assert taken_by(REPORT, "ProQuestDocuments.txt") == "proquest"
    assert taken_by(b"Sand is counted. We do it.\n" + RULE + b"\nLoam is not. ProQuest has no paper on it.\n") == "text"


@given(spoilt(REPORT))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("proquest", data)
