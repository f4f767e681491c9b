from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from sheet_cards import every_card, rendered

from pipeline.chromium import find_chromium
from pipeline.errors import MachineError, UsageError
from pipeline.printing import print_page

if TYPE_CHECKING:
    from collections.abc import Callable

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="PRINTING TESTS SKIPPED: no Chromium")


@needs_chromium
def test_equal_pages_print_to_equal_bytes_hostile_cards_and_all():
    page = rendered(".html", every_card())
    one, other = print_page(page), print_page(page)
    assert one.startswith(b"%PDF-")
    assert one == other
    for active in (b"/JavaScript", b"/Launch", b"/OpenAction", b"/URI (javascript", b"/EmbeddedFile"):
        assert active not in one


@needs_chromium
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext")
def test_a_printed_sheet_holds_the_claims_and_the_abstracts(tmp_path: Path):
    path = tmp_path / "sheet.pdf"
    path.write_bytes(print_page(rendered(".html", every_card())))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()
    assert "It needs 65% of the memory." in text
    assert "not in the abstract" in text


def test_the_date_and_the_first_number_of_a_node_make_no_other_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    told = "/CreationDate (D:20261130{0}) /ID (node000001{1}) /ID (node000001{2}) /Headers [(node000001{1})]"
    prints = [told.format("120000", 17, 23), told.format("120009", 18, 24)]
    made = []
    for printed in prints:
        program = tmp_path / "chromium"
        program.write_text(
            "#!/bin/sh\n"
            'for word; do case "$word" in --print-to-pdf=*) echo "' + printed + '" >"${word#*=}";; esac; done\n'
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        made.append(print_page(b"<p>"))
    assert made[0] == made[1]
    assert b"/ID (node00000001) /ID (node00000002) /Headers [(node00000001)]" in made[0]
    assert len(made[0]) == len(prints[0]) + 1


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every program from this machine."""
    monkeypatch.setenv("PATH", "")


@pytest.mark.usefixtures("alone")
def test_without_a_browser_weasyprint_prints_and_may_fetch_nothing(monkeypatch: pytest.MonkeyPatch):
    asked: dict[str, object] = {}

    class Document:
        def __init__(self, *, string: str, url_fetcher: Callable[[str], object]) -> None:
            asked.update(page=string, fetcher=url_fetcher)

        def write_pdf(self, *, pdf_identifier: bytes) -> bytes:
            return b"%PDF-" + pdf_identifier

    monkeypatch.setitem(sys.modules, "weasyprint", SimpleNamespace(HTML=Document))
    assert print_page("<p>½".encode()) == b"%PDF-claimsheet"
    assert asked["page"] == "<p>½"
    with pytest.raises(ValueError, match="asks for nothing"):
        asked["fetcher"]("https://evil.example/")


@pytest.mark.usefixtures("alone")
def test_without_either_the_message_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(UsageError, match=r"install Chromium, or pip install 'claimsheet\[pdf\]'"):
        print_page(b"<p>")


@pytest.mark.parametrize(
    ("body", "said"), [("echo broken >&2; exit 3", "broken"), ("exit 0", "wrote no file")], ids=["fails", "is silent"]
)
def test_a_browser_that_does_not_print_is_a_fault_of_the_machine(
    body: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    program = tmp_path / "chromium"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match=said):
        print_page(b"<p>")
