"""What a reviewer must know of a card, computed from the abstract alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.card import LinkKind, Review, Unsupported, Value, Verdict
from pipeline.extraction import GainKind
from pipeline.quantities import find_quantities
from pipeline.text import Span, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.card import ClaimedGain, Link, Statement
    from pipeline.locate import Haystack
    from pipeline.quantities import Quantity

_RESULT_UNITS = frozenset({"%", "x", "pp", "points"})
_RESULT_WORD = re.compile(
    r"\b(?:achiev|attain|reach|improv|outperform|surpass|exceed|reduc|increas|decreas|boost|accelerat|sav(?:es?|ing)\b"
    r"|speed|gains?\b|faster|higher|lower|better|accura|error|results?\b|experiment|evaluat|demonstrat|show)",
    re.IGNORECASE,
)
_CODE_PROMISE = re.compile(r"\bcode\b[^.]{0,80}\b(?:available|released?|public|supplement|open)", re.IGNORECASE)
_COMPARING = frozenset({GainKind.QUANTITATIVE, GainKind.COMPARATIVE})
_CAPPED = frozenset({"up to", "at most", "as much as", "as high as", "as low as"})


def review(
    words: Haystack,
    system: tuple[str, ...],
    statements: tuple[Statement, Statement],
    gains: tuple[ClaimedGain, ...],
    links: tuple[Link, ...],
) -> Review:
    """Return the review block for a card's parts; `statements` are its problem and its method."""
    unsupported = tuple(_unsupported(words, system, statements, gains))
    return Review(
        grounded=not unsupported,
        unsupported=unsupported,
        unclaimed_values=tuple(_unclaimed(words.text, gains)),
        not_stated=tuple(_not_stated(words.text, gains, links)),
        flags=tuple(_flags(gains)),
    )


def _unsupported(
    words: Haystack, system: tuple[str, ...], statements: tuple[Statement, Statement], gains: tuple[ClaimedGain, ...]
) -> Iterator[Unsupported]:
    for at, name in enumerate(system):
        if words.find_name(name) is None:
            yield Unsupported(where=f"system[{at}]", text=name, reason="this name is not in the abstract")
    for where, statement in zip(("problem", "method"), statements, strict=True):
        yield from _without_words(where, statement)
        yield from _foreign_figures(words, where, statement.text)
    for at, gain in enumerate(gains):
        yield from _unsupported_gain(words, f"claimed_gains[{at}]", gain)


def _unsupported_gain(words: Haystack, where: str, gain: ClaimedGain) -> Iterator[Unsupported]:
    yield from _without_words(where, gain)
    for at, value in enumerate(gain.values):
        if value.verdict is Verdict.ABSENT:
            yield Unsupported(
                where=f"{where}.values[{at}]", text=value.text, reason="this value is not in the abstract"
            )
    told = {"text": gain.text, "metric": gain.metric, "baseline": gain.baseline, "setting": gain.setting}
    for part, text in told.items():
        yield from _foreign_figures(words, f"{where}.{part}", text or "")


def _without_words(where: str, told: Statement | ClaimedGain) -> Iterator[Unsupported]:
    if told.text and not any(evidence.verdict is not Verdict.ABSENT for evidence in told.evidence):
        yield Unsupported(where=where, text=told.text, reason="no sentence of the abstract is named for it")
    elif any(evidence.verdict is Verdict.ABSENT for evidence in told.evidence):
        yield Unsupported(where=where, text=told.text, reason="it names a sentence that the abstract does not have")


def _foreign_figures(words: Haystack, where: str, text: str) -> Iterator[Unsupported]:
    for quantity in find_quantities(text):
        if not words.find_values(quantity.text):
            yield Unsupported(where=where, text=quantity.text, reason="this figure is not in the abstract")


def _unclaimed(abstract: str, gains: tuple[ClaimedGain, ...]) -> Iterator[Value]:
    """Yield the figures of result sentences that no gain carries."""
    claimed = [Span(v.start, v.end) for g in gains for v in g.values if v.start is not None and v.end is not None]
    carrying = {(evidence.start, evidence.end) for gain in gains for evidence in gain.evidence}
    results = [s for s in sentences(abstract) if s in carrying or _RESULT_WORD.search(abstract, s.start, s.end)]
    for quantity in find_quantities(abstract):
        inside = any(span.start <= quantity.start and quantity.end <= span.end for span in results)
        if inside and _is_result_figure(quantity) and not _meets(quantity, claimed):
            yield Value(
                text=quantity.text,
                start=quantity.start,
                end=quantity.end,
                amount=quantity.amount,
                unit=quantity.unit,
                verdict=Verdict.EXACT,
            )


def _is_result_figure(quantity: Quantity) -> bool:
    return quantity.unit in _RESULT_UNITS or any(amount != int(amount) for amount in quantity.amounts)


def _meets(quantity: Quantity, spans: Iterable[Span]) -> bool:
    return any(quantity.start < span.end and span.start < quantity.end for span in spans)


def _not_stated(abstract: str, gains: tuple[ClaimedGain, ...], links: tuple[Link, ...]) -> Iterator[str]:
    """Yield what must be looked up in the paper, each once, in a fixed order."""
    weighed = [gain for gain in gains if gain.kind in _COMPARING]
    if any(gain.baseline is None for gain in weighed):
        yield "baseline"
    if any(gain.setting is None for gain in weighed):
        yield "dataset"
    if any(gain.metric is None for gain in weighed):
        yield "metric"
    if any(not gain.values for gain in weighed):
        yield "magnitude"
    promised = _CODE_PROMISE.search(abstract) or any(link.kind in {LinkKind.CODE, LinkKind.ANONYMOUS} for link in links)
    if not promised:
        yield "code"


def _flags(gains: tuple[ClaimedGain, ...]) -> Iterator[str]:
    if not gains:
        yield "no-claimed-gain"
    if any(not gain.values for gain in gains if gain.kind is not GainKind.QUALITATIVE):
        yield "claim-without-number"
    if any(_CAPPED & set(gain.hedges) for gain in gains if gain.values):
        yield "best-case-only"
