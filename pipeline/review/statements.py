"""Whether a statement is carried by the abstract: its sentences, its figures, its names, its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.card import Unsupported
from pipeline.review.catalogue import Flag, finding
from pipeline.review.names import names
from pipeline.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import Finding
    from pipeline.quantities import Quantity
    from pipeline.review.names import KnownNames
    from pipeline.review.told import Told

_LITTLE = 0.5
_MOST_FIGURES = 60
"""Of a statement; each is sought among those of the abstract, and a text of nothing but figures says nothing."""
_AHEAD = 0.3
"""How much more of a statement another sentence must carry than the named ones, for these to be the wrong ones."""

_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
_NUMBER_WORDS = tuple(_COUNTED.split())


def check_sentences(told: Told) -> Iterator[Unsupported]:
    """Yield what is wrong with the sentences that are named: none, one that there is not, or others than carry it."""
    if not told.text:
        return
    if not told.sentences:
        yield Unsupported(where=told.where, text=told.text, reason="no sentence of the abstract is named for it")
    elif told.absent:
        reason = "it names a sentence that the abstract does not have"
        yield Unsupported(where=told.where, text=told.text, reason=reason)
    elif better := _better_sentence(told):
        reason = f"the named sentences do not carry it; sentence {better} says more of it"
        yield Unsupported(where=told.where, text=told.text, reason=reason)


def _better_sentence(told: Told) -> int | None:
    """Return the number of a sentence that carries the statement where those that are named hardly do."""
    if told.support is None or told.support > _LITTLE or _has_figures_there(told):
        return None
    page, content = told.page, told.reading.content
    others = (at for at in range(len(page.sentences)) if at not in told.sentences)
    most, at = max(((len(content & page.content(at)), at) for at in others), default=(0, 0), key=lambda share: share[0])
    return at + 1 if most / len(content) >= told.support + _AHEAD else None


def _has_figures_there(told: Told) -> bool:
    figures = [quantity for quantity in told.reading.quantities[:_MOST_FIGURES] if not quantity.is_bare]
    return bool(figures) and all(stands_in_evidence(told, figure) for figure in figures)


def stands_in_evidence(told: Told, figure: Quantity) -> bool:
    """Tell whether the figure stands in one of the named sentences."""
    return any(told.page.words.find_quantity(figure, span) for span in told.spans)


def check_figures(told: Told) -> Iterator[Unsupported | Finding]:
    """Yield the figures told that the abstract does not have, or has in other sentences than are named."""
    for figure in told.reading.quantities[:_MOST_FIGURES]:
        if stands_in_evidence(told, figure) or _is_counted_in_words(told, figure):
            continue
        elsewhere = told.page.words.find_quantity(figure)
        if not elsewhere:
            yield Unsupported(where=told.where, text=figure.text, reason="this figure is not in the abstract")
        elif not figure.is_bare:
            span = Span(elsewhere[0].start, elsewhere[0].end)
            yield finding(Flag.VALUE_OUTSIDE_EVIDENCE, told.where, span, told=figure.text)


def _is_counted_in_words(told: Told, figure: Quantity) -> bool:
    """Tell whether a small count ("2 datasets") stands in the abstract as a word."""
    count = figure.amount
    small = figure.is_bare and count is not None and count < len(_NUMBER_WORDS)
    return small and told.page.words.has_name(_NUMBER_WORDS[int(count or 0)])


def check_names(told: Told, known: KnownNames) -> Iterator[Unsupported]:
    """Yield the names told that the abstract does not know."""
    for name in names(told.text):
        if not known.knows(name):
            yield Unsupported(where=told.where, text=name.text, reason="this name is not in the abstract")


def check_words(told: Told) -> Iterator[Unsupported]:
    """Yield what is told in the abstract's words, as a baseline or a setting is, and has none of them."""
    if told.is_comparable and not told.support and not told.reading.content & told.page.all_content:
        yield Unsupported(where=told.where, text=told.text, reason="none of its words is in the abstract")
