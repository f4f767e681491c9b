"""The sheet as one self-contained HTML file: no request, no script but its own, whole without JavaScript."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from types import SimpleNamespace
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pipeline.sheets.entry import Standing, chapters, source_label
from pipeline.sheets.html.passages import passages
from pipeline.sheets.html.summary import Summary
from pipeline.sheets.questions import questions
from pipeline.sheets.readable import one_line, readable
from pipeline.sheets.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card
    from pipeline.sheets.interface import About, Sheet

_SHOWN_FILES = 8
_MOST_CHOICES = 200
"""A menu of more files helps nobody."""


class HtmlSheet:
    """Renders `sheet.html`.

    Scripts and styles are bound by hash in the Content-Security-Policy, so nothing that data could
    bring in would run even if it were not escaped; the script reads the page, no data of its own.
    """

    suffix = ".html"

    def __init__(self) -> None:
        # The name of the package's own folder: its templates stand beside this file.
        loader = PackageLoader(__name__, "")
        self._env = Environment(
            loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self._env.globals.update(
            w=SimpleNamespace(**WORDS),
            Standing=Standing,
            passages=passages,
            questions=questions,
            source_label=source_label,
        )
        self._env.filters.update(readable=readable, one_line=one_line)
        self._style = loader.get_source(self._env, "sheet.css")[0]
        self._script = loader.get_source(self._env, "sheet.js")[0]

    def render(self, cards: Sequence[Card], about: About) -> str:
        """Return the page."""
        parts = chapters(cards)
        summary = Summary.of(parts)
        return self._env.get_template("sheet.html.j2").render(
            about=about,
            chapters=parts,
            summary=summary,
            numbers={"files": _numbered(_files(cards)), "flags": _numbered(summary.flags)},
            most_choices=_MOST_CHOICES,
            shown_files=_SHOWN_FILES,
            policy=self._policy(),
            style=Markup(self._style),  # noqa: S704 - our own file, bound by its hash
            script=Markup(self._script),  # noqa: S704 - the same
        )

    def _policy(self) -> str:
        style, script = (_hash(text) for text in (self._style, self._script))
        return f"default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'"


SHEET: Sheet = HtmlSheet()


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _files(cards: Sequence[Card]) -> Iterator[str]:
    return (source.path for card in cards for source in card.paper.sources)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    """Return each name with its number from 1, by which the page's filters know it."""
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}
