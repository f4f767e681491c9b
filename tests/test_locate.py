import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipeline.locate import Found, Haystack, stands_in
from pipeline.text import Span

TEXT = (
    r"We propose \textbf{PARD (PARallel Draft)} with a COnditional Drop-token (COD) mechanism and CODE. PARD is "
    r"\textbf{3.67$\times$} faster on LLaMA3.1-8B, reaching \textbf{264.88} tokens per second, by $35$\% and 95%. "
    "The error falls from 11.29 to 5.09 “at ﬁrst”, costs drop by 5–10$\\times$, and **P**rogressively so: 2.4 points."
)
HAY = Haystack(TEXT)


def cut(found: Found | None) -> str | None:
    return None if found is None else TEXT[found.start : found.end]


def first(places: tuple[Found, ...]) -> Found | None:
    return next(iter(places), None)


@pytest.mark.parametrize(
    ("needle", "words"),
    [
        ("PARD is 3.67x faster on", r"PARD is \textbf{3.67$\times$} faster on"),
        (r"PARD is \textbf{3.67$\times$} faster", r"PARD is \textbf{3.67$\times$} faster"),
        ('falls from 11.29 to 5.09 "at first"', "falls from 11.29 to 5.09 “at ﬁrst”"),
        ("Progressively so", "**P**rogressively so"),
        ("  with a\nCOnditional  Drop-token ", "with a COnditional Drop-token"),
    ],
)
def test_words_are_found_exactly_whatever_their_markup(needle: str, words: str):
    found = HAY.find(needle)
    assert found is not None
    assert (cut(found), found.exact, found.score) == (words, True, 100)


def test_words_that_nearly_stand_there_are_found_with_their_likeness():
    found = HAY.find("reaching 264.88 tokens a second")
    assert found is not None
    assert not found.exact
    assert 88 <= found.score < 100
    assert cut(found) == r"reaching \textbf{264.88} tokens per second"


@pytest.mark.parametrize(
    "needle",
    [
        "reaching 264.89 tokens per second",
        "reaching 26 tokens per second",
        "The error falls from 11.29 to 5.08",
        "something else entirely stands here",
        TEXT + " and besides a lot that no abstract of this kind would ever say of itself, at length and without need.",
        "second",
        "",
        "  ",
        "**",
    ],
)
def test_a_changed_number_or_other_words_are_absent(needle: str):
    found = HAY.find(needle)
    assert found is None or needle == "second"


@pytest.mark.parametrize("needle", ["5%", "1.2", "11.2", "9", "67", "3.6", "4.88", "CO", "ARD"])
def test_nothing_is_found_inside_a_longer_number_or_word(needle: str):
    assert HAY.find(needle) is None


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("3.67x", r"3.67$\times$"),
        ("3.67×", r"3.67$\times$"),
        (r"\textbf{3.67$\times$}", r"3.67$\times$"),
        ("a 3.67-fold speedup", r"3.67$\times$"),
        ("35%", r"$35$\%"),
        ("264.88", "264.88"),
        ("264.88 tokens per second", "264.88"),
        ("from 11.29 to 5.09", "from 11.29 to 5.09"),
        ("5.09", "5.09"),
        ("11.29", "11.29"),
        ("5-10x", r"5–10$\times$"),
        ("2.4 points", "2.4 points"),
    ],
)
def test_a_figure_is_found_exactly_in_any_form_of_the_same_amount_and_unit(written: str, place: str):
    found = first(HAY.find_values(written))
    assert found is not None
    assert (cut(found), found.exact) == (place, True)


@pytest.mark.parametrize("written", ["35", "2.4 pp", "3.67"])
def test_a_figure_is_found_inexactly_where_only_one_side_has_the_unit(written: str):
    found = first(HAY.find_values(written))
    assert found is not None
    assert not found.exact


@pytest.mark.parametrize(
    "written", ["5%", "1.2", "11.2", "9%", "3.67%", "264.88%", "35x", "3.7x", "2.4%", "from 5.09 to 11.29", "8B", ""]
)
def test_another_amount_or_unit_is_absent(written: str):
    assert HAY.find_values(written) == ()


