from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from string import Formatter

import pytest

from pipeline.errors import UsageError
from pipeline.review import CATALOGUE
from pipeline.sheets.wording import LANGUAGES, wording

ENGLISH = wording("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_that_english_says_and_nothing_else(language: str):
    other = wording(language)
    assert other.language == language
    assert other.said.keys() == ENGLISH.said.keys()
    assert {kind: words.keys() for kind, words in other.coded.items()} == {
        kind: words.keys() for kind, words in ENGLISH.coded.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_words_and_the_places_of_the_english_one(language: str):
    other = wording(language)
    for key, text in other.said.items():
        assert text.strip() == text != ""
        assert places(text) == places(ENGLISH[key]), key
    assert all(text.strip() for words in other.coded.values() for text in words.values())


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_filter_s_choices_differ_in_every_language(language: str):
    words = wording(language)
    for keys in (
        ("found", "close", "doubted", "absent"),
        ("quantitative", "comparative", "state_of_the_art", "qualitative"),
        ("by_area", "by_input", "by_multiplier", "by_flags"),
        ("problem_sign", "method_sign", "unclaimed_sign"),
    ):
        assert len({words[key] for key in keys}) == len(keys)


def test_every_key_is_used():
    here = files("pipeline.sheets")
    sources = [here, here / "html"]
    text = "".join(
        file.read_text("utf-8") for folder in sources for file in folder.iterdir() if file.name.endswith((".py", ".j2"))
    )
    by_value = {
        "ok",
        "found",
        "close",
        "doubted",
        "absent",
        "by_area",
        "by_input",
        "by_flags",
        *ENGLISH.said.keys() & _states(),
    }
    unused = [key for key in ENGLISH.said if key not in by_value and not re.search(rf"\b{key}\b", text)]
    assert unused == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_sentence_of_the_catalogue_is_said_with_its_places(language: str):
    said = raw(language)["sentence"]
    for entry in CATALOGUE.values():
        assert places(said[entry.message]) == places(entry.message)
    assert all(places(text) == places(other) for text, other in said.items())
    assert said.keys() == raw("de")["sentence"].keys()


def raw(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(files("pipeline.sheets").joinpath("languages", f"{language}.toml").read_text("utf-8"))


def test_a_sentence_of_a_card_is_said_in_the_language_with_its_words_ready_to_be_read():
    told = "“up to \\textbf{3$\\times$}” is the best case: ask for the average, and over how many settings."
    assert wording("de").sentence(told).startswith("“up to 3×” ist der beste Fall")
    assert wording("en").sentence(told).startswith("“up to 3×” is the best case")
    assert wording("fr").sentence("something new {0} {words}") == "something new {0} {words}"


def _states() -> set[str]:
    from pipeline.failure import State  # noqa: PLC0415

    return {state.value for state in State}


def test_a_code_that_no_language_knows_stands_for_itself():
    assert wording("de").code("flag", "some-new-flag\u202e") == "some-new-flag\ufffd"


def test_an_unknown_language_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match="en, zh, de, fr, es, ja"):
        wording("xx")
