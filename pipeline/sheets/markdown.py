"""The sheet as GitHub-flavoured Markdown, in which nothing of the data is markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Standing, chapters, source_label
from pipeline.sheets.readable import one_line, readable
from pipeline.sheets.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.card import Card
    from pipeline.sheets.entry import Address, Chapter, Entry, GainLine, Part
    from pipeline.sheets.interface import About, Sheet

_SHOWN_FILES = 8
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>#|$~&!]|(?<=[wW]{3})\.|:(?=//)")


class MarkdownSheet:
    """Renders `sheet.md`."""

    suffix = ".md"

    def render(self, cards: Sequence[Card], about: About) -> str:
        """Return the sheet: head, areas, a section per paper, and the papers without a card."""
        parts = chapters(cards)
        blocks = [*_head(about), _areas(parts)]
        for chapter in parts:
            blocks.append(f"## {escaped(chapter.area)} ({len(chapter.entries)})")
            for entry in chapter.entries:
                blocks += _paper(entry)
        return "\n\n".join(filter(None, [*blocks, *_failures(about)])) + "\n"


SHEET: Sheet = MarkdownSheet()


def escaped(text: str) -> str:
    """Return `text` so that it reads the same in GitHub-flavoured Markdown and is nothing but text there.

    Expects one line. An address or `@` mention is parted by an empty comment or an escape, as GitHub would link it.
    """
    return _ACTIVE.sub(r"\\\g<0>", text).replace("@", "<!-- -->@")


def _head(about: About) -> Iterator[str]:
    yield f"# {escaped(readable(about.title))}"
    states = ", ".join(f"{count} {WORDS[state]}" for state, count in about.states)
    named = [escaped(one_line(file)) for file in about.files[:_SHOWN_FILES]]
    if len(about.files) > _SHOWN_FILES:
        named.append(WORDS["and_more"].format(count=len(about.files) - _SHOWN_FILES))
    yield "\n".join(
        [
            f"- **{WORDS['papers']}:** {states}",
            f"- **{WORDS['sources']}:** {', '.join(named)}",
            f"- **{WORDS['engine']}:** {', '.join(map(escaped, map(one_line, about.engines)))}",
        ]
    )
    yield WORDS["note"]


def _areas(parts: Sequence[Chapter]) -> str:
    rows = [
        (escaped(part.area), str(len(part.entries)), str(sum(len(entry.gains) for entry in part.entries)))
        for part in parts
    ]
    return _table((WORDS["area"], WORDS["papers"], WORDS["claimed_gains"]), rows)


def _paper(entry: Entry) -> Iterator[str]:
    yield f"### {entry.number}. {escaped(entry.heading)}"
    yield "\n".join(f"- **{name}:** {text}" for name, text in _lines(entry) if text)
    if entry.gains:
        columns = ("#", *(WORDS[key] for key in ("value", "metric", "baseline", "setting", "claim")))
        yield _table(columns, (_row(entry, gain) for gain in entry.gains))
    else:
        yield WORDS["no_gain"]
    yield "\n".join(f"- **{name}:** {text}" for name, text in _review(entry) if text)


def _lines(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.system != entry.heading:
        yield WORDS["system"], escaped(entry.system)
    yield WORDS["task"], escaped(entry.task) or f"*{WORDS['not_stated']}*"
    yield WORDS["problem"], _told(entry.problem)
    yield WORDS["method"], _told(entry.method)


def _review(entry: Entry) -> Iterator[tuple[str, str]]:
    yield WORDS["look_up"], _listed(entry.not_stated)
    yield WORDS["unsupported"], _listed(entry.unsupported, "; ")
    yield WORDS["unclaimed"], _listed(figure.text for figure in entry.unclaimed)
    yield WORDS["flags"], _listed(entry.flags)
    yield WORDS["links"], ", ".join(map(_address, entry.links))
    identity = one_line(entry.card.paper.id)
    yield WORDS["source"], _listed((*entry.sources, *((identity,) if identity != entry.heading else ())))


def _row(entry: Entry, gain: GainLine) -> tuple[str, ...]:
    hedges = [f"*{escaped(hedge)}*" for hedge in gain.hedges]
    figures = [f"**{escaped(figure.part.text)}**{_mark(figure.part)}" for figure in gain.figures]
    value = " ".join([*hedges, ", ".join(figures)]).strip() if figures else ", ".join([WORDS[gain.kind], *hedges])
    return (str(gain.number), value, *map(_told, (gain.metric, gain.baseline, gain.setting)), _claim(entry, gain.claim))


def _claim(entry: Entry, claim: Part) -> str:
    words = [readable(passage) for passage in entry.words(claim)]
    quoted = " … ".join(f"“{escaped(passage)}”" for passage in words)
    if claim.text in words or not quoted:
        return f"{quoted or escaped(claim.text)}{_mark(claim)}"
    return f"{escaped(claim.text)}{_mark(claim)}<br>{quoted}"


def _told(part: Part) -> str:
    return f"{escaped(part.text)}{_mark(part)}" if part.text else f"*{WORDS['not_stated']}*"


def _mark(part: Part) -> str:
    quiet = part.standing in {Standing.FOUND, Standing.NOT_STATED}
    return "" if quiet else f" (⚠ {WORDS[part.standing]})"


def _address(address: Address) -> str:
    return f"{f'<{address.link}>' if address.link else escaped(address.text)} ({address.kind})"


def _listed(items: Iterable[str], separator: str = ", ") -> str:
    return separator.join(map(escaped, items))


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _failures(about: About) -> Iterator[str]:
    if not about.failures:
        return
    yield f"## {WORDS['failures']} ({len(about.failures)})"
    rows = (
        (
            escaped(one_line(failure.paper.id)),
            _listed(source_label(source.path, source.position) for source in failure.paper.sources),
            WORDS[failure.state],
            escaped(readable(failure.message)),
            str(failure.attempts),
        )
        for failure in about.failures
    )
    yield _table([WORDS[key] for key in ("paper", "source", "state", "message", "attempts")], rows)
