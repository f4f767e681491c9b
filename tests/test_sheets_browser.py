from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import AXE, Reader, readers
from sheet_cards import card, every_card, evidence, faithful, gain, hostile, readable_cards, unfaithful, value

from pipeline.card import TaskArea
from pipeline.extraction import GainKind
from pipeline.paper import Paper, Source
from pipeline.sheets.readable import visible
from pipeline.sheets.wording import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import Card


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    yield from readers(tmp_path_factory.mktemp("browser"))


def best(identity: str, name: str) -> Card:
    text = f"{name} is the state of the art on ImageNet, 2x ahead."
    claimed = gain(
        text,
        *evidence(text, text),
        kind=GainKind.STATE_OF_THE_ART,
        values=(value(text, "2x", 2, "x"),),
        setting="ImageNet",
    )
    return card(
        Paper(id=identity, sources=(Source(path="best.txt", position=1),), abstract=text),
        system=(name,),
        claimed_gains=(claimed,),
        task_area=TaskArea(area="vision", task=f"task of {name}"),
    )


def batch() -> tuple[Card, ...]:
    """Return papers of several areas, files, kinds and flags: 1 RIFT, 2 PARD, 3 中文, 4 nothing, 5 ALPHA, 6 BETA."""
    return (*readable_cards(), best("abs:5", "ALPHA"), best("abs:6", "BETA"))


def test_the_page_asks_for_nothing_and_the_console_stays_silent(browser: Reader):
    browser.opens(every_card())
    assert [url for url in browser.requests() if not url.startswith("file://")] == []
    assert len(browser.shown()) == 6
    assert browser.complaints() == []


def test_nothing_of_a_hostile_card_runs_or_becomes_an_element(browser: Reader):
    browser.opens(every_card())
    browser.runs("for (const d of document.querySelectorAll('details')) d.open = true")
    browser.runs(
        "for (const e of document.querySelectorAll('main *')) for (const t of ['mouseover', 'focusin', 'pointerover'])"
        " e.dispatchEvent(new PointerEvent(t, {bubbles: true, pointerType: 'mouse'}))"
    )
    assert browser.runs("return document.scripts.length") == 1
    assert browser.all("img, iframe, object, embed, form, base, main style, main b script") == []
    assert (
        browser.runs(
            "return [...document.querySelectorAll('*')].some(e => [...e.attributes].some(a => a.name.startsWith('on')))"
        )
        is False
    )
    schemes = browser.runs("return [...new Set([...document.links].map(a => a.protocol))].sort()")
    assert set(schemes) <= {"file:", "http:", "https:"}
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith("file://")] == []


def test_the_abstract_reads_on_the_page_as_it_was_read(browser: Reader):
    browser.opens((hostile(),))
    text = browser.runs("return document.querySelector('.words p').textContent")
    assert text == visible(hostile().paper.abstract)


def test_a_statement_under_the_mouse_lights_the_words_of_its_spans(browser: Reader):
    browser.opens((faithful(),))
    abstract = faithful().paper.abstract
    expected = {
        "p": [faithful().problem.evidence],
        "m": [faithful().method.evidence],
        "g1": [faithful().claimed_gains[0].evidence],
        "g2": [faithful().claimed_gains[1].evidence],
    }
    for key, (spans,) in expected.items():
        lit = browser.runs(
            "const told = document.querySelector(`[data-k='${arguments[0]}']`);"
            "told.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));"
            "return [...document.querySelectorAll('mark.lit')].map(m => m.textContent).join('')",
            key,
        )
        assert lit == "".join(abstract[span.start : span.end] for span in spans)


def test_a_tap_pins_the_words_and_escape_lets_go(browser: Reader):
    browser.opens((faithful(),))
    browser.one("[data-k='m'] dd").click()
    assert browser.all("mark.lit") != []
    browser.presses("\ue00c")
    assert browser.all("mark.lit") == []


def test_search_finds_words_of_statements_and_of_abstracts(browser: Reader):
    browser.opens(batch())
    for words, found in (("resnet", [1]), ("解码", [3]), ("IMAGENET ahead", [5, 6]), ("nowhere to be found", [])):
        browser.one("#q").clear()
        browser.one("#q").send_keys(words)
        assert browser.shown() == found
        assert browser.one("#nothing").is_displayed() == (not found)
    assert browser.one(".bar output").text == "0 of 6"


@pytest.mark.parametrize(
    ("menu", "label", "found"),
    [
        ("area", "vision", [5, 6]),
        ("kind", "comparative", [3]),
        ("flag", "best case only", [2]),
        ("flag", "Not in the abstract", [1]),
        ("source", "best.txt", [5, 6]),
    ],
)
def test_each_menu_leaves_the_papers_that_it_names_and_the_address_tells(
    menu: str, label: str, found: list[int], browser: Reader
):
    browser.opens(batch())
    (option,) = [each for each in browser.all(f"#{menu} option") if each.text == label]
    option.click()
    assert browser.shown() == found
    assert f"{menu}=" in browser.driver.current_url
    browser.one("#reset").click()
    assert len(browser.shown()) == 6
    assert "#" not in browser.driver.current_url


def test_papers_can_be_kept_to_those_with_figures_and_those_not_yet_read(browser: Reader):
    browser.opens(batch())
    browser.one("#figures").click()
    assert sorted(browser.shown()) == [1, 2, 3, 5, 6]
    browser.one("#reset").click()
    browser.one("#p2 .read").click()
    assert browser.runs("return document.querySelector('#p2 details').open") is False
    browser.one("#unread").click()
    assert 2 not in browser.shown()


