"""The sheet as GitHub-flavoured Markdown, in which nothing of the data is markup."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.sheets.entry import Standing, source_label
from pipeline.sheets.interface import File
from pipeline.sheets.readable import one_line, readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.failure import Failure
    from pipeline.sheets.about import About
    from pipeline.sheets.alike import Named, Pair
    from pipeline.sheets.entry import Address, Entry, GainLine, Part, Warned
    from pipeline.sheets.interface import Batch, Sheet
    from pipeline.sheets.overview import Area
    from pipeline.sheets.wording import Wording

_SHOWN_FILES = 8
_PARTED = "\n\n"
_UNSAID = re.compile(r"[^\w\- ]")
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>#|$~&!]|(?<=[wW]{3})\.|:(?=//)")


class MarkdownSheet:
    """Renders `sheet.md`."""

    suffix = ".md"

    def files(self, batch: Batch, name: str) -> Iterator[File]:
        """Yield the sheet: head, areas, a section per paper, and the papers without a card."""
        yield File(name, _Writer(batch.words).pieces(batch))


SHEET: Sheet = MarkdownSheet()


def escaped(text: str) -> str:
    """Return `text` so that it reads the same in GitHub-flavoured Markdown and is nothing but text there.

    Expects one line. An address or `@` mention is parted by an empty comment or an escape, as GitHub would link it.
    """
    return _ACTIVE.sub(r"\\\g<0>", text).replace("@", "<!-- -->@")


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes in the language of `words`; every text of the data goes through `escaped`."""

    words: Wording

    def pieces(self, batch: Batch) -> Iterator[bytes]:
        first = True
        for block in filter(None, self._blocks(batch)):
            yield f"{'' if first else _PARTED}{block}".encode()
            first = False
        for row in self._failures(batch.failures):
            yield row.encode()
        yield b"\n"

    def _blocks(self, batch: Batch) -> Iterator[str]:
        seen = batch.overview
        yield from self._head(seen.about)
        yield self._areas(seen.areas)
        for area in seen.areas:
            yield f"## {escaped(area.name) or self.words['not_stated']} ({len(area.numbers)})"
            for entry in batch.entries(area.numbers):
                yield from self._paper(entry)
        yield from self._pairs(seen.pairs)
        if batch.failures:
            yield f"## {self.words['failures']} ({len(batch.failures)})"
            yield _table([self.words[key] for key in ("paper", "source", "state", "message", "attempts")], ())

    def _head(self, about: About) -> Iterator[str]:
        yield f"# {escaped(readable(about.title or self.words['untitled']))}"
        states = ", ".join(f"{count} {self.words[state]}" for state, count in about.states)
        named = [escaped(one_line(file)) for file in about.files[:_SHOWN_FILES]]
        if about.all_files > _SHOWN_FILES:
            named.append(self.words["and_more"].format(count=about.all_files - _SHOWN_FILES))
        yield "\n".join(
            [
                f"- **{self.words['papers']}:** {states}",
                f"- **{self.words['sources']}:** {', '.join(named)}",
                f"- **{self.words['engine']}:** {', '.join(map(escaped, map(one_line, about.engines)))}",
            ]
        )
        yield self.words["note"]

    def _areas(self, areas: Sequence[Area]) -> str:
        rows = [(escaped(area.name), str(len(area.numbers)), str(area.gains)) for area in areas]
        return _table((self.words["area"], self.words["papers"], self.words["claimed_gains"]), rows)

    def _paper(self, entry: Entry) -> Iterator[str]:
        yield f"### {entry.number}. {escaped(entry.heading)}"
        yield "\n".join(f"- **{name}:** {text}" for name, text in self._lines(entry) if text)
        if entry.gains:
            columns = ("#", *(self.words[key] for key in ("value", "metric", "baseline", "setting", "claim")))
            yield _table(columns, (self._row(entry, gain) for gain in entry.gains))
        else:
            yield self.words["no_gain"]
        yield "\n".join(f"- **{name}:** {text}".replace("** \n", "**\n") for name, text in self._review(entry) if text)

    def _lines(self, entry: Entry) -> Iterator[tuple[str, str]]:
        if entry.system != entry.heading:
            yield self.words["system"], escaped(entry.system)
        yield self.words["task"], escaped(entry.task) or f"*{self.words['not_stated']}*"
        yield self.words["problem"], self._told(entry.problem)
        yield self.words["method"], self._told(entry.method)

    def _review(self, entry: Entry) -> Iterator[tuple[str, str]]:
        yield (
            self.words["look_up"],
            _listed(self.words.code("missing", gap.code) + _numbers(gap.gains) for gap in entry.gaps),
        )
        yield self.words["unsupported"], _listed(map(self.words.doubt, entry.unsupported), "; ")
        yield self.words["unclaimed"], _listed(figure.text for figure in entry.unclaimed)
        yield self.words["flags"], "".join(f"\n  - {escaped(self._warned(each))}" for each in entry.warned)
        yield self.words["links"], ", ".join(map(self._address, entry.links))
        identity = one_line(entry.card.paper.id)
        yield self.words["source"], _listed((*entry.sources, *((identity,) if identity != entry.heading else ())))

    def _warned(self, warned: Warned) -> str:
        told = self.words.code("flag", warned.code) + _numbers(warned.gains)
        return f"{told}: {self.words.sentence(warned.message)}" if warned.message else told

    def _row(self, entry: Entry, gain: GainLine) -> tuple[str, ...]:
        hedges = [f"*{escaped(hedge)}*" for hedge in gain.hedges]
        figures = [f"**{escaped(figure.part.text)}**{self._mark(figure.part)}" for figure in gain.figures]
        value = " ".join([*hedges, ", ".join(figures)]) if figures else ", ".join([self.words[gain.kind], *hedges])
        told = map(self._told, (gain.metric, gain.baseline, gain.setting))
        return (str(gain.number), value, *told, self._claim(entry, gain.claim))

    def _claim(self, entry: Entry, claim: Part) -> str:
        words = [readable(passage) for passage in entry.words(claim)]
        quoted = " … ".join(f"“{escaped(passage)}”" for passage in words)
        if claim.text in words or not quoted:
            return f"{quoted or escaped(claim.text)}{self._mark(claim)}"
        return f"{escaped(claim.text)}{self._mark(claim)}<br>{quoted}"

    def _told(self, part: Part) -> str:
        return f"{escaped(part.text)}{self._mark(part)}" if part.text else f"*{self.words['not_stated']}*"

    def _mark(self, part: Part) -> str:
        quiet = part.standing in {Standing.FOUND, Standing.NOT_STATED}
        return "" if quiet else f" (⚠ {self.words[part.standing]})"

    def _address(self, address: Address) -> str:
        shown = f"<{address.link}>" if address.link else escaped(address.text)
        return f"{shown} ({escaped(self.words.code('link', address.kind))})"

    def _pairs(self, told: Sequence[Pair]) -> Iterator[str]:
        if not told:
            return
        yield f"## {self.words['near']} ({len(told)})"
        yield self.words["near_note"]
        yield "\n".join(
            f"- {self.words['near_share'].format(share=pair.share)}:\n"
            + "\n".join(f"  - {self._named(paper)}" for paper in pair.papers)
            for pair in told
        )

    def _named(self, paper: Named) -> str:
        told = f"{escaped(paper.identity)}, {escaped(paper.source)}"
        if paper.number is None:
            return told
        return f"[{paper.number}. {escaped(paper.name)}](#{_anchor(paper.number, paper.name)}) ({told})"

    def _failures(self, failures: Iterable[Failure]) -> Iterator[str]:
        for failure in failures:
            yield _row(
                (
                    escaped(one_line(failure.paper.id)),
                    _listed(source_label(source.path, source.position) for source in failure.paper.sources),
                    self.words[failure.state],
                    escaped(readable(failure.message)),
                    str(failure.attempts),
                )
            )


def _anchor(number: int, heading: str) -> str:
    """Return the anchor that GitHub gives to the heading of a paper."""
    return _UNSAID.sub("", f"{number}. {heading}".lower()).replace(" ", "-")


def _numbers(gains: Iterable[int]) -> str:
    return "".join(f" [{number}]" for number in gains)


def _listed(items: Iterable[str], separator: str = ", ") -> str:
    return separator.join(map(escaped, items))


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "".join(map(_row, (columns, ["---"] * len(columns), *rows))).lstrip("\n")


def _row(cells: Sequence[str]) -> str:
    """Return a line of a table, which goes on from the one before."""
    return f"\n| {' | '.join(cells)} |"
