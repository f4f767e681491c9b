"""The embedded engine's roles of sentences on CSAbstruct, beside what needs no model."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.roles import RoleModel, Roles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.quality.public import Abstract

_PLACES = 10

Told = list[list[str]]


def role_scores(train: Sequence[Abstract], test: Sequence[Abstract]) -> Iterator[tuple[str, float, float]]:
    """Yield name, accuracy and macro-F1 of each way to tell the roles of `test`."""
    gold = [[next(iter(labels)) for labels in abstract.labels] for abstract in test]
    for name, told in (("most frequent role", _majority(train, test)), ("role by place", _by_place(train, test))):
        yield (name, *_scored(gold, told))
    yield ("embedded engine", *_scored(gold, _model(test)))


def _model(test: Sequence[Abstract]) -> Told:
    model = RoleModel.load()
    read = (model.roles([words(sentence) for sentence in abstract.sentences]) for abstract in test)
    return [[max(zip(roles, Roles._fields, strict=True))[1] for roles in sentences] for sentences in read]


def _majority(train: Sequence[Abstract], test: Sequence[Abstract]) -> Told:
    counted = Counter(label for abstract in train for labels in abstract.labels for label in labels)
    (role, _), *_ = counted.most_common(1)
    return [[role] * len(abstract.sentences) for abstract in test]


def _by_place(train: Sequence[Abstract], test: Sequence[Abstract]) -> Told:
    counted: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for abstract in train:
        for at, labels in enumerate(abstract.labels):
            counted[_place(at, abstract)].update(labels)
    return [
        [counted[_place(at, abstract)].most_common(1)[0][0] for at in range(len(abstract.sentences))]
        for abstract in test
    ]


def _place(at: int, abstract: Abstract) -> int:
    return _PLACES * at // len(abstract.sentences)


def _scored(gold: Told, told: Told) -> tuple[float, float]:
    pairs = [pair for ours, theirs in zip(gold, told, strict=True) for pair in zip(ours, theirs, strict=True)]
    right = Counter(label for label, said in pairs if label == said)
    seen = Counter(label for pair in pairs for label in pair)
    f1 = [2 * right[role] / seen[role] for role in Roles._fields]
    return right.total() / len(pairs), sum(f1) / len(f1)
