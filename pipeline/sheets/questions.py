"""What a reviewer may ask the authors, by rule, from what is not stated and what was flagged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.sheets.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.sheets.entry import Entry, GainLine

_COMPARING = frozenset({"quantitative", "comparative"})


def questions(entry: Entry) -> tuple[str, ...]:
    """Return the questions that `entry` raises, the claims they concern quoted."""
    return tuple(_asked(entry))


def _asked(entry: Entry) -> Iterator[str]:
    compared = [gain for gain in entry.gains if gain.kind in _COMPARING]
    yield from _about("ask_baseline", (gain for gain in compared if not gain.baseline.text))
    yield from _about(
        "ask_setting", (gain for gain in entry.gains if not gain.setting.text and gain.kind != "qualitative")
    )
    yield from _about(
        "ask_magnitude", (gain for gain in entry.gains if not gain.figures and gain.kind != "qualitative")
    )
    yield from _about("ask_best_case", (gain for gain in entry.gains if _best_case(gain)))
    if entry.unclaimed:
        yield WORDS["ask_unclaimed"].format(figures=", ".join(figure.text for figure in entry.unclaimed))
    if "code" in entry.not_stated:
        yield WORDS["ask_code"]


def _about(question: str, gains: Iterable[GainLine]) -> Iterator[str]:
    claims = "; ".join(f"“{gain.claim.text}” [{gain.number}]" for gain in gains)
    if claims:
        yield WORDS[question].format(claims=claims)


def _best_case(gain: GainLine) -> bool:
    return bool(gain.figures) and "up to" in gain.hedges
