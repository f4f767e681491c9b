"""What a reviewer must know of a card, computed from the abstract alone."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pipeline.card import Finding, Review, Unsupported
from pipeline.plain import without_markup
from pipeline.review.catalogue import CATALOGUE, OF_THE_RUN, Flag, finding, flagged, flags_of, rank
from pipeline.review.complaints import complaints, is_worth_a_repair
from pipeline.review.figures import contradictions, unclaimed
from pipeline.review.gains import check_gain
from pipeline.review.hidden import hidden_instructions
from pipeline.review.missing import all_not_stated, not_stated
from pipeline.review.names import KnownNames
from pipeline.review.page import Page
from pipeline.review.statements import check_figures, check_names, check_sentences
from pipeline.review.told import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import ClaimedGain, Link

__all__ = [
    "CATALOGUE",
    "OF_THE_RUN",
    "Flag",
    "Page",
    "Told",
    "complaints",
    "finding",
    "flagged",
    "is_worth_a_repair",
    "not_stated",
    "review",
]


def review(
    page: Page,
    system: tuple[str, ...],
    statements: tuple[Told, Told],
    told_gains: tuple[tuple[Told, ClaimedGain], ...],
    links: tuple[Link, ...],
) -> Review:
    """Return the review block for a card's parts, unsealed; `statements` are its problem and its method."""
    gains = tuple(gain for _, gain in told_gains)
    found = list(chain(_systems(page, system), _checks(KnownNames(page), statements, told_gains)))
    unsupported = tuple(item for item in found if isinstance(item, Unsupported))
    findings = [item for item in found if isinstance(item, Finding)] + list(_of_paper(page, gains))
    carrying = {at for told, _ in told_gains for at in told.sentences}
    return Review(
        grounded=not unsupported,
        unsupported=unsupported,
        unclaimed_values=tuple(unclaimed(page, gains, carrying)),
        not_stated=all_not_stated(page, (gain.not_stated for gain in gains), links),
        flags=flags_of(findings),
        findings=tuple(sorted(findings, key=rank)),
    )


def _systems(page: Page, system: tuple[str, ...]) -> Iterator[Unsupported]:
    for at, name in enumerate(system):
        if not page.words.has_name(without_markup(name).strip()):
            yield Unsupported(where=f"system[{at}]", text=name, reason="this name is not in the abstract")


def _checks(
    known: KnownNames, statements: tuple[Told, Told], told_gains: tuple[tuple[Told, ClaimedGain], ...]
) -> Iterator[Unsupported | Finding]:
    for statement in statements:
        yield from check_sentences(statement)
        if not statement.is_quoted:
            yield from check_figures(statement)
            yield from check_names(statement, known)
    for told, gain in told_gains:
        yield from check_gain(told, gain, known)


def _of_paper(page: Page, gains: tuple[ClaimedGain, ...]) -> Iterator[Finding]:
    for span in hidden_instructions(page.words):
        yield finding(Flag.HIDDEN_INSTRUCTION, span=span, words=page.text[span.start : span.end])
    yield from contradictions(page, gains)
    if not gains:
        yield finding(Flag.NO_CLAIMED_GAIN)
