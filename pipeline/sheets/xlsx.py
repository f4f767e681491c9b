"""The sheet as an Excel workbook: papers, gains and review, each with a frozen head and filters."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pipeline.errors import UsageError
from pipeline.sheets.entry import Standing, source_label, worst
from pipeline.sheets.interface import File
from pipeline.sheets.questions import questions
from pipeline.sheets.readable import one_line, readable, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.failure import Failure
    from pipeline.sheets.entry import Entry, Figure, GainLine
    from pipeline.sheets.interface import Batch, Sheet
    from pipeline.sheets.wording import Wording

_MOST_ROWS, _LONGEST_CELL = 1_048_576, 32_767
"""What Excel holds (its specifications and limits): rows a sheet, characters a cell."""
_OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_EPOCH = datetime(1980, 1, 1)  # noqa: DTZ001 - what a zip entry without a time says; equal cards give equal bytes
_JOINED = "\n"

Cell = str | int | float | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """A worksheet: the key of its name, the keys of its columns with their widths in characters, its rows."""

    title: str
    columns: tuple[tuple[str, int], ...]
    rows: Iterable[Row]


class XlsxSheet:
    """Renders `sheet.xlsx`: a line per paper, a line per figure of a gain, a line per finding of the review."""

    suffix = ".xlsx"

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield the workbook.

        Raises:
            UsageError: XlsxWriter is not installed, or Excel cannot hold so many lines.
        """
        yield File(name, (_workbook(batch),))


SHEET: Sheet = XlsxSheet()


def _workbook(batch: Batch) -> bytes:
    try:
        library = import_module("xlsxwriter")
    except ImportError as missing:
        raise UsageError("an .xlsx sheet needs XlsxWriter: pip install 'claimsheet[xlsx]'") from missing
    out = io.BytesIO()
    with library.Workbook(out, _OPTIONS) as book:
        book.set_properties({"created": _EPOCH, "title": readable(batch.overview.about.title or "")})
        head = book.add_format({"bold": True, "bottom": 1, "valign": "top", "text_wrap": True})
        body = book.add_format({"valign": "top", "text_wrap": True})
        for table in _tables(batch):
            _write(book.add_worksheet(batch.words[table.title]), table, batch.words, (head, body))
    return out.getvalue()


def _write(sheet: Any, table: _Table, words: Wording, formats: tuple[Any, Any]) -> None:  # noqa: ANN401 - an optional library's
    head, body = formats
    for at, (key, width) in enumerate(table.columns):
        sheet.set_column(at, at, width)
        sheet.write_string(0, at, words[key], head)
    last = 0
    for last, row in enumerate(table.rows, 1):
        if last >= _MOST_ROWS:
            raise UsageError(f"Excel holds {_MOST_ROWS:,} lines and these cards have more. Name fewer with --pick.")
        for at, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(last, at, cell[:_LONGEST_CELL], body)
            elif cell is not None:
                sheet.write_number(last, at, cell, body)
    sheet.freeze_panes(1, 2)
    sheet.autofilter(0, 0, last, len(table.columns) - 1)


def _tables(batch: Batch) -> Iterator[_Table]:
    entries = tuple(batch.entries())
    words = batch.words
    yield _Table("papers", _PAPER, (*(_paper(each, words) for each in entries), *_failures(batch.failures, words)))
    yield _Table("claimed_gains", _GAIN, (row for each in entries for row in _gains(each, words)))
    yield _Table("review", _FINDING, (row for each in entries for row in _findings(each, words)))


_PAPER = (
    ("number", 6), ("paper", 26), ("title", 40), ("authors", 26), ("published", 14), ("area", 28), ("task", 26),
    ("problem", 50), ("method", 50), ("claimed_gains", 9), ("by_multiplier", 10), ("unsupported", 10),
    ("look_up", 16), ("flags", 22), ("links", 30), ("source", 26), ("identity", 24), ("state", 12), ("message", 30),
)  # fmt: skip
_GAIN = (
    ("number", 6), ("paper", 26), ("task", 26), ("gain", 6), ("kind", 14), ("hedges", 10), ("value", 14),
    ("amount", 10), ("unit", 8), ("metric", 22), ("baseline", 22), ("setting", 22), ("verdict", 16), ("claim", 50),
    ("words", 60),
)  # fmt: skip
_FINDING = (("number", 6), ("paper", 26), ("finding", 24), ("text", 60), ("reason_of", 50))


def _paper(paper: Entry, words: Wording) -> Row:
    told = paper.card.paper
    return (
        paper.number,
        paper.name,
        readable(told.title or ""),
        _JOINED.join(map(readable, told.authors)),
        paper.published,
        readable(paper.card.task_area.area),
        paper.task,
        paper.problem.text,
        paper.method.text,
        len(paper.gains),
        paper.multiplier or None,
        len(paper.unsupported),
        _JOINED.join(words.code("missing", gap.code) for gap in paper.gaps),
        _JOINED.join(words.code("flag", code) for code in paper.flags),
        _JOINED.join(address.text for address in paper.links),
        _JOINED.join(paper.sources),
        one_line(told.id),
        words["ok"],
        None,
    )


def _failures(failures: Iterable[Failure], words: Wording) -> Iterator[Row]:
    blank = (None,) * (len(_PAPER) - 6)
    for failure in failures:
        name = one_line(failure.paper.id)
        places = _JOINED.join(source_label(source.path, source.position) for source in failure.paper.sources)
        yield (None, name, *blank, places, name, words[failure.state], readable(failure.message))


def _gains(paper: Entry, words: Wording) -> Iterator[Row]:
    for gain in paper.gains:
        for figure in gain.figures or (None,):
            yield (
                paper.number,
                paper.name,
                paper.task,
                gain.number,
                words[gain.kind],
                *_told(paper, gain, figure, words),
            )


def _told(paper: Entry, gain: GainLine, figure: Figure | None, words: Wording) -> Row:
    parts = (gain.claim,) if figure is None else (gain.claim, figure.part)
    return (
        _JOINED.join(gain.hedges),
        *((None,) * 3 if figure is None else (figure.part.text, figure.amount, one_line(figure.unit or ""))),
        gain.metric.text,
        gain.baseline.text,
        gain.setting.text,
        words[worst(part.standing for part in parts)],
        gain.claim.text,
        _JOINED.join(" ".join(visible(passage).split()) for passage in paper.words(gain.claim)),
    )


def _findings(paper: Entry, words: Wording) -> Iterator[Row]:
    name = (paper.number, paper.name)
    for doubt in paper.unsupported:
        yield (*name, words[Standing.ABSENT], doubt.text, words.sentence(doubt.reason))
    for gap in paper.gaps:
        yield (*name, words["look_up"], words.code("missing", gap.code) + _numbers(gap.gains), None)
    for warned in paper.warned:
        told = words.code("flag", warned.code) + _numbers(warned.gains)
        yield (*name, words["flags"], told, words.sentence(warned.message) or None)
    for figure in paper.unclaimed:
        yield (*name, words["unclaimed"], figure.text, None)
    for question in questions(paper, words):
        yield (*name, words["ask"], question, None)


def _numbers(gains: tuple[int, ...]) -> str:
    return "".join(f" [{number}]" for number in gains)