def test_all_places_of_a_figure_are_given_in_order_and_exact_ones_first():
    hay = Haystack("We see 5, then 5%, then 5\\%.")
    assert [(hay.text[found.start : found.end], found.exact) for found in hay.find_values("5%")] == [
        ("5%", True),
        ("5\\%", True),
        ("5", False),
    ]


def test_a_search_stays_within_the_part_it_is_given():
    hay = Haystack("PARD gains 5%. ABC gains 5%.")
    second = Span(15, len(hay.text))
    assert first(hay.find_values("5%", second)) == Found(25, 27, exact=True, score=100)
    assert hay.find("PARD gains", second) is None
    assert hay.find_name("PARD", second) is None
    assert hay.find("ABC gains", second) == Found(15, 24, exact=True, score=100)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("COD", "COD"),
        ("CODE", "CODE"),
        ("PARD", "PARD"),
        ("pard", "PARD"),
        ("llama3.1-8b", "LLaMA3.1-8B"),
        ("LLaMA3.1-8B", "LLaMA3.1-8B"),
        ("COnditional Drop-token", "COnditional Drop-token"),
        ("LLAMA3.1-8B", None),
        ("LLaMA3", None),
        ("COND", None),
        ("DRAFT", None),
        ("EAGLE", None),
    ],
)
def test_a_name_is_found_as_a_whole_word_and_capitals_only_as_capitals(name: str, place: str | None):
    assert cut(HAY.find_name(name)) == place


WORDS = st.lists(
    st.sampled_from(
        [
            "we",
            "show",
            "🙂",
            "e\u0301tude",
            "مرحبا",
            "提升",
            "ﬁne",
            "self\xadish",
            "$x$",
            "**bold**",
            "–",
            "“so”",
            "3.5",
            "(a)",
        ]
    ),
    max_size=6,
)


@given(WORDS, WORDS, WORDS)
def test_planted_words_are_found_where_they_stand(before: list[str], planted: list[str], after: list[str]):
    needle = " ".join(planted)
    assume(any(character.isalnum() for character in needle))
    text = " ".join([*before, needle, *after])
    found = Haystack(text).find(needle, Span(len(" ".join([*before, ""])), len(text)))
    assert found is not None
    assert found.exact
    assert needle.strip("*“$– ").startswith(text[found.start : found.end].strip("*“$– ")[:1])


@given(st.one_of(st.text(), WORDS.map(" ".join)), st.one_of(st.text(min_size=1), WORDS.map(" ".join)))
def test_whatever_is_found_lies_in_the_text_and_holds_the_numbers_sought(text: str, needle: str):
    hay = Haystack(text)
    for found in (hay.find(needle), hay.find_name(needle), *hay.find_values(needle)):
        if found is not None:
            assert 0 <= found.start < found.end <= len(text)
            assert 0 < found.score <= 100


@pytest.mark.parametrize("unit", ["a b", "(", "a", "5%", "**", "\\", "e\u0301"])
def test_long_texts_are_searched_to_the_end(unit: str):
    hay = Haystack(unit * 20_000 + " the end of it all")
    assert hay.find("the end of it all") is not None
    hay.find(unit * 300)


def test_a_figure_that_is_sought_in_several_parts_is_given_part_by_part():
    hay = Haystack("It is 5, ABC gains 5%. PARD gains 5%.")
    first_part, second_part = Span(0, 22), Span(23, len(hay.text))
    places = hay.find_values("5%", second_part, first_part)
    assert [(found.start, found.exact) for found in places] == [(34, True), (19, True), (6, False)]


def test_words_stand_in_a_text_only_as_whole_words():
    text = "CODE of a COD falls by 9.5%"
    assert [words for words in ("a COD", "by 9.5", "by 9", "CO", "x", "") if stands_in(words, text)] == [
        "a COD",
        "by 9.5",
    ]
