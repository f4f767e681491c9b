from __future__ import annotations

import json
from pathlib import Path
from weakref import WeakSet

import pytest
from sheet_cards import bare, best_on, card, chinese, failures, faithful, near, readable_cards, unfaithful

from pipeline.card import Card
from pipeline.errors import InputError, UsageError
from pipeline.paper import Paper
from pipeline.record import Record
from pipeline.recordfiles import Records
from pipeline.sheetfiles import Choice, pick, render_file, render_folder
from pipeline.sheets import html
from pipeline.sheets.html import pages


def written(path: Path, records: tuple[Record, ...]) -> Path:
    path.write_text("".join(f"{record.model_dump_json(by_alias=True)}\n" for record in records), "utf-8")
    return path


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    return written(tmp_path / "cards.jsonl", readable_cards())


def test_a_run_s_folder_gets_a_page_a_markdown_and_a_csv(cards: Path):
    written(cards.with_name("failures.jsonl"), failures())
    render_folder(cards.parent)
    assert sorted(path.name for path in cards.parent.glob("sheet*")) == ["sheet.csv", "sheet.html", "sheet.md"]
    assert "abs:00000000000000cc" in (cards.parent / "sheet.md").read_text("utf-8")


def test_picked_papers_come_in_the_order_of_the_picks_and_keep_their_numbers():
    cards = (unfaithful(), faithful(), chinese(), bare())
    assert pick(cards, ("3", "abs:00000000000000aa", "3")) == (3, 2)
    assert pick(cards, ("00000000000000aa",)) == (2,)
    assert pick(cards, ("4, 1,2",)) == (4, 1, 2)


def test_an_id_that_holds_a_comma_is_picked_whole():
    told = (card(Paper(id="key:a,1", abstract="x")), card(Paper(id="key:b", abstract="y")))
    assert pick(told, ("a,1", "b")) == (1, 2)


def test_a_sheet_of_picks_holds_those_papers_and_no_failures(cards: Path):
    written(cards.with_name("failures.jsonl"), failures())
    render_file(cards, cards.with_name("mine.md"), Choice(("4", "2")))
    text = cards.with_name("mine.md").read_text("utf-8")
    assert "### 2. PARD" in text
    assert "### 4. An essay." in text
    assert "RIFT" not in text
    assert "Papers without a card" not in text


def record(path: Path) -> Path:
    told = [pair.model_dump(mode="json") for pair in near()]
    path.write_text(json.dumps({"papers": 4, "near_duplicates": told}, indent=1), "utf-8")
    return path


def test_the_pairs_that_a_record_tells_stand_on_the_sheet_of_a_run_and_of_its_cards(cards: Path):
    written(cards.with_name("failures.jsonl"), failures())
    record(cards.with_name("run.json"))
    render_folder(cards.parent)
    render_file(cards, cards.with_name("again.md"), Choice())
    for name in ("sheet.md", "again.md"):
        text = cards.with_name(name).read_text("utf-8")
        assert "## Nearly the same abstracts (2)" in text
        assert "## Papers without a card (2)" in text


def test_the_sheet_of_a_folder_is_that_of_its_run(cards: Path):
    written(cards.with_name("failures.jsonl"), failures())
    record(cards.with_name("run.json"))
    render_folder(cards.parent)
    render_file(cards.parent, cards.with_name("again.md"), Choice())
    assert cards.with_name("again.md").read_bytes() == cards.with_name("sheet.md").read_bytes()


def test_cards_of_any_name_have_their_failures_and_their_record_beside_them(cards: Path):
    mine = cards.rename(cards.with_name("mine.jsonl"))
    written(mine.with_name("mine.failures.jsonl"), failures())
    record(mine.with_name("mine.run.json"))
    render_file(mine, mine.with_name("sheet.md"), Choice())
    text = mine.with_name("sheet.md").read_text("utf-8")
    assert "## Nearly the same abstracts (2)" in text
    assert "## Papers without a card (2)" in text


def test_without_a_record_no_pair_is_told(cards: Path):
    render_file(cards, cards.with_name("sheet.html"), Choice())
    assert 'id="near"' not in cards.with_name("sheet.html").read_text("utf-8")


def test_a_record_that_is_none_is_refused(cards: Path):
    cards.with_name("run.json").write_text('{"near_duplicates": 3}', "utf-8")
    with pytest.raises(InputError, match=r"run\.json:1: no run: near_duplicates"):
        render_file(cards, cards.with_name("sheet.md"), Choice())


