"""Sentence splitters on the seed abstracts: time, and where each parts otherwise than the project does.

    python bench/segmentation.py            # the table of docs/segmentation.md
    python bench/segmentation.py --show     # and every place of difference

A library that is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Splitter = Callable[[str], Iterable[tuple[int, int]]]

ROUNDS = 5
CONTEXT = 40


def abstracts() -> list[str]:
    """Return the different abstracts of the seed lists."""
    lists = sorted(Path(__file__).parent.parent.joinpath("seeds").glob("*.txt"))
    paragraphs = [p.strip() for path in lists for p in re.split(r"\n\s*\n", path.read_text("utf-8-sig"))[1:]]
    return list(dict.fromkeys(p for p in paragraphs if p))


def located(text: str, parts: Iterable[str]) -> list[tuple[int, int]]:
    """Return where `parts`, given as strings in order, stand in `text`."""
    spans, position = [], 0
    for part in filter(None, (p.strip() for p in parts)):
        start = text.index(part, position)
        position = start + len(part)
        spans.append((start, position))
    return spans


def sentencex(library: Any) -> Splitter:  # noqa: ANN401 - modules that may be missing have no type
    """Return the splitter of sentencex as it comes, without the project's mask."""
    return lambda text: [
        (found["start_index"], found["end_index"]) for found in library.get_sentence_boundaries("en", text)
    ]


def syntok(library: Any) -> Splitter:  # noqa: ANN401
    """Return the splitter of syntok."""
    return lambda text: [
        (found[0].offset, found[-1].offset + len(found[-1].value))
        for paragraph in library.analyze(text)
        for found in paragraph
    ]


def pysbd(library: Any) -> Splitter:  # noqa: ANN401
    """Return the splitter of pysbd."""
    segmenter = library.Segmenter(language="en", clean=False)
    return lambda text: located(text, segmenter.segment(text))


def nupunkt(library: Any) -> Splitter:  # noqa: ANN401
    """Return the splitter of nupunkt with its default model."""
    return lambda text: list(library.sent_spans(text))


def blingfire(library: Any) -> Splitter:  # noqa: ANN401
    """Return the splitter of blingfire."""
    return lambda text: [(start, end) for start, end in library.text_to_sentences_and_offsets(text)[1]]


CANDIDATES: dict[str, Callable[[Any], Splitter]] = {
    "sentencex": sentencex,
    "syntok.segmenter": syntok,
    "pysbd": pysbd,
    "nupunkt": nupunkt,
    "blingfire": blingfire,
}


def splitters() -> tuple[dict[str, Splitter], list[str]]:
    """Return the splitters by name, the project's first, and the names of those not installed."""
    found: dict[str, Splitter] = {"pipeline.text": sentences}
    missing = []
    for name, make in CANDIDATES.items():
        try:
            found[name] = make(import_module(name))
        except ImportError:
            missing.append(name)
    return found, missing


def seconds(splitter: Splitter, texts: list[str]) -> float:
    """Return the best time of `ROUNDS` for one pass over `texts`."""
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        for text in texts:
            splitter(text)
        times.append(perf_counter() - began)
    return min(times)


def ends(splitter: Splitter, text: str) -> set[int]:
    """Return where the sentences of `text` end, blanks left out."""
    return {start + len(text[start:end].rstrip()) for start, end in splitter(text)}


def differences(splitter: Splitter, texts: list[str]) -> tuple[list[str], list[str]]:
    """Return the places where `splitter` does not part a sentence and the project does, and the reverse."""
    missed, added = [], []
    for text in texts:
        ours, theirs = ends(sentences, text), ends(splitter, text)
        missed += [_place(text, end) for end in sorted(ours - theirs)]
        added += [_place(text, end) for end in sorted(theirs - ours)]
    return missed, added


def _place(text: str, end: int) -> str:
    return f"{text[max(0, end - CONTEXT) : end]} ‖ {text[end : end + CONTEXT].strip()}".replace("\n", "⏎")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print every place of difference")
    show = parser.parse_args().show
    texts, (found, missing) = abstracts(), splitters()
    times = {name: seconds(splitter, texts) for name, splitter in found.items()}
    table = Table(*("splitter", "ms per abstract", "time, ours = 1", "sentences", "not parted", "parted besides"))
    for name, splitter in found.items():
        missed, added = differences(splitter, texts)
        count = sum(len(ends(splitter, text)) for text in texts)
        ratio = times[name] / times["pipeline.text"]
        row = (f"{1000 * times[name] / len(texts):.3f}", f"{ratio:.2f}", count, len(missed), len(added))
        table.add_row(name, *map(str, row))
        if show:
            sys.stdout.writelines(f"{name} does not part: {place}\n" for place in missed)
            sys.stdout.writelines(f"{name} parts: {place}\n" for place in added)
    Console(width=100).print(table)
    print(f"{len(texts)} abstracts of {sum(map(len, texts)) // len(texts)} characters on average.")
    for name in missing:
        print(f"{name.partition('.')[0]} is not installed: left out.")


if __name__ == "__main__":
    main()