def test_the_order_can_be_chosen_and_undone(browser: Reader):
    browser.opens(batch())
    by_area = browser.shown()
    for order, numbers in (
        ("input", [1, 2, 3, 4, 5, 6]),
        ("multiplier", [2, 5, 6, 1, 3, 4]),
        ("flags", [1, 2, 3, 4, 5, 6]),
    ):
        browser.chooses("sort", order)
        assert browser.shown() == numbers
    browser.chooses("sort", "")
    assert browser.shown() == by_area


def test_a_shared_address_opens_the_same_view(browser: Reader):
    browser.opens(batch(), place="#q=imagenet&kind=state_of_the_art&sort=input")
    assert browser.shown() == [5, 6]
    assert browser.one("#q").get_attribute("value") == "imagenet"


def test_the_keyboard_goes_through_the_papers(browser: Reader):
    browser.opens(batch())
    order = browser.shown()

    def here() -> int:
        return int(browser.runs("return document.activeElement.closest('.card').dataset.n"))

    browser.presses("j")
    assert here() == order[0]
    browser.presses("j", "j")
    assert here() == order[2]
    browser.presses("k")
    assert here() == order[1]
    browser.presses("o")
    assert browser.runs("return document.activeElement.querySelector('details').open") is False
    browser.presses("x")
    assert browser.runs("return document.activeElement.querySelector('.read').getAttribute('aria-pressed')") == "true"
    browser.presses("x", "/")
    assert browser.driver.switch_to.active_element.get_attribute("id") == "q"
    browser.presses("j")
    assert browser.one("#q").get_attribute("value") == "j"


def test_the_sign_of_a_statement_leads_to_its_words_without_the_script(browser: Reader):
    browser.opens((faithful(),), place="#p1-g1", script=False)
    assert not browser.one(".bar").is_displayed()
    colour = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
    assert browser.runs(colour, "mark[data-s~='g1']") != browser.runs(colour, "mark[data-s~='p']")
    assert browser.one(".words p").is_displayed()


def test_the_table_of_claims_follows_the_filters_and_sorts(browser: Reader):
    browser.opens(batch())
    assert not browser.one(".claims table").is_displayed()
    browser.one(".ways a[href='#claims']").click()
    browser.waits_for(".claims table")

    def papers() -> list[str]:
        return [
            row.find_element("css selector", "a .number").text
            for row in browser.all(".claims tbody tr")
            if row.is_displayed()
        ]

    assert papers() == ["2", "5", "6", "2", "3", "1", "3"]
    browser.runs(
        "for (const b of document.querySelectorAll('.claims th button')) if (b.textContent === 'Task') b.click()"
    )
    assert papers()[-2:] == ["3", "3"]
    assert browser.one(".claims th[aria-sort]").text == "Task"
    browser.one("#q").send_keys("alpha")
    assert papers() == ["5"]


def test_claims_of_the_best_on_one_benchmark_stand_side_by_side(browser: Reader):
    browser.opens(batch())
    (clash,) = browser.all(".clash")
    assert clash.find_element("css selector", "h3").text == "ImageNet"
    alpha, beta = (item.rect for item in clash.find_elements("css selector", "li"))
    assert alpha["y"] == beta["y"]
    assert alpha["x"] < beta["x"]


def test_a_claim_of_the_table_leads_to_its_words_in_its_paper(browser: Reader):
    browser.opens(batch(), place="#claims")
    browser.runs("document.querySelector('.claims a').click()")
    assert browser.driver.current_url.endswith("#p2-g1")
    assert browser.one("#p2 .words").is_displayed()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("zoom", [1, 2])
def test_nothing_is_wider_than_the_window(width: int, zoom: int, browser: Reader):
    browser.opens(every_card())
    browser.runs("for (const d of document.querySelectorAll('details')) d.open = true")
    browser.resize(width // zoom, 900 // zoom)
    assert browser.runs("return document.documentElement.scrollWidth") <= max(width // zoom, 320)


@pytest.mark.parametrize("paper", [(8.27, 11.69), (8.5, 11)], ids=["A4", "Letter"])
def test_a_sheet_prints_two_papers_a_page_at_most(paper: tuple[float, float], browser: Reader):
    browser.opens(batch())
    pages = len(re.findall(rb"/Type\s*/Page\b", browser.prints(*paper)))
    assert 3 <= pages <= 4
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    margins = 24 / 25.4
    assert min(each.rect["height"] for each in browser.all(".card")) > (paper[1] - margins) * 96 / 3


def test_a_paper_that_is_folded_on_the_screen_is_printed_whole(browser: Reader):
    browser.opens((faithful(),))
    browser.runs("document.querySelector('.card details').open = false")
    assert not browser.one(".words p").is_displayed()
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    assert browser.one(".words p").rect["height"] > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_fault(scheme: str, width: int, browser: Reader):
    if not AXE.is_file():
        pytest.skip("ACCESSIBILITY TESTS SKIPPED: no axe-core; `make browser` fetches it where there is npm")
    browser.opens((*every_card(), *batch()[4:]))
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.resize(width, 900)
    # Hidden parts are looked at too; a card that is not near the view has no size yet.
    browser.runs(
        "for (const d of document.querySelectorAll('details')) d.open = true;"
        "for (const c of document.querySelectorAll('.card')) c.style.contentVisibility = 'visible'"
    )
    browser.runs(AXE.read_text("utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = browser.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']})"
        ".then(r => done(r.violations.map(v => [v.id, v.help, v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))])))",
        tags,
    )
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_speaks_each_language_without_a_complaint(language: str, browser: Reader):
    browser.opens((faithful(), unfaithful()), language=language)
    assert browser.runs("return document.documentElement.lang") == language
    assert browser.complaints() == []
    browser.one("#q").send_keys("resnet")
    assert browser.shown() == [2]