@pytest.mark.parametrize(
    ("name", "choice", "message"),
    [
        ("sheet.docx", Choice(), r"choose one of .*\.pdf"),
        ("sheet.html", Choice(language="xx"), "choose one of en"),
        ("sheet.html", Choice(("5",)), "from 1 to 4"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(name: str, choice: Choice, message: str, cards: Path):
    with pytest.raises(UsageError, match=message):
        render_file(cards, cards.with_name(name), choice)
    assert [path.name for path in cards.parent.iterdir()] == ["cards.jsonl"]


def test_the_words_of_a_sheet_are_in_the_language_that_is_asked_for(cards: Path):
    render_file(cards, cards.with_name("sheet.html"), Choice(language="de"))
    text = cards.with_name("sheet.html").read_text("utf-8")
    assert '<html lang="de">' in text
    assert "nicht angegeben" in text
    assert "not stated" not in text


def test_a_pdf_without_a_browser_or_weasyprint_says_what_to_install(cards: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match=r"pip install 'claimsheet\[pdf\]'"):
        render_file(cards, cards.with_name("sheet.pdf"), Choice())
    assert not cards.with_name("sheet.pdf").exists()


def test_more_papers_than_a_browser_opens_go_on_further_pages_that_lead_to_one_another(
    cards: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pages, "MOST_PAPERS", 2)
    render_file(cards, cards.with_name("sheet.html"), Choice())
    first, second = (cards.with_name(name).read_text("utf-8") for name in ("sheet.html", "sheet-2.html"))
    assert 'id="p2"' in first
    assert 'id="p3"' in first
    assert 'id="p4"' in second
    assert 'id="p1"' in second
    assert 'href="sheet-2.html"' in first
    assert 'href="sheet.html"' in second
    assert 'href="sheet-2.html#area-2"' in first
    assert "Page 2 of 2." in second
    assert ">2 of 2<" in second


def test_the_further_pages_of_a_longer_sheet_go_when_a_shorter_one_takes_its_place(
    cards: Path, monkeypatch: pytest.MonkeyPatch
):
    sheet, foreign = cards.with_name("sheet.html"), cards.with_name("sheet-5.html")
    foreign.write_text("<p>A page of somebody else.", "utf-8")
    monkeypatch.setattr(pages, "MOST_PAPERS", 1)
    render_file(cards, sheet, Choice())
    assert [cards.with_name(f"sheet-{number}.html").exists() for number in (2, 3, 4)] == [True] * 3
    monkeypatch.setattr(pages, "MOST_PAPERS", 2)
    render_file(cards, sheet, Choice())
    assert sorted(page.name for page in cards.parent.glob("*.html")) == ["sheet-2.html", "sheet-5.html", "sheet.html"]
    assert foreign.read_text("utf-8") == "<p>A page of somebody else."


def test_a_page_of_many_papers_lists_what_it_can_and_says_how_much_there_is(
    cards: Path, monkeypatch: pytest.MonkeyPatch
):
    for name, most in (("MOST_PAPERS", 2), ("_MOST_LISTED", 1), ("_MOST_CLASHES", 1), ("_MOST_CLAIMS", 2)):
        monkeypatch.setattr(html, name, most)
    best = [best_on(f"abs:{at}", data) for at, data in enumerate(("COCO", "COCO", "COCO", "GSM8K", "GSM8K"))]
    written(cards, (*readable_cards(), *best))
    written(cards.with_name("failures.jsonl"), failures())
    record(cards.with_name("run.json"))
    render_folder(cards.parent)
    text = cards.with_name("sheet.html").read_text("utf-8")
    assert "The 1 groups of most claims are listed here, of 2 in all." in text
    assert "<li>and 1 more</li>" in text
    assert text.count("The first 1 of 2 are listed here; the Markdown sheet lists all.") == 2
    assert text.count('<section class="clash">') == 1
    assert "key:=2" not in text
    markdown = cards.with_name("sheet.md").read_text("utf-8")
    assert "key:=2" in markdown


def test_few_papers_are_listed_whole_and_no_note_says_otherwise(cards: Path):
    written(cards.with_name("failures.jsonl"), failures())
    render_folder(cards.parent)
    text = cards.with_name("sheet.html").read_text("utf-8")
    assert "key:=2" in text
    assert "listed here" not in text


@pytest.mark.parametrize("suffix", [".html", ".md", ".csv"])
def test_no_more_cards_are_alive_than_stand_on_a_page(cards: Path, suffix: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "MOST_PAPERS", 3)
    written(cards, tuple(bare().model_copy(update={"paper": Paper(id=f"abs:{at}", abstract="x")}) for at in range(30)))
    alive = WeakSet[Card]()
    most = 0
    read = Records.__getitem__

    def watched(records: Records[Card], at: int) -> Card:
        nonlocal most
        told = read(records, at)
        alive.add(told)
        most = max(most, len(alive))
        return told

    monkeypatch.setattr(Records, "__getitem__", watched)
    render_file(cards, cards.with_name(f"sheet{suffix}"), Choice())
    assert most <= 3 + 1
