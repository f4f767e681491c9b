"""Short lines between the abstracts of a plain list: titles, headings, or abstracts themselves."""

from __future__ import annotations

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from pipeline.readers.mapping import Origin
from pipeline.readers.plaintext import READER
from pipeline.readers.titles import Paragraph, titled

SAND = "Sand is counted grain by grain, which takes long. " * 4 + "We do it in half the time."
LOAM = SAND.replace("Sand", "Loam")
CLAY = SAND.replace("Sand", "Clay")
CHINESE = "我们提出一种新的方法来数沙粒。" * 7


def told(*paragraphs: str) -> list[tuple[str | None, str]]:
    return list(titled(map(Paragraph, paragraphs)))


def test_a_short_line_before_every_abstract_is_its_title():
    assert told("On Sand", SAND, "Is Loam Heavy?", LOAM) == [("On Sand", SAND), ("Is Loam Heavy?", LOAM)]
    assert told("论沙", CHINESE, "再论沙", CHINESE) == [("论沙", CHINESE), ("再论沙", CHINESE)]


def test_a_title_without_an_abstract_among_titles_has_none():
    found = told("On Sand", SAND, "On Nothing", "On Loam", LOAM, "On Clay", CLAY)
    assert found == [("On Sand", SAND), ("On Nothing", ""), ("On Loam", LOAM), ("On Clay", CLAY)]


def test_a_line_before_some_abstracts_is_a_heading_and_no_title():
    assert told("Soils", SAND, LOAM, CLAY) == [("Soils", ""), (None, SAND), (None, LOAM), (None, CLAY)]
    assert told("Soils", SAND) == [("Soils", ""), (None, SAND)]
    assert told(SAND, LOAM, "The end of the list") == [(None, SAND), (None, LOAM), ("The end of the list", "")]


def test_sentences_and_lists_of_short_texts_stay_abstracts():
    assert told("We count sand.", SAND) == [(None, "We count sand."), (None, SAND)]
    assert told("One paper", "Another paper") == [(None, "One paper"), (None, "Another paper")]
    assert told("Two lines\nof text", SAND) == [(None, "Two lines\nof text"), (None, SAND)]
    assert told("A line that goes on:", SAND) == [(None, "A line that goes on:"), (None, SAND)]


def test_what_a_plain_list_makes_of_them():
    text = "ICLR 2026\n\nOn Sand\n\n" + SAND + "\n\nOn Loam\n\n" + LOAM + "\n\nOn Nothing\n"
    first, second, third = READER.read(BytesIO(text.encode()), Origin("list.txt"))
    assert (first.title, first.abstract, first.venue, first.sources[0].position) == ("On Sand", SAND, "ICLR 2026", 1)
    assert (second.title, second.abstract, second.sources[0].position) == ("On Loam", LOAM, 2)
    assert (third.title, third.abstract) == ("On Nothing", "")
    assert third.missing == "this line is a heading, or a title without an abstract"


@given(st.lists(st.sampled_from(["On Sand", "We count.", SAND, LOAM, "a\nb"]), max_size=12))
def test_no_paragraph_is_lost_and_their_order_stays(paragraphs: list[str]):
    parts = [part for title, abstract in told(*paragraphs) for part in (title, abstract) if part]
    assert parts == paragraphs
