"""One card as labelled lines: what a terminal prints of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pipeline.sheets.entry import Standing, entry
from pipeline.sheets.questions import questions
from pipeline.sheets.readable import visible
from pipeline.sheets.wording import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import Card
    from pipeline.sheets.entry import Entry, GainLine, Part

_WORDS = wording("en")


class Tone(StrEnum):
    """How a line is meant; a terminal with colours shows it, the words alone are enough."""

    PLAIN = ""
    NAME = "bold"
    VALUE = "bold cyan"
    QUIET = "dim"
    ALARM = "red"


class Row(NamedTuple):
    """A line: its label, empty where it goes on with the one before, its text, and how it is meant."""

    label: str
    text: str
    tone: Tone = Tone.PLAIN

    def __str__(self) -> str:
        """Return the line for a file or a pipe."""
        return f"{self.label}: {self.text}" if self.label else self.text


def portrait(number: int, card: Card) -> Iterator[Row]:
    """Yield the lines that show `card`, the `number`th of its file."""
    paper = entry(number, card)
    yield Row(str(number), paper.heading, Tone.NAME)
    yield Row(_WORDS["task"], paper.task or _WORDS["not_stated"])
    yield Row(_WORDS["area"], card.task_area.area)
    yield _statement(_WORDS["problem"], paper.problem)
    yield _statement(_WORDS["method"], paper.method)
    for gain in paper.gains:
        yield from _gain(paper, gain)
    if not paper.gains:
        yield Row(_WORDS["claimed_gains"], _WORDS["no_gain"])
    yield from _review(paper)
    yield from (Row(_WORDS["ask"] if at == 0 else "", text) for at, text in enumerate(questions(paper, _WORDS)))
    yield Row(_WORDS["abstract"], visible(card.paper.abstract), Tone.QUIET)
    yield Row(_WORDS["source"], ", ".join((card.paper.id, *paper.sources)), Tone.QUIET)


def _gain(paper: Entry, gain: GainLine) -> Iterator[Row]:
    figures = ", ".join(f"{figure.part.text}{_mark(figure.part)}" for figure in gain.figures)
    value = " ".join((*gain.hedges, figures)) if figures else _WORDS[gain.kind]
    told = {
        "value": value,
        "metric": _told(gain.metric),
        "baseline": _told(gain.baseline),
        "setting": _told(gain.setting),
    }
    text = "; ".join(f"{_WORDS[key].lower()} {part}" for key, part in told.items())
    yield Row(f"{_WORDS['gain']} {gain.number}", text, Tone.VALUE)
    yield _statement("", gain.claim)
    yield from (Row("", f"“{visible(words)}”", Tone.QUIET) for words in paper.words(gain.claim))


def _review(paper: Entry) -> Iterator[Row]:
    for doubt in paper.unsupported:
        yield Row(_WORDS["unsupported"], _WORDS.doubt(doubt), Tone.ALARM)
    gaps = (_WORDS.code("missing", gap.code) + _numbers(gap.gains) for gap in paper.gaps)
    yield Row(_WORDS["look_up"], ", ".join(gaps) or "nothing that was looked for")
    for warned in paper.warned:
        told = _WORDS.code("flag", warned.code) + _numbers(warned.gains)
        yield Row(_WORDS["flags"], f"{told}: {_WORDS.sentence(warned.message)}" if warned.message else told)
    if paper.unclaimed:
        yield Row(_WORDS["unclaimed"], ", ".join(part.text for part in paper.unclaimed))


def _statement(label: str, part: Part) -> Row:
    doubted = part.standing in {Standing.ABSENT, Standing.DOUBTED}
    return Row(label, _told(part), Tone.ALARM if doubted else Tone.PLAIN)


def _told(part: Part) -> str:
    return f"{part.text}{_mark(part)}" if part.text else _WORDS["not_stated"]


def _mark(part: Part) -> str:
    return "" if part.standing in {Standing.FOUND, Standing.NOT_STATED} else f" [{_WORDS[part.standing]}]"


def _numbers(gains: tuple[int, ...]) -> str:
    return "".join(f" [{number}]" for number in gains)
