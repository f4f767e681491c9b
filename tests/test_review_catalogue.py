from pathlib import Path

from grounded import card_of, rows

from pipeline.card import Finding
from pipeline.review import CATALOGUE, Flag
from pipeline.review.catalogue import finding, flags_of, rank
from pipeline.text import Span

PAGE = Path(__file__).parent.parent / "docs/review.md"


def test_the_page_holds_the_catalogue_as_the_code_has_it():
    table = "".join(
        f"| `{flag}` | {entry.meaning} | {entry.message.format(words='“…”', told='“…”')} |\n"
        for flag, entry in CATALOGUE.items()
    )
    printed = PAGE.read_text("utf-8").partition("<!-- flags -->\n")[2].partition("<!-- /flags -->")[0]
    assert printed == f"| flag | what it says | what the reviewer reads |\n|---|---|---|\n{table}"


def test_every_flag_has_its_entry_in_the_order_of_the_flags():
    assert list(CATALOGUE) == list(Flag)


def test_a_finding_quotes_words_on_one_line_without_markup_and_cut():
    said = finding(Flag.BEST_CASE_ONLY, "claimed_gains[0]", Span(3, 9), words="up to\n\\textbf{3$\\times$}" + " x" * 99)
    assert (said.flag, said.where, said.start, said.end) == ("best-case-only", "claimed_gains[0]", 3, 9)
    assert said.message.startswith("“up to 3x x x")
    assert "…” is the best case" in said.message


def test_flags_are_the_different_ones_of_the_findings_the_gravest_first():
    found = [finding(Flag.NO_CLAIMED_GAIN), finding(Flag.HEDGE_DROPPED), finding(Flag.NO_CLAIMED_GAIN)]
    assert flags_of(found) == ("hedge-dropped", "no-claimed-gain")


def test_findings_of_every_card_are_in_order_with_spans_inside_the_abstract():
    for row in (*rows("faithful.jsonl"), *rows("adversarial.jsonl")):
        card = card_of(row)
        findings = card.review.findings
        assert list(findings) == sorted(findings, key=rank)
        assert card.review.flags == flags_of(findings)
        assert all(is_placed(item, len(row["abstract"])) for item in findings)
        assert all(item.message.endswith(".") for item in findings)


def is_placed(item: Finding, length: int) -> bool:
    if item.start is None or item.end is None:
        return item.start is item.end
    return 0 <= item.start < item.end <= length
