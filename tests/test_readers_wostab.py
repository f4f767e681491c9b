"""Tab-delimited exports of Web of Science: the tags of its other format, and quotation marks that are none."""

from __future__ import annotations

from hypothesis import given
from one_reader import DATA, papers, read, spoilt, survives, taken_by

from pipeline.paper import BrokenRecord, Paper

TWO = (DATA / "wostab" / "two.txt").read_bytes()
WHOLE = b"\r\n".join(TWO.split(b"\r\n")[:3])


def test_it_is_known_by_its_first_line() -> None:
    assert taken_by(TWO.removeprefix(b"\xef\xbb\xbf")) == "wostab"
    assert taken_by(b"PT\tTI\tAB\n") == "wostab"
    assert taken_by(b"Title\tAbstract\tYear\n") == "csv"


def test_its_columns_are_the_tags_of_the_tagged_format() -> None:
    paper, other = papers("wostab", WHOLE)
    assert (paper.id, paper.also) == ("doi:10.5555/pebble.1", ("pmid:123", "key:WOS:000000000000001"))
    assert paper.title == 'Sorting "small" pebbles by size'
    assert paper.authors == ("Stein, Petra", "Kies, Jo")
    assert (paper.venue, paper.year, paper.keywords) == ("JOURNAL OF SMALL STONES", 2021, ("pebbles", "sorting"))
    assert (other.id, other.year, other.missing) == ("key:WOS:000000000000002", 1999, "the source gives no abstract")


def test_quotation_marks_stand_for_themselves() -> None:
    paper = papers("wostab", WHOLE)[0]
    assert paper.abstract == '"We" sort pebbles by size, and 5" stones by colour. It takes 20% less time.'
    assert [change.kind for change in paper.cleaning] == ["copyright line"]


def test_a_row_may_be_short_but_not_longer_than_the_header() -> None:
    _, _, short, long = read("wostab", TWO)
    assert isinstance(short, Paper)
    assert isinstance(long, BrokenRecord)
    assert (long.line, long.reason) == (5, "the row has 17 fields where the header has 14")


def test_nobody_is_no_author() -> None:
    assert papers("wostab", b"PT\tAU\tTI\nJ\t[Anonymous]\tOn Sand\nJ\tKorn, A\tOn Loam\n")[0].authors == ()


@given(spoilt(TWO))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("wostab", data)
