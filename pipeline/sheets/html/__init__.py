"""The sheet as one self-contained HTML file: no request, no script but its own, whole without JavaScript."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from dataclasses import dataclass
from itertools import islice
from sys import maxsize
from types import SimpleNamespace
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pipeline.sheets.claims import claims, claims_of
from pipeline.sheets.entry import Standing, source_label
from pipeline.sheets.html.pages import MOST_PAPERS, Homes, first_pages, paged
from pipeline.sheets.html.passages import dimmed, passages
from pipeline.sheets.html.summary import Summary
from pipeline.sheets.interface import File
from pipeline.sheets.questions import questions
from pipeline.sheets.readable import one_line, readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jinja2 import Template

    from pipeline.sheets.html.pages import Page
    from pipeline.sheets.interface import Batch, Sheet
    from pipeline.sheets.papersize import PaperSize
    from pipeline.sheets.wording import Wording

_SHOWN_FILES = 8
_MOST_CHOICES = 200
"""A menu of more files helps nobody."""
_MOST_LISTED, _MOST_CLASHES, _MOST_CLAIMS = 5_000, 200, 50
"""What the first page lists of many papers: pairs and failures, clashes, claims of a clash."""
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
        """Yield the pages; of the papers, no more than one page's are held."""
        pages = paged(batch.overview.areas, name)
        template = _environment(batch.words, batch.paper).get_template("sheet.html.j2")
        told = _of_the_batch(batch, pages)
        for page in pages:
            yield File(page.name, _pieces(template, told, batch, page))


SHEET: Sheet = HtmlSheet()


@dataclass(frozen=True, slots=True)
class Listed:
    """The first of `count` things, `most` of them where there are more."""

    first: Iterable[object]
    most: int
    count: int


def _pieces(template: Template, told: dict[str, object], batch: Batch, page: Page) -> Iterator[bytes]:
    entries = {part.number: tuple(batch.entries(part.papers)) for part in page.parts}
    rows = claims(entry for part in entries.values() for entry in part)
    stream = template.stream(told, page=page, entries=entries, claims=rows)
    stream.enable_buffering(_BUFFERED)
    for piece in stream:
        yield piece.encode()


def _of_the_batch(batch: Batch, pages: Sequence[Page]) -> dict[str, object]:
    """Return what all pages of a sheet are rendered from."""
    seen = batch.overview
    summary = Summary.of(seen.counts, seen.areas)
    # Of few papers all is told; of more, what leaves a page that a browser opens.
    is_long = seen.counts.papers + len(batch.failures) > MOST_PAPERS
    most, most_clashes, most_claims = (_MOST_LISTED, _MOST_CLASHES, _MOST_CLAIMS) if is_long else (maxsize,) * 3
    best = (claim for paper in batch.entries(seen.meetings.papers) for claim in claims_of(paper))
    return {
        "about": seen.about,
        "areas": seen.areas,
        "summary": summary,
        "largest": seen.largest,
        "clashes": Listed(seen.meetings.clashes(best, most_clashes, most_claims), most_clashes, len(seen.meetings)),
        "pairs": Listed(seen.pairs[:most], most, len(seen.pairs)),
        "failures": Listed(islice(batch.failures, most), most, len(batch.failures)),
        "numbers": {"files": _numbered(seen.about.files), "flags": _numbered(summary.flags)},
        "pages": pages,
        "homes": Homes(pages),
    }


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
