"""One paper in, one extraction out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.area import AreaFinder
from pipeline.engines.extractive.choose import choose_method, choose_problem
from pipeline.engines.extractive.gains import find_gains
from pipeline.engines.extractive.language import modelled
from pipeline.engines.extractive.names import find_names
from pipeline.engines.extractive.reword import reword_method, reword_problem
from pipeline.engines.extractive.roles import RoleModel
from pipeline.engines.extractive.sentence import read_sentences
from pipeline.engines.extractive.task import find_task
from pipeline.extraction import ExtractedStatement, Extraction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pipeline.engines.extractive.sentence import Sentence
    from pipeline.paper import Paper
    from pipeline.taxonomy import Taxonomy


_SHORT = 60
"""In bytes: a sentence that says no more than this only names the thing."""
_LIKELY = 0.5


class ExtractiveEngine:
    """Fills an extraction from the abstract's own words; every statement is a sentence of it."""

    def __init__(self, model: RoleModel, taxonomy: Taxonomy) -> None:
        self._model = model
        self._taxonomy = taxonomy
        self._areas = AreaFinder(taxonomy)

    def __reduce__(self) -> tuple[Callable[[Taxonomy], ExtractiveEngine], tuple[Taxonomy]]:
        """Travel to another process without the model, which each process loads for itself."""
        return ExtractiveEngine.load, (self._taxonomy,)

    @classmethod
    def load(cls, taxonomy: Taxonomy) -> ExtractiveEngine:
        """Return the engine with the model that comes with the package.

        Raises:
            MachineError: the model file is missing or damaged.
        """
        return cls(RoleModel.load(), taxonomy)

    @property
    def model_name(self) -> str:
        """The role model with the first 8 hex digits of its file's SHA-256."""
        return self._model.name

    def reads(self, abstract: str) -> bool:
        """Return whether the abstract is in a language that the engine reads; see `language.modelled`."""
        return modelled(abstract)

    def extract(self, paper: Paper) -> Extraction:
        """Return what the abstract of `paper` says, the same for the same paper."""
        sentences = read_sentences(paper.abstract, self._model)
        names = find_names(sentences)
        method = choose_method(sentences, names)
        problem = choose_problem(sentences, method)
        return Extraction(
            system=names,
            problem=_statement(problem, reword_problem),
            method=_method(method, sentences),
            claimed_gains=find_gains(sentences, _own_work(sentences), names),
            area=self._areas.area(paper, sentences),
            task=find_task(paper, sentences, method),
        )


def _statement(sentence: Sentence | None, reword: Callable[[str], str]) -> ExtractedStatement:
    if sentence is None:
        return ExtractedStatement(text="", sentences=())
    return ExtractedStatement(text=reword(sentence.text), sentences=(sentence.number,))


def _method(chosen: Sentence | None, sentences: Sequence[Sentence]) -> ExtractedStatement:
    """Return the method; a sentence that only names it is followed by the one that says how it works."""
    told = _statement(chosen, reword_method)
    if chosen is None or len(told.text.encode()) >= _SHORT or chosen.number == len(sentences):
        return told
    following = sentences[chosen.number]
    if following.roles.method < _LIKELY:
        return told
    return ExtractedStatement(
        text=f"{told.text} {reword_problem(following.text)}", sentences=(chosen.number, following.number)
    )


def _own_work(sentences: Sequence[Sentence]) -> int:
    """Return the number of the sentence from which on the authors speak of their own work."""
    return next((s.number for s in sentences if s.stance or ("we" in s.bag and not s.bag.isdisjoint(verbs.FIND))), 1)
