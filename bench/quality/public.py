"""Public abstracts whose sentences others have labelled; the data is not part of this project."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.paper import Paper
from pipeline.text import Span

if TYPE_CHECKING:
    from pathlib import Path


class Abstract(NamedTuple):
    """An abstract and the labels of each of its sentences."""

    id: str
    sentences: tuple[str, ...]
    labels: tuple[frozenset[str], ...]

    @property
    def paper(self) -> Paper:
        """The paper, as any engine takes it."""
        return Paper(id=f"key:{self.id}", abstract=" ".join(self.sentences))

    @property
    def spans(self) -> list[Span]:
        """Where each sentence stands in the paper's abstract."""
        ends = accumulate(len(sentence) + 1 for sentence in self.sentences)
        return [Span(end - 1 - len(s), end - 1) for s, end in zip(self.sentences, ends, strict=True)]

    def labelled(self, *wanted: str) -> frozenset[int]:
        """Return the places of the sentences that have any of the `wanted` labels."""
        return frozenset(at for at, labels in enumerate(self.labels) if not labels.isdisjoint(wanted))


def read_csabstruct(folder: Path, part: str) -> list[Abstract]:
    """Return a part of CSAbstruct: one label a sentence, of background, objective, method, result and other."""
    rows = _rows(folder / "csabstruct" / f"{part}.jsonl")
    return [
        Abstract(
            f"csabstruct-{part}-{number}",
            tuple(row["sentences"]),
            tuple(frozenset((label,)) for label in row["labels"]),
        )
        for number, row in enumerate(rows, start=1)
    ]


def read_aclsum(folder: Path, part: str) -> list[Abstract]:
    """Return a part of ACLSum: sentences that experts highlighted for challenge, approach and outcome."""
    read = []
    for row in _rows(folder / "aclsum" / f"{part}.jsonl"):
        sentences = tuple(row["sentences"]["abstract"])
        marks = {aspect: sections["abstract"] for aspect, sections in row["highlights"].items()}
        labels = tuple(frozenset(a for a, marked in marks.items() if marked[at]) for at in range(len(sentences)))
        read.append(Abstract(f"aclsum-{part}-{row['id']}", sentences, labels))
    return read


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
