"""The role of each sentence of an abstract, as a linear-chain CRF sees it."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import pycrfsuite

from pipeline.engines.extractive.features import abstract_features
from pipeline.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Sequence

MODEL_FILE = "roles.crfsuite"
MODEL_SHA256 = "abdb13db6844570a776cc6ed374e7d32a9a95251df4e27681450fa5c9fc73bc0"


class Roles(NamedTuple):
    """The probability of each role of one sentence; they sum to one."""

    background: float
    objective: float
    method: float
    result: float
    other: float


def certain(role: str) -> Roles:
    """Return the roles of a sentence whose heading tells `role`."""
    return Roles(**{name: 0.92 if name == role else 0.02 for name in Roles._fields})


class RoleModel:
    """A trained tagger; `name` tells which."""

    def __init__(self, model: bytes) -> None:
        self.name = f"roles-crf@{sha256(model).hexdigest()[:8]}"
        # The tagger reads from these bytes as long as it lives, and does not hold them itself.
        self._model = model
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(self._model)

    @classmethod
    def load(cls) -> RoleModel:
        """Return the model that comes with the package.

        Raises:
            MachineError: its file is missing or is not what was shipped.
        """
        return cls(checked_model())

    def roles(self, sentences: Sequence[Sequence[str]]) -> list[Roles]:
        """Return the roles of each sentence of one abstract, given the words of each in order."""
        if not sentences:
            return []
        self._tagger.set(abstract_features(sentences))
        marginal = self._tagger.marginal
        return [Roles._make([marginal(role, place) for role in Roles._fields]) for place in range(len(sentences))]


def checked_model() -> bytes:
    """Return the bytes of the model file, known to be those that were shipped."""
    try:
        model = (files(__package__) / MODEL_FILE).read_bytes()
    except OSError as fault:
        raise MachineError(f"The role model {MODEL_FILE} cannot be read. Install claimsheet again.") from fault
    if sha256(model).hexdigest() != MODEL_SHA256:
        raise MachineError(f"The role model {MODEL_FILE} is damaged (checksum differs). Install claimsheet again.")
    return model
