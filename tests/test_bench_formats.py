"""The page of the formats says what the readers' tables say."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_page_of_the_formats_is_that_of_the_tables():
    page = runpy.run_path(str(ROOT / "bench" / "formats.py"))["page"]()
    assert (ROOT / "docs" / "formats.md").read_text("utf-8") == page, "run: python bench/formats.py > docs/formats.md"
