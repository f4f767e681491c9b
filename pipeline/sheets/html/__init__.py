"""The sheet as one self-contained HTML file: no request, no script but its own, whole without JavaScript."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from types import SimpleNamespace
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pipeline.sheets.alike import pairs
from pipeline.sheets.claims import claims, clashes, largest
from pipeline.sheets.entry import Standing, chapters, source_label
from pipeline.sheets.html.pages import first_pages, paged
from pipeline.sheets.html.passages import dimmed, passages
from pipeline.sheets.html.summary import Summary
from pipeline.sheets.interface import File
from pipeline.sheets.questions import questions
from pipeline.sheets.readable import one_line, readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pipeline.sheets.interface import Batch, Sheet
    from pipeline.sheets.papersize import PaperSize
    from pipeline.sheets.wording import Wording

_SHOWN_FILES = 8
_MOST_CHOICES = 200
"""A menu of more files helps nobody."""
_SHOWN_LARGEST = 4
_BUFFERED = 200
"""Pieces of a template that are joined before they are handed on."""
_BETWEEN_TAGS = re.compile(r"(?<=[>}])\n\s*(?=[<{])")


class HtmlSheet:
    """Renders `sheet.html`, and `sheet-2.html` and so on where there are more papers than a browser opens at once.

    Scripts and styles are bound by hash in the Content-Security-Policy, so nothing that data could
    bring in would run even if it were not escaped; the script reads the page, no data of its own.
    """

    suffix = ".html"

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield the pages."""
        parts = chapters(batch.cards)
        summary = Summary.of(parts)
        told = claims(entry for part in parts for entry in part.entries)
        cut = paged(parts, name)
        template = _environment(batch.words, batch.paper).get_template("sheet.html.j2")
        batch_wide = {
            "about": batch.about,
            "chapters": parts,
            "summary": summary,
            "largest": largest(told, "x", _SHOWN_LARGEST),
            "clashes": clashes(told),
            "pairs": pairs((entry for part in parts for entry in part.entries), batch.about.near),
            "numbers": {"files": _numbered(batch.about.files), "flags": _numbered(summary.flags)},
            "pages": cut,
            "homes": {entry.number: page for page in cut for part in page.parts for entry in part.chapter.entries},
        }
        for page in cut:
            here = {entry.number for part in page.parts for entry in part.chapter.entries}
            rows = tuple(claim for claim in told if claim.paper.number in here)
            stream = template.stream(batch_wide, page=page, claims=rows)
            stream.enable_buffering(_BUFFERED)
            yield File(page.name, (piece.encode() for piece in stream))


SHEET: Sheet = HtmlSheet()


class _Templates(PackageLoader):
    """The templates without the line ends between their tags: a page of thousands of papers has them by the million."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, path, is_fresh = super().get_source(environment, template)
        return (_BETWEEN_TAGS.sub("", source) if template.endswith(".j2") else source), path, is_fresh


def _environment(words: Wording, paper: PaperSize | None) -> Environment:
    # The name of the package's own folder: its templates stand beside this file.
    loader = _Templates(__name__, "")
    env = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    style, script = (loader.get_source(env, name)[0] for name in ("sheet.css", "sheet.js"))
    if paper is not None:
        style += f"@page {{ size: {paper}; }}\n"
    env.globals.update(
        w=SimpleNamespace(**words.said),
        words=words,
        # The abstracts' language is not known; hyphenation and voices of another would garble them.
        foreign=Markup("" if words.language == "en" else ' lang=""'),  # noqa: S704 - no data in it
        Standing=Standing,
        passages=passages,
        questions=questions,
        source_label=source_label,
        first_pages=first_pages,
        most_choices=_MOST_CHOICES,
        shown_files=_SHOWN_FILES,
        policy=_policy(style, script),
        style=Markup(style),  # noqa: S704 - our own file, bound by its hash
        script=Markup(script),  # noqa: S704 - the same
    )
    env.filters.update(readable=readable, one_line=one_line)
    env.filters["dimmed"] = lambda text: Markup(dimmed(text))  # noqa: S704 - escaped there
    env.filters.update(doubt=words.doubt, sentence=words.sentence, code=lambda code, kind: words.code(kind, code))
    return env


def _policy(style: str, script: str) -> str:
    bound = [f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in (style, script)]
    return f"default-src 'none'; style-src {bound[0]}; script-src {bound[1]}; base-uri 'none'; form-action 'none'"


def _numbered(names: Iterable[str]) -> dict[str, int]:
    """Return each name with its number from 1, by which the page's filters know it."""
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}
