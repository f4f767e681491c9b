"""What a reviewer may ask the authors, by rule, from what is not stated and what was flagged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.extraction import GainKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.sheets.entry import Entry, GainLine
    from pipeline.sheets.wording import Wording

_COMPARING = frozenset({GainKind.QUANTITATIVE, GainKind.COMPARATIVE})


def questions(entry: Entry, words: Wording) -> tuple[str, ...]:
    """Return the questions that `entry` raises, in the language of `words`, the claims they concern quoted."""
    asked = (_about(words[key], gains) for key, gains in _doubted(entry))
    return (*filter(None, asked), *_of_the_paper(entry, words))


def _doubted(entry: Entry) -> Iterator[tuple[str, Iterable[GainLine]]]:
    """Yield each question about gains with the gains that raise it."""
    compared = [gain for gain in entry.gains if gain.kind in _COMPARING]
    best = [gain for gain in entry.gains if gain.kind == GainKind.STATE_OF_THE_ART]
    yield "ask_baseline", (gain for gain in compared if not gain.baseline.text)
    yield "ask_setting", (gain for gain in compared if not gain.setting.text)
    yield "ask_benchmark", (gain for gain in best if not gain.setting.text)
    yield "ask_magnitude", (gain for gain in (*compared, *best) if not gain.figures)
    if "variance" in entry.not_stated:
        yield "ask_variance", (gain for gain in compared if gain.figures)
    if "self-contradiction" in entry.flags:
        yield "ask_contradiction", (gain for gain in entry.gains if gain.figures)
    yield "ask_best_case", (gain for gain in entry.gains if gain.figures and "up to" in gain.hedges)


def _of_the_paper(entry: Entry, words: Wording) -> Iterator[str]:
    if entry.unclaimed:
        yield words["ask_unclaimed"].format(figures=", ".join(figure.text for figure in entry.unclaimed))
    if "code" in entry.not_stated:
        yield words["ask_code"]


def _about(question: str, gains: Iterable[GainLine]) -> str:
    claims = "; ".join(f"“{gain.claim.text}” [{gain.number}]" for gain in gains)
    return question.format(claims=claims) if claims else ""
