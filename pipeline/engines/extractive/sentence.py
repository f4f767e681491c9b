"""A sentence of an abstract as the engine reads it."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.engines.extractive.features import words
from pipeline.engines.extractive.glosses import gloss, is_han
from pipeline.engines.extractive.headings import told_roles
from pipeline.engines.extractive.markup import Plain, demark
from pipeline.engines.extractive.passage import small
from pipeline.engines.extractive.roles import RoleModel, Roles, certain
from pipeline.engines.extractive.stance import Stance, stance
from pipeline.text import sentences


class Sentence(NamedTuple):
    """One sentence: its 1-based number, as written (`raw`), without markup (`text`), its words, and its role."""

    number: int
    raw: str
    text: str
    plain: Plain
    words: list[str]
    bag: frozenset[str]
    roles: Roles
    stance: Stance
    told: str
    """The text as the English patterns can read it: itself, or the glosses of its cue words."""
    low: str
    """What is told, in small letters."""


def read_sentences(abstract: str, model: RoleModel) -> tuple[Sentence, ...]:
    """Return the sentences of `abstract` in order, each with its role."""
    raws = [abstract[span.start : span.end] for span in sentences(abstract)]
    plains = [demark(raw) for raw in raws]
    tokens = [words(plain.text) for plain in plains]
    told = told_roles([plain.text for plain in plains])
    roles = [seen if role is None else certain(role) for seen, role in zip(model.roles(tokens), told, strict=True)]
    return tuple(map(_sentence, range(1, len(raws) + 1), raws, plains, tokens, roles))


def _sentence(number: int, raw: str, plain: Plain, spoken: list[str], roles: Roles) -> Sentence:
    bag = frozenset(spoken)
    told = gloss(plain.text) if is_han(plain.text) else plain.text
    return Sentence(number, raw, plain.text, plain, spoken, bag, roles, stance(spoken, bag), told, small(told))
