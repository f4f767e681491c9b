"""What a reviewer may ask the authors, by rule, from what is not stated and what was flagged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.sheets.entry import Entry, GainLine
    from pipeline.sheets.wording import Wording

_OF_GAPS = {
    "baseline": "ask_baseline",
    "dataset": "ask_setting",
    "metric": "ask_metric",
    "magnitude": "ask_magnitude",
    "variance": "ask_variance",
}
_OF_FLAGS = {
    "state-of-the-art-without-benchmark": "ask_benchmark",
    "claim-without-number": "ask_magnitude",
    "best-case-only": "ask_best_case",
    "self-contradiction": "ask_contradiction",
}


def questions(entry: Entry, words: Wording) -> tuple[str, ...]:
    """Return the questions that `entry` raises, in the language of `words`, the claims they concern quoted.

    A question is asked once, about all the claims that raise it; flags that speak of the card or of
    its making, not of the paper, raise none.
    """
    raised: dict[str, dict[int, GainLine]] = {key: {} for key in (*_OF_GAPS.values(), *_OF_FLAGS.values())}
    for key, gain in _raised(entry):
        raised[key][gain.number] = gain
    asked = (_about(words[key], sorted(gains.items())) for key, gains in raised.items() if gains)
    return (*asked, *_of_the_paper(entry, words))


def _raised(entry: Entry) -> Iterator[tuple[str, GainLine]]:
    for gain in entry.gains:
        # Who tells how large a gain is tells in which metric.
        asked = set(gain.not_stated) - ({"metric"} if "magnitude" in gain.not_stated else set())
        yield from ((_OF_GAPS[code], gain) for code in sorted(asked & _OF_GAPS.keys()))
    by_number = {gain.number: gain for gain in entry.gains}
    for warned in entry.warned:
        if warned.code in _OF_FLAGS:
            yield from ((_OF_FLAGS[warned.code], by_number[at]) for at in warned.gains if at in by_number)


def _of_the_paper(entry: Entry, words: Wording) -> Iterator[str]:
    if entry.unclaimed:
        yield words["ask_unclaimed"].format(figures=", ".join(figure.text for figure in entry.unclaimed))
    if any(gap.code == "code" for gap in entry.gaps):
        yield words["ask_code"]


def _about(question: str, gains: Sequence[tuple[int, GainLine]]) -> str:
    claims = "; ".join(f"“{gain.claim.text}” [{number}]" for number, gain in gains)
    figures = ", ".join(f"{figure.part.text} [{number}]" for number, gain in gains for figure in gain.figures)
    return question.format(claims=claims, figures=figures)
