"""The sheet as CSV that a spreadsheet opens: one line per gain, and no cell that it would compute."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from pipeline.card import Verdict
from pipeline.sheets.entry import Standing, source_label, worst
from pipeline.sheets.interface import File
from pipeline.sheets.readable import one_line, readable, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.failure import Failure
    from pipeline.sheets.entry import Entry, GainLine
    from pipeline.sheets.interface import Batch, Sheet

COLUMNS = (
    "paper", "title", "sources", "area", "task", "system", "gain", "kind", "value", "amount", "unit", "metric",
    "baseline", "setting", "hedges", "verdict", "claim", "evidence", "problem", "method", "not_stated", "unsupported",
    "unclaimed_values", "flags", "findings", "links", "state", "message",
)  # fmt: skip
"""The columns in order, named as the fields of a card."""

_VERDICTS = {Standing.FOUND: Verdict.EXACT, Standing.CLOSE: Verdict.FUZZY, Standing.ABSENT: Verdict.ABSENT}
_BYTE_ORDER_MARK = "\ufeff"
_JOINED = " | "
# A spreadsheet whose list separator is the semicolon begins a cell after each, quoted or not.
_FORMULA = re.compile(r"(^|;)(?=[\s\"']*[=+\-@＝＋－＠])")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s?%?")


class CsvSheet:
    """Renders `sheet.csv`: UTF-8 with a byte order mark and CRLF, as Excel reads it.

    `amount` and `unit` hold numbers and `value` the figure as written; several stand in one cell
    joined by ` | `. `evidence` is the abstract's own text, LaTeX and all, so that it can be searched there.
    """

    suffix = ".csv"

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield one line per gain in input order, one for a paper without gains, one per failure.

        Columns and codes are named as on the cards in every language, so that a script can rely on them.
        """
        yield File(name, _pieces(batch))


SHEET: Sheet = CsvSheet()


def _pieces(batch: Batch) -> Iterator[bytes]:
    yield (_BYTE_ORDER_MARK + _lines([dict(zip(COLUMNS, COLUMNS, strict=True))])).encode()
    for paper in batch.entries():
        yield _lines(_paper_rows(paper)).encode()
    for failure in batch.failures:
        yield _lines([_failure_row(failure)]).encode()


def _lines(rows: Iterable[dict[str, str]]) -> str:
    out = io.StringIO()
    # All quoted: a comma, a quote or a semicolon of the data never decides where a cell ends.
    writer = csv.DictWriter(out, COLUMNS, restval="", quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerows({column: inert(cell) for column, cell in row.items()} for row in rows)
    return out.getvalue()


def inert(cell: str) -> str:
    """Return `cell` so that no spreadsheet takes it for a formula.

    What begins like one gets an apostrophe in front, after a semicolon too; a plain number such as
    `-3.2` or `-3.2%` begins like one and is none, so it stays a number.
    """
    return cell if _NUMBER.fullmatch(cell) else _FORMULA.sub(r"\1'", cell)


def _paper_rows(paper: Entry) -> Iterator[dict[str, str]]:
    shared = {
        "paper": one_line(paper.card.paper.id),
        "title": readable(paper.card.paper.title or ""),
        "sources": _JOINED.join(paper.sources),
        "area": readable(paper.card.task_area.area),
        "task": paper.task,
        "system": _JOINED.join(map(readable, paper.card.system)),
        "problem": paper.problem.text,
        "method": paper.method.text,
        "not_stated": _JOINED.join(one_line(gap.code) for gap in paper.gaps),
        "unsupported": _JOINED.join(f"“{doubt.text}”: {readable(doubt.reason)}" for doubt in paper.unsupported),
        "unclaimed_values": _JOINED.join(figure.text for figure in paper.unclaimed),
        "flags": _JOINED.join(map(one_line, paper.flags)),
        "findings": _JOINED.join(readable(warned.message) for warned in paper.warned if warned.message),
        "links": _JOINED.join(address.text for address in paper.links),
        "state": "ok",
    }
    if not paper.gains:
        yield shared
    for gain in paper.gains:
        yield shared | _gain_cells(paper, gain)


def _gain_cells(paper: Entry, gain: GainLine) -> dict[str, str]:
    return {
        "gain": str(gain.number),
        "kind": gain.kind,
        "value": _JOINED.join(figure.part.text for figure in gain.figures),
        "amount": _JOINED.join("" if figure.amount is None else f"{figure.amount:.15g}" for figure in gain.figures),
        "unit": _JOINED.join(one_line(figure.unit or "") for figure in gain.figures),
        "metric": gain.metric.text,
        "baseline": gain.baseline.text,
        "setting": gain.setting.text,
        "hedges": _JOINED.join(gain.hedges),
        "verdict": _VERDICTS[worst(part.standing for part in (gain.claim, *(figure.part for figure in gain.figures)))],
        "claim": gain.claim.text,
        "evidence": _JOINED.join(" ".join(visible(words).split()) for words in paper.words(gain.claim)),
    }


def _failure_row(failure: Failure) -> dict[str, str]:
    return {
        "paper": one_line(failure.paper.id),
        "sources": _JOINED.join(source_label(source.path, source.position) for source in failure.paper.sources),
        "state": failure.state.value,
        "message": readable(failure.message),
    }
