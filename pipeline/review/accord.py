"""Whether a gain is told in the direction that its sentences give it: nothing that fell is told as risen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.card import Unsupported
from pipeline.review.direction import Axis, nearest, opposed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.review.direction import Turn
    from pipeline.review.told import Told


def check_direction(told: Told) -> Iterator[Unsupported]:
    """Yield the first word of direction that the named sentences contradict."""
    for turn in told.reading.turns:
        met = _by_figure(told, turn) or _by_words(told, turn)
        if met is not None and _contradicts(told, turn, met):
            reason = f"it tells {_said(turn)} where the abstract says {_said(met)}"
            yield Unsupported(where=told.where, text=told.text, reason=reason)
            return


def _said(turn: Turn) -> str:
    return f"“{'not ' if turn.denied else ''}{turn.word}”"


def _by_figure(told: Told, turn: Turn) -> Turn | None:
    """Return the turn of the evidence that stands nearest to a figure to which `turn` stands nearest as told."""
    page = told.page
    for figure in told.reading.quantities:
        if nearest(told.reading.turns, told.text, figure.start, figure.end) is not turn:
            continue
        for at, span in zip(told.sentences, told.spans, strict=True):
            for place in page.words.find_quantity(figure, span)[:1]:
                start, end = page.place_in_plain(at, place.start), page.place_in_plain(at, place.end)
                if met := nearest(page.turns(at), page.plain(at), start, end):
                    return met
    return None


def _by_words(told: Told, turn: Turn) -> Turn | None:
    """Return the turn of the evidence that is the same word, else one that speaks of most of the same things."""
    there = [met for at in told.sentences for met in told.page.turns(at)]
    same = next((met for met in there if met.stem == turn.stem and met.denied is turn.denied), None)
    if same is not None or not there:
        return same
    shared = [len(turn.near & met.near) for met in there]
    best = [met for met, count in zip(there, shared, strict=True) if count == max(shared)]
    agreeing = (met for met in best if not opposed(turn, met))
    return next(agreeing, best[0]) if max(shared) else None


def _contradicts(told: Told, turn: Turn, met: Turn) -> bool:
    if met.sign == 0:
        # As good as something is not better than it, where the sentences say of nothing that it is.
        only_equal = not any(other.sign for at in told.sentences for other in told.page.turns(at))
        return only_equal and turn.axis is Axis.WORTH and turn.sign > 0 and not turn.denied
    return opposed(turn, met) and not _agrees_elsewhere(told, turn)


def _agrees_elsewhere(told: Told, turn: Turn) -> bool:
    """Tell whether the evidence says the same of the same things in another place."""
    return any(
        met.axis is turn.axis and met.sign == turn.sign and met.denied is turn.denied and met.near & turn.near
        for at in told.sentences
        for met in told.page.turns(at)
    )
